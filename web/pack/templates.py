"""The page's templates as data: the tree that Jinja reads from them, in one language, for the worker to draw pages with.

What is certain beforehand is done here: sentences are translated, addresses of static files are known.
``web/worker/template.js`` draws this tree; an expression or statement that it does not know is refused here.
"""

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import Environment, nodes
from markupsafe import escape

Tree = Any
"""A part of a template, as JSON has it: text, a number or nothing stand for themselves, a list begins with what it does."""

FILTERS = frozenset(
    {"abs", "default", "first", "float", "int", "join", "last", "length", "list", "lower", "max", "min", "reject"}
    | {"rejectattr", "replace", "round", "safe", "select", "selectattr", "sort", "string", "sum", "trim", "upper"}
)
TESTS = frozenset({"defined", "equalto", "eq", "in", "mapping", "ne", "none", "number", "string", "undefined"})
_BINARY = {
    nodes.Add: "+",
    nodes.Sub: "-",
    nodes.Mul: "*",
    nodes.Div: "/",
    nodes.FloorDiv: "//",
    nodes.Mod: "%",
    nodes.And: "and",
    nodes.Or: "or",
}
_UNARY = {nodes.Not: "not", nodes.Neg: "neg"}


class UnknownTemplateError(ValueError):
    """A template uses what the worker cannot draw; says what, and where."""


class Compiler:
    """Turns templates into trees, in one language; remembers the static files and the constant texts that it met."""

    def __init__(
        self, environment: Environment, translate: Callable[[str], str], static_url: Callable[[str], str]
    ) -> None:
        self._environment = environment
        self._translate = translate
        self._static_url = static_url
        self._name = ""
        self.files: set[str] = set()
        self.constants: set[str] = set()

    def compile(self, first: Iterable[str]) -> dict[str, Tree]:
        """Return the trees of these templates and of all that they need, by name. Raises UnknownTemplateError."""
        trees: dict[str, Tree] = {}
        wanted = list(first)
        while wanted:
            name = wanted.pop()
            if name not in trees:
                trees[name] = self._template(name)
                needed = [trees[name]["extends"], *(each for each, _ in trees[name]["imports"])]
                wanted += [each for each in needed if each]
        return trees

    def _template(self, name: str) -> Tree:
        loader = self._environment.loader
        assert loader is not None  # noqa: S101 - Flask gives one
        self._name = name
        source, _, _ = loader.get_source(self._environment, name)
        tree = self._environment.parse(source, name)
        extends = tree.find(nodes.Extends)
        imports = [(self._constant(each.template), each.target) for each in tree.find_all(nodes.Import)]
        macros = {each.name: self._macro(each) for each in tree.find_all(nodes.Macro)}
        blocks = {each.name: self._body(each.body) for each in tree.find_all(nodes.Block)}
        # A template that extends another one draws nothing itself but fills its blocks; only what it sets counts.
        body = [each for each in tree.body if not (extends and isinstance(each, nodes.Block | nodes.Output))]
        return {
            "extends": self._constant(extends.template) if extends else None,
            "imports": imports,
            "macros": macros,
            "blocks": blocks,
            "body": self._body(body),
        }

    def _macro(self, macro: nodes.Macro) -> Tree:
        optional = len(macro.args) - len(macro.defaults)
        args: list[Tree] = [[arg.name] for arg in macro.args[:optional]]
        args += [
            [arg.name, self._value(default)] for arg, default in zip(macro.args[optional:], macro.defaults, strict=True)
        ]
        return [args, self._body(macro.body)]

    def _body(self, body: list[nodes.Node]) -> list[Tree]:
        """Return a row of statements; neighbouring text is one text."""
        found: list[Tree] = []
        for node in body:
            for part in self._statement(node):
                if isinstance(part, str) and found and isinstance(found[-1], str):
                    found[-1] += part
                else:
                    found.append(part)
        return found

    def _statement(self, node: nodes.Node) -> list[Tree]:
        match node:
            case nodes.Output():
                return [self._output(each) for each in node.nodes]
            case nodes.If():
                others = [[self._value(each.test), self._body(each.body)] for each in node.elif_]
                return [["if", [[self._value(node.test), self._body(node.body)], *others], self._body(node.else_)]]
            case nodes.For(recursive=False):
                test = None if node.test is None else self._value(node.test)
                iterable, body, otherwise = self._value(node.iter), self._body(node.body), self._body(node.else_)
                return [["for", self._target(node.target), iterable, body, otherwise, test]]
            case nodes.Assign():
                return [["set", self._target(node.target), self._value(node.node)]]
            case nodes.Block():
                return [["block", node.name]]
            case nodes.Extends() | nodes.Import(with_context=True) | nodes.Macro():
                return []
        raise self._unknown(node)

    def _output(self, node: nodes.Node) -> Tree:
        if isinstance(node, nodes.TemplateData):
            return node.data
        value = self._value(node)
        if isinstance(value, str):
            return str(escape(value))
        if isinstance(value, list) and value[0] == "safe":
            return value[1]
        return ["out", value]

    def _value(self, node: nodes.Node) -> Tree:
        match node:
            case nodes.Const():
                if isinstance(node.value, str):
                    self.constants.add(node.value)
                return node.value
            case nodes.Name():
                return ["name", node.name]
            case nodes.Getattr():
                return ["get", self._value(node.node), node.attr]
            case nodes.Getitem(arg=nodes.Slice(step=None) as part):
                ends = (None if end is None else self._value(end) for end in (part.start, part.stop))
                return ["slice", self._value(node.node), *ends]
            case nodes.Getitem():
                return ["get", self._value(node.node), self._value(node.arg)]
            case nodes.Call(dyn_args=None, dyn_kwargs=None):
                return self._call(node)
            case nodes.Filter(dyn_args=None, dyn_kwargs=None, kwargs=[]) if node.node and node.name in FILTERS:
                return ["filter", node.name, self._value(node.node), self._values(node.args)]
            case nodes.Test(dyn_args=None, dyn_kwargs=None) if node.name in TESTS:
                return ["test", node.name, self._value(node.node), self._values(node.args)]
            case nodes.Compare():
                return ["compare", self._value(node.expr), [[op.op, self._value(op.expr)] for op in node.ops]]
            case nodes.CondExpr():
                otherwise = None if node.expr2 is None else self._value(node.expr2)
                return ["either", self._value(node.test), self._value(node.expr1), otherwise]
            case nodes.Concat():
                return ["~", self._values(node.nodes)]
            case nodes.List() | nodes.Tuple():
                return ["list", self._values(node.items)]
            case nodes.Dict():
                return ["dict", [[self._value(pair.key), self._value(pair.value)] for pair in node.items]]
            case nodes.BinExpr() if type(node) in _BINARY:
                return [_BINARY[type(node)], self._value(node.left), self._value(node.right)]
            case nodes.UnaryExpr() if type(node) in _UNARY:
                return [_UNARY[type(node)], self._value(node.node)]
        raise self._unknown(node)

    def _call(self, node: nodes.Call) -> Tree:
        if isinstance(node.node, nodes.Name) and node.node.name == "_":
            sentence = self._translate(self._constant(node.args[0]))
            return ["sentence", sentence, self._named(node.kwargs)] if node.kwargs else ["safe", sentence]
        if isinstance(node.node, nodes.Name) and node.node.name == "static_url":
            address = self._static_url(self._constant(node.args[0]))
            self.files.add(address)
            return address
        return ["call", self._value(node.node), self._values(node.args), self._named(node.kwargs)]

    def _values(self, given: Iterable[nodes.Node]) -> list[Tree]:
        return [self._value(each) for each in given]

    def _named(self, given: Iterable[nodes.Keyword]) -> dict[str, Tree]:
        return {each.key: self._value(each.value) for each in given}

    def _target(self, node: nodes.Node) -> Tree:
        """Return the name, or the list of names, that values are given to."""
        match node:
            case nodes.Name():
                return node.name
            case nodes.Tuple():
                return [self._target(each) for each in node.items]
        raise self._unknown(node)

    def _constant(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Const) and isinstance(node.value, str):
            return node.value
        raise self._unknown(node)

    def _unknown(self, node: nodes.Node) -> UnknownTemplateError:
        kind = getattr(node, "name", None) or type(node).__name__
        return UnknownTemplateError(f"{self._name}, line {node.lineno}: the worker cannot draw {kind!r}")
