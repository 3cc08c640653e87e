ALTER TABLE "approvals" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "offers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "is_code_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "expired_because" text;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "approval_id" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "revoked_by" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_project_of_tenant" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_session_of_tenant" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grants_session" ON "grants" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint

-- Hand-written from here: what drizzle cannot say (see 0001_security.sql).
ALTER TABLE "grants" ADD CONSTRAINT "grants_scope" CHECK (
  (scope IN ('once', 'session')) = (session_id IS NOT NULL) AND (scope = 'project') = (project_id IS NOT NULL));
--> statement-breakpoint
-- What was frozen stays as it was, and what has ended stays ended; no application can write otherwise.
CREATE FUNCTION deskfleet_guard_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('denied', 'expired', 'executed') THEN
    RAISE EXCEPTION 'an approval that has ended does not change' USING ERRCODE = 'DF002';
  END IF;
  IF NEW.state IS DISTINCT FROM OLD.state AND NOT (
    (OLD.state = 'pending' AND NEW.state IN ('approved', 'denied', 'expired'))
    OR (OLD.state = 'approved' AND NEW.state IN ('executed', 'expired'))
  ) THEN
    RAISE EXCEPTION 'an approval does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'DF002';
  END IF;
  IF (NEW.id, NEW.tenant_id, NEW.session_id, NEW.tool, NEW.params, NEW.digest, NEW.frozen, NEW.evaluation, NEW.requested_by,
      NEW.is_code_required, NEW.offers)
    IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.session_id, OLD.tool, OLD.params, OLD.digest, OLD.frozen, OLD.evaluation,
      OLD.requested_by, OLD.is_code_required, OLD.offers)
    OR NEW.expires_at > OLD.expires_at THEN
    RAISE EXCEPTION 'a frozen action does not change' USING ERRCODE = 'DF002';
  END IF;
  IF OLD.state <> 'pending' AND (NEW.answer, NEW.answered_by) IS DISTINCT FROM (OLD.answer, OLD.answered_by) THEN
    RAISE EXCEPTION 'an answer does not change' USING ERRCODE = 'DF002';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER approvals_guard BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION deskfleet_guard_approval();
--> statement-breakpoint
-- A consent is taken away once, and nothing else about it ever changes.
CREATE FUNCTION deskfleet_guard_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL OR NEW.revoked_at IS NULL THEN
    RAISE EXCEPTION 'a consent is taken away once' USING ERRCODE = 'DF002';
  END IF;
  IF (to_jsonb(NEW) - 'revoked_at' - 'revoked_by') IS DISTINCT FROM (to_jsonb(OLD) - 'revoked_at' - 'revoked_by') THEN
    RAISE EXCEPTION 'a consent does not change' USING ERRCODE = 'DF002';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER grants_guard BEFORE UPDATE ON grants FOR EACH ROW EXECUTE FUNCTION deskfleet_guard_grant();
