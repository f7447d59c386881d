-- Takes over entries that have been pending for some time; deletes those that nobody will read.
--
-- KEYS[1] stream   KEYS[2] born
-- ARGV[1] queue, ARGV[2] consumer, ARGV[3] idle in ms, ARGV[4] at most so many
-- Returns for each entry: id, previous consumer, its fields and values.
--
-- Why not XAUTOCLAIM: it does not name the previous consumer, and 6.2 leaves an entry whose data
-- is gone in the pending list without telling its id. Here such an entry is acknowledged away.
-- One script, so that of many reclaimers one gets the entry; XCLAIM asks for no idle time of its
-- own, since two looks at the clock may differ and would pass for an entry without data.
-- What nobody will read (its consumer was deleted, or it was acknowledged by hand) would take up
-- memory and room for ever where no mark names it: published, and the relay died before it marked.

-- Handed out and before everything pending. MINID keeps the id it is given, a pending one; the
-- last delivered one is pending too, or goes by itself. Where somebody has set the group back,
-- entries before a pending one will be read again, and last delivered is the bound.
local function delete_orphans(stream)
  local delivered = last_delivered(stream)
  local pending = redis.call('XPENDING', stream, GROUP)
  if pending[1] == 0 then
    redis.call('XTRIM', stream, 'MINID', delivered)
    redis.call('XDEL', stream, delivered)
  elseif is_after(delivered, pending[2]) then
    redis.call('XTRIM', stream, 'MINID', pending[2])
  else
    redis.call('XTRIM', stream, 'MINID', delivered)
  end
end

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
delete_orphans(stream)
return taken
