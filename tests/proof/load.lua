-- Sends the requests of a file, one JSON-free line each: method, path and body, separated by tabs. Each thread begins elsewhere.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%S+)\t(%S+)\t(.*)$")
    local headers = { ["Host"] = "crew.example", ["Accept-Encoding"] = #requests % 2 == 0 and "gzip" or "identity" }
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  math.randomseed(tonumber(tostring(requests):match("0x(%x+)"), 16) % 2147483647)
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency, _)
  local e = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %.3f, "connect": %d, "read": %d, "write": %d, "timeout": %d, "status": %d, "median": %d, "p99": %d, "longest": %d}\n',
    summary.requests, summary.duration / 1e6, e.connect, e.read, e.write, e.timeout, e.status,
    latency:percentile(50), latency:percentile(99), latency.max))
end
