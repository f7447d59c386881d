-- What the stream knows of its epoch and of some queues; writes nothing.
--
-- KEYS[1] epoch   KEYS[2] born   KEYS[3...] streams
-- ARGV    the queues of these streams
-- Returns the value of epoch or '', how often a stream or group was made anew, then for each queue: state ('stream' or 'group' is missing,
--         or 'there'), the id at which the stream was made or '0-0', the last generated id.
--
-- Why one script: it is asked often, and answers in one round trip at one instant.

local answer = {redis.call('GET', KEYS[1]) or '', redis.call('HGET', KEYS[2], MADE_ANEW) or '0'}
for i, queue in ipairs(ARGV) do
  local stream = KEYS[i + 2]
  local state, last = 'stream', '0-0'
  if redis.call('EXISTS', stream) == 1 then
    state = last_delivered(stream) and 'there' or 'group'
    last = as_table(redis.call('XINFO', 'STREAM', stream))['last-generated-id']
  end
  answer[#answer + 1] = {state, redis.call('HGET', KEYS[2], queue) or '0-0', last}
end
return answer
