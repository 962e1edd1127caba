-- Takes tokens from a bucket, all or none; a negative number gives tokens back. The bucket is the time at which it will be full.
-- Times are in microseconds, which a double holds exactly.
-- KEYS: bucket. ARGV: time per token, burst, tokens, the time now (empty: the clock of Redis).
-- Returns: 1 if taken, the time until the bucket is full, the time until the tokens are there.
local per_token, burst, tokens = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = tonumber(ARGV[4])
local own_clock = not now
if own_clock then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local full_at = tonumber(redis.call('GET', KEYS[1]) or '0')
local owed = math.max(0, full_at - now)
local after = math.max(0, owed + tokens * per_token)
local room = burst * per_token
if after > room then
  return {0, owed, after - room}
end
local kept_millis = own_clock and math.ceil(after / 1000) + 1 or 3600000
redis.call('SET', KEYS[1], string.format('%.0f', now + after), 'PX', kept_millis)
return {1, after, 0}
