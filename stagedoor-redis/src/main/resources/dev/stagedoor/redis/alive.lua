-- Which entries will still reach a worker.
--
-- KEYS[1] stream
-- ARGV    ids
-- Returns for each id: 1 if it exists and is pending or not handed out yet, else 0.
--
-- Why: an entry whose consumer was deleted exists, is not pending, and lies behind the group's
-- last delivered id. Nobody will ever read it, however long it exists.

local delivered = last_delivered(KEYS[1])

local function will_be_read(id)
  if not delivered then
    return false
  end
  if is_after(id, delivered) or #redis.call('XPENDING', KEYS[1], GROUP, id, id, 1) > 0 then
    return #redis.call('XRANGE', KEYS[1], id, id) > 0
  end
  return false
end

local answers = {}
for i, id in ipairs(ARGV) do
  answers[i] = will_be_read(id) and 1 or 0
end
return answers
