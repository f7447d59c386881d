-- What people decide about effects of which nobody knows whether they happened.
ALTER TABLE stagedoor.effects
  -- goes up when the provider knows the key with another request and a person wants it done anew:
  -- part of the key from the second on
  ADD COLUMN intent         integer NOT NULL DEFAULT 1,
  ADD COLUMN other_request  boolean NOT NULL DEFAULT false,
  -- tries after which it may be sent once more, although the provider may have forgotten the key
  ADD COLUMN permit         integer,
  ADD COLUMN decision       text,
  ADD COLUMN decided_by     text,
  ADD COLUMN decided_at     timestamptz,
  ADD CONSTRAINT effects_intent CHECK (intent >= 1),
  ADD CONSTRAINT effects_decision CHECK (num_nonnulls(decision, decided_by, decided_at) IN (0, 3));
