CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_name" UNIQUE("tenant_id","name"),
	CONSTRAINT "projects_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "policies" DROP CONSTRAINT "policies_version";--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "principal_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_project_of_tenant" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_project_of_tenant" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_of_tenant" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_version" UNIQUE NULLS NOT DISTINCT("tenant_id","project_id","principal_id","version");--> statement-breakpoint

-- Hand-written from here: what drizzle cannot say (see 0001_security.sql).
ALTER TABLE "policies" ADD CONSTRAINT "policies_owner" CHECK (tenant_id IS NOT NULL OR (project_id IS NULL AND principal_id IS NULL));
--> statement-breakpoint
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "projects" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY system_all ON "projects" TO deskfleet_system USING (current_user = 'deskfleet_system') WITH CHECK (current_user = 'deskfleet_system');
--> statement-breakpoint
CREATE POLICY tenant_own ON "projects" TO deskfleet_tenant
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT ON "projects" TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint
-- A principal's own layers (user, local) are written by the principal that the transaction acts for, whatever the code in front forgot.
CREATE POLICY principal_own ON "policies" AS RESTRICTIVE FOR INSERT TO deskfleet_tenant
  WITH CHECK (principal_id IS NULL OR principal_id = nullif(current_setting('app.principal', true), '')::uuid);
