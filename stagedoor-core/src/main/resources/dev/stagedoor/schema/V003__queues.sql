-- Queues that somebody has paused or limited; a queue without a row is neither.
CREATE TABLE stagedoor.queues (
  queue           text             PRIMARY KEY,
  paused_at       timestamptz,
  -- jobs that may be published and not ended
  max_published   integer,
  -- a bucket that fills by rate_jobs in rate_per and holds no more than rate_jobs
  rate_jobs       integer,
  rate_per        interval,
  tokens          double precision NOT NULL DEFAULT 0,
  tokens_at       timestamptz      NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT queues_max_published CHECK (max_published >= 1),
  CONSTRAINT queues_rate CHECK (
    num_nonnulls(rate_jobs, rate_per) = 0
    OR num_nonnulls(rate_jobs, rate_per) = 2 AND rate_jobs >= 1 AND rate_per > interval '0')
);

-- Pauses that are over: a job does not age while its queue is paused. This replaces the column
-- paused_before of the outbox, which is kept for processes of the version before, and always zero.
CREATE TABLE stagedoor.queue_pauses (
  queue       text        NOT NULL,
  paused_at   timestamptz NOT NULL,
  resumed_at  timestamptz NOT NULL,
  PRIMARY KEY (queue, resumed_at, paused_at),
  CONSTRAINT queue_pauses_order CHECK (resumed_at >= paused_at)
);

-- How long the queue has been paused since then.
CREATE FUNCTION stagedoor.paused_since(its_queue text, since timestamptz) RETURNS interval
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT coalesce(sum(p.resumed_at - greatest(p.paused_at, since)), '0')
         + coalesce((SELECT greatest(clock_timestamp() - greatest(q.paused_at, since), '0')
                       FROM stagedoor.queues q
                      WHERE q.queue = its_queue AND q.paused_at IS NOT NULL), '0')
    FROM stagedoor.queue_pauses p
   WHERE p.queue = its_queue AND p.resumed_at > since
$$;
