"""How often one address may ask the interface: so many times a minute, in a burst or spread out.

Each process counts for itself and forgets; nothing is written. People who tap never come near the limit: it is for programs.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST_ADDRESSES = 10_000
"""The most addresses that are counted at once; the one that has been quiet longest is forgotten first."""
MINUTE = 60.0


class Limiter:
    """A bucket for each address: it holds the requests of a minute and fills up evenly; safe between threads."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = per_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, address: str) -> int:
        """Take one request of an address. Return 0 if it may be answered, else the seconds after which the next one may."""
        who = subject(address)
        if not self._most or who is None:
            return 0
        now = self._clock()
        with self._lock:
            left, since = self._buckets.pop(who, (float(self._most), now))
            left = min(self._most, left + (now - since) * self._most / MINUTE)
            enough = left >= 1
            self._buckets[who] = (left - 1 if enough else left, now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        return 0 if enough else math.ceil((1 - left) * MINUTE / self._most)


def subject(address: str) -> str | None:
    """Return who is counted: an IPv4 address, or the network of an IPv6 address, which one subscriber has to itself.

    ``None`` for this machine, and where there is no address: that is a proxy which PROXIES does not speak of, and counting
    it would count everybody as one.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if ip.is_loopback:
        return None
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ipaddress.ip_network((ip, 64), strict=False))
