-- Makes stream and group where they are missing.
--
-- KEYS[1] stream   KEYS[2] born
-- ARGV[1] queue
-- Returns 1 if the group was made, 0 if it was there.
--
-- Why: a reader that meets NOGROUP goes on with this, whoever else does the same.

return make_group(KEYS[1], KEYS[2], ARGV[1])
