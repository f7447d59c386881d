-- Deletes consumers that have nothing pending.
--
-- KEYS[1] stream
-- ARGV[1] idle in ms, ARGV[2] the only consumer meant, or '' for all
-- Returns how many were deleted.
--
-- Why one script: deleting a consumer drops its pending list, and its entries would be orphans;
-- between a look and a deletion it might read one.

local dropped = 0
if last_delivered(KEYS[1]) then
  for _, flat in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], GROUP)) do
    local consumer = as_table(flat)
    local meant = ARGV[2] == '' or ARGV[2] == consumer['name']
    if meant and consumer['pending'] == 0 and consumer['idle'] >= tonumber(ARGV[1]) then
      redis.call('XGROUP', 'DELCONSUMER', KEYS[1], GROUP, consumer['name'])
      dropped = dropped + 1
    end
  end
end
return dropped
