-- For wrk: sends the requests of a file (complete HTTP requests with the byte 1 after each), in order.
-- With "once", all requests after the last one of the file are for a URL that does not exist, and wrk counts them as errors.
local requests = {}
local count, sent, once = 0, 0, false

function init(args)
  local file = io.open(args[1], "rb")
  for text in string.gmatch(file:read("*a"), "[^\1]+") do
    count = count + 1
    requests[count] = text
  end
  file:close()
  once = args[2] == "once"
end

function request()
  sent = sent + 1
  if once and sent > count then return "GET /no-request-is-left HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" end
  return requests[(sent - 1) % count + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nresult {"responseCount":%d,"seconds":%f,"p50":%f,"p99":%f,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
