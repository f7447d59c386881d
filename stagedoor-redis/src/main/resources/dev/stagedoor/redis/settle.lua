-- Acknowledges and deletes entries.
--
-- KEYS[1] stream
-- ARGV    ids, at most 1,000
-- Returns how many were deleted; those that are gone are passed over, and so is a missing stream.
--
-- Why one script: acknowledged without being deleted, an entry stays in memory for ever; deleted
-- without being acknowledged, it stays in the pending list for ever.

redis.call('XACK', KEYS[1], GROUP, unpack(ARGV))
return redis.call('XDEL', KEYS[1], unpack(ARGV))
