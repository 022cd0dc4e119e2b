-- Keeps a record, unless one that is as good or better is there.
-- KEYS[1]: its key. ARGV: its rank; the rest of its value; for how many
-- milliseconds to keep it.
if redis.call('GETRANGE', KEYS[1], 0, #ARGV[1] - 1) < ARGV[1] then
	redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
end
return redis.status_reply('OK')
