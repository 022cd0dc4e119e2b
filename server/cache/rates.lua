-- Takes tokens from several buckets, from each as many, or none if one of them is empty.
-- A bucket is the time at which it will be full again, in microseconds, as in GCRA: each
-- token that is taken moves it on. Without a key it is full. Somebody else's value is
-- put right: a bucket has no fewer tokens than none, and is full after a minute.
-- KEYS: the buckets. ARGV: how many tokens to take at most; then for each bucket how many
-- it has when it is full, which is also how many it gets a minute.
-- Returns how many were taken, and how many are left in each bucket, as text.
local minute = 60e6
local clock = redis.call('TIME')
local now = clock[1] * 1e6 + clock[2]
local take = tonumber(ARGV[1])
local debts, costs, wrong = {}, {}, {}
for i, key in ipairs(KEYS) do
	costs[i] = minute / tonumber(ARGV[i + 1])
	local value = redis.pcall('GET', key) -- a table if it is no text
	local debt = (type(value) == 'string' and tonumber(value) or 0) - now
	wrong[i] = type(value) == 'table' or nil
	if not (debt > 0) then
		debt = 0
	elseif debt > minute then
		debt, wrong[i] = minute, true
	end
	debts[i] = debt
	-- Where little is left, other processes must find some of it.
	local left = math.floor((minute - debt) / costs[i])
	take = math.min(take, left, math.max(1, math.floor(left / 8)))
end
local reply = { take }
for i, key in ipairs(KEYS) do
	if take > 0 or wrong[i] then
		debts[i] = debts[i] + take * costs[i]
		redis.call('SET', key, string.format('%.0f', math.floor(now + debts[i])), 'PX', math.max(1, math.ceil(debts[i] / 1000)))
	end
	reply[i + 1] = tostring((minute - debts[i]) / costs[i])
end
return reply
