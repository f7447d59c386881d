-- Stands in front of every other script. Works on Redis 6.2.
--
-- last_delivered(stream)
--   The id up to which the group has handed out entries; nil where stream or group is missing.
-- make_group(stream, born, queue)
--   Makes what is missing of stream and group. The group starts at 0: what was added before it
--   was missed must be read too. A stream that is made anew begins at an id that no entry of an
--   earlier one can have, and born, a hash, keeps it by queue: so an entry that went with the
--   earlier stream is told from one that another consumer has. Stream or group of a queue that was
--   there before have been lost: born counts that, since whoever looks for losses may come later.
--   Returns 1 if it made the group.
-- is_after(a, b)
--   Whether entry id a is greater than b. Compared as digits: a Lua number holds 53 bits.

local GROUP = 'workers'
local MADE_ANEW = ':anew' -- no queue can have this name

local function as_table(flat)
  local fields = {}
  for i = 1, #flat, 2 do
    fields[flat[i]] = flat[i + 1]
  end
  return fields
end

local function last_delivered(stream)
  if redis.call('EXISTS', stream) == 0 then
    return nil
  end
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local group = as_table(flat)
    if group['name'] == GROUP then
      return group['last-delivered-id']
    end
  end
  return nil
end

local function make_group(stream, born, queue)
  if last_delivered(stream) then
    return 0
  end
  if redis.call('HEXISTS', born, queue) == 1 then
    redis.call('HINCRBY', born, MADE_ANEW, 1)
  end
  local made = redis.call('EXISTS', stream) == 0
  redis.call('XGROUP', 'CREATE', stream, GROUP, '0', 'MKSTREAM')
  if made then
    local now = redis.call('TIME')
    local next_ms = now[1] * 1000 + math.floor(now[2] / 1000) + 1
    -- of two that are made in one millisecond, the later one begins a million further on
    local first = string.format('%.0f-%.0f', next_ms, now[2] % 1000 * 1000000)
    redis.call('XSETID', stream, first)
    redis.call('HSET', born, queue, first)
  end
  return 1
end

local function digits_after(a, b)
  if #a ~= #b then
    return #a > #b
  end
  return a > b
end

local function is_after(a, b)
  local a_ms, a_seq = string.match(a, '^(%d+)-(%d+)$')
  local b_ms, b_seq = string.match(b, '^(%d+)-(%d+)$')
  if a_ms ~= b_ms then
    return digits_after(a_ms, b_ms)
  end
  return digits_after(a_seq, b_seq)
end
