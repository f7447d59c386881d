-- Sets the idle time of entries to zero, only of those that are pending for this consumer.
--
-- KEYS[1] stream   KEYS[2] born
-- ARGV[1] queue, ARGV[2] consumer, then ids
-- Returns for each id: 0 mine, 1 lost (another consumer has it, or it is settled), 2 gone (with
--         the stream, the group or its data: nobody took it).
--
-- Why one script: XCLAIM alone would take back an entry that has been reclaimed meanwhile, and
-- then two workers would think that it is theirs. JUSTID leaves the delivery count alone.

local MINE, LOST, GONE = 0, 1, 2
local stream, consumer = KEYS[1], ARGV[2]
local there = last_delivered(stream)
local born = redis.call('HGET', KEYS[2], ARGV[1]) or '0-0'

local function owner(id)
  if not there then
    return GONE
  end
  if #redis.call('XPENDING', stream, GROUP, id, id, 1, consumer) == 0 then
    return is_after(id, born) and LOST or GONE
  end
  return #redis.call('XRANGE', stream, id, id) == 0 and GONE or MINE
end

local answers = {}
for i = 3, #ARGV do
  answers[i - 2] = owner(ARGV[i])
  if answers[i - 2] == MINE then
    redis.call('XCLAIM', stream, GROUP, consumer, 0, ARGV[i], 'IDLE', 0, 'JUSTID')
  end
end
return answers
