-- The organizer's page of an event is found by this key and by nothing else. The default names the
-- events of before, and those of a service of before, which may still run.

ALTER TABLE boxoffice.events
  ADD COLUMN organizer_key uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD CONSTRAINT events_organizer_key UNIQUE (organizer_key);
