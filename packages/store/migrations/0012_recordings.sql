CREATE TABLE "session_frames" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	"action_id" uuid,
	"status" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text,
	"masked" jsonb NOT NULL,
	"content" "bytea",
	"content_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "control" jsonb;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "is_draining" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session_frames" ADD CONSTRAINT "session_frames_session_of_tenant" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_frames_session" ON "session_frames" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "session_frames_retention" ON "session_frames" USING btree ("tenant_id","created_at");--> statement-breakpoint

-- Hand-written from here: what drizzle cannot say (see 0001_security.sql).
ALTER TABLE session_frames ADD CONSTRAINT session_frames_content CHECK (
  (status = 'kept') = (content IS NOT NULL) AND (status = 'withheld') = (sha256 IS NULL));
--> statement-breakpoint
ALTER TABLE session_frames ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE session_frames FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY system_all ON session_frames TO deskfleet_system
  USING (current_user = 'deskfleet_system') WITH CHECK (current_user = 'deskfleet_system');
--> statement-breakpoint
CREATE POLICY tenant_own ON session_frames TO deskfleet_tenant
  USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
--> statement-breakpoint
GRANT SELECT, INSERT ON session_frames TO deskfleet_tenant, deskfleet_system;
--> statement-breakpoint
-- Retention: a tenant's recordings are kept for as long as its policy says, the frames of its tasks among them.
GRANT DELETE ON session_frames, artifacts TO deskfleet_system;
