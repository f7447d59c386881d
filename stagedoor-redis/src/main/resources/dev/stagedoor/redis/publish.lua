-- Adds entries in the order given and settles those that they replace.
--
-- KEYS[1] stream   KEYS[2] born
-- ARGV[1] queue, then for each entry: the id it replaces or '', how many arguments follow,
--         that many: field, value, field, value ...
-- Returns the new ids in the order given.
--
-- Why one script: an orphan and its successor must not both be there, or both be missing. The
-- new one is added first: where memory is short Redis refuses it before anything has been
-- deleted, and once a script has written it is not refused any more.

make_group(KEYS[1], KEYS[2], ARGV[1])
local ids = {}
local at = 2
while at <= #ARGV do
  local replaces = ARGV[at]
  local last = at + 1 + tonumber(ARGV[at + 1])
  ids[#ids + 1] = redis.call('XADD', KEYS[1], '*', unpack(ARGV, at + 2, last))
  if replaces ~= '' then
    redis.call('XACK', KEYS[1], GROUP, replaces)
    redis.call('XDEL', KEYS[1], replaces)
  end
  at = last + 1
end
return ids
