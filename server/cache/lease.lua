-- Takes a lease, or prolongs it for its holder; returns 0 if somebody else has it. A lease
-- that lasts longer than this one would is somebody's mistake, and is cut.
-- KEYS[1]: its key. ARGV: the holder; for how many milliseconds.
local holder = redis.pcall('GET', KEYS[1])
if not holder or holder == ARGV[1] then
	redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
	return 1
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[2]) then
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
