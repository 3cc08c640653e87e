ALTER TABLE "batches" ADD COLUMN "failures_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "attempts_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Hand-written: the guard of 0001 with one way out of an end. A row of a batch that did not succeed may be queued again, as it was.
CREATE OR REPLACE FUNCTION deskfleet_guard_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  working constant text[] := ARRAY['running', 'waiting_approval', 'human_control', 'paused'];
  final constant text[] := ARRAY['succeeded', 'failed', 'cancelled', 'expired'];
  is_rerun constant boolean := OLD.state IN ('failed', 'cancelled', 'expired') AND NEW.state = 'queued'
    AND OLD.batch_id IS NOT NULL AND (NEW.batch_id, NEW.row, NEW.inputs) = (OLD.batch_id, OLD.row, OLD.inputs)
    AND NEW.attempts_before >= OLD.attempts_before;
BEGIN
  IF OLD.state = ANY (final) AND NOT is_rerun THEN
    RAISE EXCEPTION 'a finished task does not change' USING ERRCODE = 'DF002';
  END IF;
  IF NEW.state IS DISTINCT FROM OLD.state AND NOT is_rerun AND NOT (
    (OLD.state = 'queued' AND (NEW.state = 'running' OR NEW.state IN ('failed', 'cancelled', 'expired')))
    OR (OLD.state = ANY (working) AND (NEW.state = ANY (working) OR NEW.state = ANY (final) OR NEW.state = 'queued'))
  ) THEN
    RAISE EXCEPTION 'a task does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'DF002';
  END IF;
  IF (NEW.state = ANY (final)) <> (NEW.ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'ended_at and a final state belong together' USING ERRCODE = 'DF002';
  END IF;
  RETURN NEW;
END $$;
