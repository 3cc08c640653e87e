CREATE TABLE "auditor_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"judgement_id" uuid,
	"expect" text NOT NULL,
	"comment" text NOT NULL,
	"context" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "auditor_cases_judgement" UNIQUE("tenant_id","judgement_id")
);
--> statement-breakpoint
CREATE TABLE "auditor_judgements" (
	"id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"session_id" uuid NOT NULL,
	"task_id" uuid,
	"action_id" uuid,
	"tool" text NOT NULL,
	"mode" text NOT NULL,
	"is_enforced" boolean NOT NULL,
	"verdict" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"rules_version" text NOT NULL,
	"model" jsonb,
	"is_from_cache" boolean NOT NULL,
	"approval_id" uuid,
	"overridden_by" text,
	"report_kind" text,
	"reported_by" text,
	"reported_at" timestamp with time zone,
	"report_comment" text,
	"context" jsonb,
	CONSTRAINT "auditor_judgements_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "auditor_model_calls" (
	"tenant_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	"tokens_in" bigint DEFAULT 0 NOT NULL,
	"tokens_out" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "auditor_model_calls_tenant_id_hour_pk" PRIMARY KEY("tenant_id","hour")
);
--> statement-breakpoint
CREATE TABLE "auditor_packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "auditor_packs_version" UNIQUE("tenant_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "goal" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "trusted_domains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "goal" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "trusted_domains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "auditor_cases" ADD CONSTRAINT "auditor_cases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_judgements" ADD CONSTRAINT "auditor_judgements_session_of_tenant" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_model_calls" ADD CONSTRAINT "auditor_model_calls_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditor_packs" ADD CONSTRAINT "auditor_packs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auditor_cases_tenant" ON "auditor_cases" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "auditor_judgements_session" ON "auditor_judgements" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "auditor_judgements_verdict" ON "auditor_judgements" USING btree ("tenant_id","verdict","id") WHERE verdict <> 'pass';--> statement-breakpoint
CREATE INDEX "auditor_judgements_mode" ON "auditor_judgements" USING btree ("tenant_id","mode","id");--> statement-breakpoint
CREATE INDEX "auditor_judgements_overridden" ON "auditor_judgements" USING btree ("tenant_id","id") WHERE overridden_by is not null;--> statement-breakpoint
CREATE INDEX "auditor_judgements_report" ON "auditor_judgements" USING btree ("tenant_id","report_kind","id") WHERE report_kind is not null;--> statement-breakpoint
CREATE INDEX "auditor_judgements_approval" ON "auditor_judgements" USING btree ("approval_id") WHERE approval_id is not null;--> statement-breakpoint
CREATE INDEX "auditor_judgements_at" ON "auditor_judgements" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "auditor_packs_one_active" ON "auditor_packs" USING btree ("tenant_id","name") WHERE is_active;--> statement-breakpoint
CREATE INDEX "auditor_packs_tenant" ON "auditor_packs" USING btree ("tenant_id","id");--> statement-breakpoint

-- Hand-written from here: what drizzle cannot say (see 0001_security.sql).
DO $$
DECLARE
  name text;
  system constant text := $p$current_user = 'deskfleet_system'$p$;
  mine constant text := $p$tenant_id = nullif(current_setting('app.tenant', true), '')::uuid$p$;
BEGIN
  FOREACH name IN ARRAY ARRAY['auditor_judgements', 'auditor_cases', 'auditor_packs', 'auditor_model_calls']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system_all ON %I TO deskfleet_system USING (%s) WITH CHECK (%s)', name, system, system);
    EXECUTE format('CREATE POLICY tenant_own ON %I TO deskfleet_tenant USING (%s) WITH CHECK (%s)', name, mine, mine);
    EXECUTE format('GRANT SELECT ON %I TO deskfleet_tenant, deskfleet_system', name);
    EXECUTE format('GRANT INSERT ON %I TO deskfleet_tenant', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What was judged, and the text of a pack, never change: only what people say of the one, and whether the other is in force.
GRANT UPDATE (overridden_by, report_kind, reported_by, reported_at, report_comment) ON auditor_judgements TO deskfleet_tenant;
--> statement-breakpoint
GRANT UPDATE (is_active) ON auditor_packs TO deskfleet_tenant;
--> statement-breakpoint
GRANT UPDATE (calls, tokens_in, tokens_out) ON auditor_model_calls TO deskfleet_tenant;
--> statement-breakpoint
-- A case is the tenant's own, and holds what a screen showed.
GRANT DELETE ON auditor_cases TO deskfleet_tenant;
--> statement-breakpoint
-- Retention: with the recordings of the same sessions.
GRANT DELETE ON auditor_judgements, auditor_model_calls TO deskfleet_system;
--> statement-breakpoint
ALTER TABLE auditor_judgements ADD CONSTRAINT auditor_judgements_report CHECK (
  (report_kind IS NULL) = (reported_by IS NULL) AND (report_kind IS NULL) = (reported_at IS NULL)
  AND (report_kind IS NULL) = (report_comment IS NULL));
