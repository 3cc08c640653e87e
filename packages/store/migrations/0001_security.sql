-- Hand-written: what drizzle cannot say. The roles deskfleet_tenant and deskfleet_system exist already (src/roles.ts makes them,
-- because roles belong to the cluster and migrations to one database).

-- Row-level security on every table that has a tenant, for the owner too. nullif: an unset app.tenant is '' after its first
-- transaction on a connection; it must match nothing, not fail with a cast error that says so.
DO $$
DECLARE
  name text;
  -- Not just TO deskfleet_system: that would hold for a member of the role too, before it switches.
  system constant text := $p$current_user = 'deskfleet_system'$p$;
  mine constant text := $p$tenant_id = nullif(current_setting('app.tenant', true), '')::uuid$p$;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system_all ON %I TO deskfleet_system USING (%s) WITH CHECK (%s)', name, system, system);
    EXECUTE format('GRANT SELECT ON %I TO deskfleet_tenant, deskfleet_system', name);
    IF name = 'policies' THEN
      EXECUTE format('CREATE POLICY tenant_reads ON %I FOR SELECT TO deskfleet_tenant USING (tenant_id IS NULL OR %s)', name, mine);
      EXECUTE format('CREATE POLICY tenant_writes ON %I FOR INSERT TO deskfleet_tenant WITH CHECK (%s)', name, mine);
    ELSE
      EXECUTE format('CREATE POLICY tenant_own ON %I TO deskfleet_tenant USING (%s) WITH CHECK (%s)', name, mine, mine);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY system_all ON tenants TO deskfleet_system USING (current_user = 'deskfleet_system') WITH CHECK (current_user = 'deskfleet_system');
--> statement-breakpoint
CREATE POLICY tenant_own ON tenants FOR SELECT TO deskfleet_tenant USING (id = nullif(current_setting('app.tenant', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT ON tenants TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint
GRANT INSERT, UPDATE ON tenants TO deskfleet_system;
--> statement-breakpoint

-- What changes may be made, by table. Nothing of a tenant's is ever deleted by a tenant.
GRANT INSERT, UPDATE ON keys, console_sessions, tickets, batches, tasks, attempts, sessions, approvals, grants, webhooks,
  webhook_deliveries, idempotency_keys TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint
GRANT INSERT ON workflows, attempt_steps, policies, artifacts, events TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO deskfleet_system;
--> statement-breakpoint
-- Retention: only what is transport or cache.
GRANT DELETE ON console_sessions, tickets, events, webhook_deliveries, idempotency_keys TO deskfleet_system;
--> statement-breakpoint
GRANT INSERT ON audit_records TO deskfleet_system;
--> statement-breakpoint
GRANT INSERT, UPDATE ON audit_heads TO deskfleet_system;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE fencing_tokens TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint

-- Audit: the grants above give nobody UPDATE or DELETE; these refuse it to the owner as well.
CREATE FUNCTION deskfleet_refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'DF001';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION deskfleet_refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_heads_kept BEFORE DELETE OR TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION deskfleet_refuse_audit_change();
--> statement-breakpoint
CREATE FUNCTION deskfleet_audit_head_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.chain IS DISTINCT FROM OLD.chain OR NEW.tenant_id IS DISTINCT FROM OLD.tenant_id OR NEW.seq <= OLD.seq THEN
    RAISE EXCEPTION 'an audit head only moves forward' USING ERRCODE = 'DF001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_heads_forward BEFORE UPDATE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION deskfleet_audit_head_moves_forward();
--> statement-breakpoint

-- Task states: queued -> running <-> (waiting_approval | human_control | paused) -> final; back to queued for the next attempt.
CREATE FUNCTION deskfleet_guard_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  working constant text[] := ARRAY['running', 'waiting_approval', 'human_control', 'paused'];
  final constant text[] := ARRAY['succeeded', 'failed', 'cancelled', 'expired'];
BEGIN
  IF OLD.state = ANY (final) THEN
    RAISE EXCEPTION 'a finished task does not change' USING ERRCODE = 'DF002';
  END IF;
  IF NEW.state IS DISTINCT FROM OLD.state AND NOT (
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
--> statement-breakpoint
CREATE TRIGGER tasks_guard BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION deskfleet_guard_task();
--> statement-breakpoint
CREATE FUNCTION deskfleet_guard_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'what has ended does not change' USING ERRCODE = 'DF002';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempts_guard BEFORE UPDATE ON attempts FOR EACH ROW EXECUTE FUNCTION deskfleet_guard_ended();
--> statement-breakpoint
CREATE TRIGGER sessions_guard BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION deskfleet_guard_ended();
--> statement-breakpoint

ALTER TABLE tasks
  ADD CONSTRAINT tasks_state CHECK (state IN ('queued', 'running', 'waiting_approval', 'human_control', 'paused', 'succeeded', 'failed', 'cancelled', 'expired')),
  ADD CONSTRAINT tasks_one_program CHECK ((workflow_id IS NULL) <> (program IS NULL)),
  ADD CONSTRAINT tasks_limits CHECK (max_attempts >= 1 AND timeout_ms > 0 AND priority BETWEEN 0 AND 100);
--> statement-breakpoint
ALTER TABLE attempts ADD CONSTRAINT attempts_outcome CHECK ((ended_at IS NULL) = (outcome IS NULL));
--> statement-breakpoint
ALTER TABLE sessions ADD CONSTRAINT sessions_ended CHECK ((state = 'ended') = (ended_at IS NOT NULL));
--> statement-breakpoint
ALTER TABLE artifacts ADD CONSTRAINT artifacts_bytes CHECK (content_bytes = octet_length(content) AND content_bytes <= 8388608);
