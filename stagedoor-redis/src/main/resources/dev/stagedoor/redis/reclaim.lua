-- Takes over entries that have been pending for some time.
--
-- KEYS[1] stream   KEYS[2] born
-- ARGV[1] queue, ARGV[2] consumer, ARGV[3] idle in ms, ARGV[4] at most so many
-- Returns for each entry: id, previous consumer, its fields and values.
--
-- Why not XAUTOCLAIM: it does not name the previous consumer, and 6.2 leaves an entry whose data
-- is gone in the pending list without telling its id. Here such an entry is acknowledged away.
-- One script, so that of many reclaimers one gets the entry; XCLAIM asks for no idle time of its
-- own, since two looks at the clock may differ and would pass for an entry without data.

make_group(KEYS[1], KEYS[2], ARGV[1])
local stream, consumer = KEYS[1], ARGV[2]
local taken = {}
for _, idle in ipairs(redis.call('XPENDING', stream, GROUP, 'IDLE', ARGV[3], '-', '+', ARGV[4])) do
  local id, previous = idle[1], idle[2]
  local claimed = redis.call('XCLAIM', stream, GROUP, consumer, 0, id)
  if claimed[1] then
    taken[#taken + 1] = {id, previous, claimed[1][2]}
  else
    redis.call('XACK', stream, GROUP, id)
  end
end
return taken
