CREATE SEQUENCE "public"."fencing_tokens" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"task_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"tool" text NOT NULL,
	"params" jsonb NOT NULL,
	"digest" text NOT NULL,
	"frozen" jsonb NOT NULL,
	"evaluation" jsonb NOT NULL,
	"code_sha256" text,
	"requested_by" text NOT NULL,
	"answered_by" text,
	"answer" text,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"executed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"principal_id" uuid,
	"grant" text NOT NULL,
	"scope" text NOT NULL,
	"session_id" uuid,
	"layer" text NOT NULL,
	"given_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"task_id" uuid,
	"session_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"content_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"chain" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"hmac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"chain" text NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"session_id" uuid,
	"task_id" uuid,
	"attempt_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"params" jsonb NOT NULL,
	"evaluation" jsonb,
	"intent_id" uuid,
	"result" text,
	"reason" text,
	"duration_ms" double precision,
	"frame" jsonb,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"workflow_id" uuid NOT NULL,
	"workflow" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"concurrency" integer NOT NULL,
	"stop_after_failures" integer,
	"rows" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "batches_reference" UNIQUE("tenant_id","reference"),
	CONSTRAINT "batches_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" uuid NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"task_id" uuid,
	"batch_id" uuid,
	"session_id" uuid,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tenant_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"url" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"url" text NOT NULL,
	"types" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"body_sha256" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "console_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"principal_id" uuid NOT NULL,
	"token_sha256" "bytea" NOT NULL,
	"session_id" uuid,
	"mode" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "console_sessions_token_sha256_unique" UNIQUE("token_sha256")
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"key_sha256" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "keys_key_sha256_unique" UNIQUE("key_sha256")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"principal_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"ticket_sha256" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"redeemed_at" timestamp with time zone,
	CONSTRAINT "tickets_ticket_sha256_unique" UNIQUE("ticket_sha256")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"comment" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_version" UNIQUE NULLS NOT DISTINCT("tenant_id","version")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"principal_id" uuid NOT NULL,
	"state" text DEFAULT 'starting' NOT NULL,
	"controller" text DEFAULT 'agent' NOT NULL,
	"task_id" uuid,
	"attempt_id" uuid,
	"worker_id" text,
	"fencing_token" bigint NOT NULL,
	"desktop" jsonb NOT NULL,
	"grants" jsonb NOT NULL,
	"idle_timeout_seconds" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "sessions_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"slots" integer NOT NULL,
	"used" integer NOT NULL,
	"warm" integer NOT NULL,
	"images" jsonb NOT NULL,
	"runtimes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"step" text NOT NULL,
	"saved" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attempt_steps_step" UNIQUE("attempt_id","step")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"worker_id" text NOT NULL,
	"session_id" uuid,
	"fencing_token" bigint NOT NULL,
	"lease_expires_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"reason" text,
	"output" jsonb,
	CONSTRAINT "attempts_fencing_token_unique" UNIQUE("fencing_token"),
	CONSTRAINT "attempts_number" UNIQUE("task_id","number"),
	CONSTRAINT "attempts_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reference" text,
	"workflow_id" uuid,
	"workflow" text,
	"program" jsonb,
	"batch_id" uuid,
	"row" integer,
	"inputs" jsonb NOT NULL,
	"policy" jsonb,
	"priority" integer NOT NULL,
	"not_before" timestamp with time zone,
	"deadline" timestamp with time zone,
	"timeout_ms" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"webhook" text,
	"outcome" text,
	"reason" text,
	"output" jsonb,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"dispatch" integer DEFAULT 0 NOT NULL,
	"dispatched_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	CONSTRAINT "tasks_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "workflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflows_version" UNIQUE("tenant_id","name","version"),
	CONSTRAINT "workflows_tenant_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_session_of_tenant" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_workflow" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflows"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_principal_id_keys_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_principal_id_keys_id_fk" FOREIGN KEY ("principal_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_steps" ADD CONSTRAINT "attempt_steps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_steps" ADD CONSTRAINT "attempt_steps_attempt_of_tenant" FOREIGN KEY ("tenant_id","attempt_id") REFERENCES "public"."attempts"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_task_of_tenant" FOREIGN KEY ("tenant_id","task_id") REFERENCES "public"."tasks"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_batch_of_tenant" FOREIGN KEY ("tenant_id","batch_id") REFERENCES "public"."batches"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_workflow_of_tenant" FOREIGN KEY ("tenant_id","workflow_id") REFERENCES "public"."workflows"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_tenant" ON "approvals" USING btree ("tenant_id","state","id");--> statement-breakpoint
CREATE INDEX "approvals_expiry" ON "approvals" USING btree ("expires_at") WHERE state in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "approvals_session" ON "approvals" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "grants_principal" ON "grants" USING btree ("tenant_id","principal_id");--> statement-breakpoint
CREATE INDEX "artifacts_task" ON "artifacts" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "artifacts_session" ON "artifacts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "audit_heads_tenant" ON "audit_heads" USING btree ("tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_records_chain" ON "audit_records" USING btree ("chain","seq");--> statement-breakpoint
CREATE INDEX "audit_records_tenant" ON "audit_records" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "audit_records_outcome" ON "audit_records" USING btree ("intent_id") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "batches_state" ON "batches" USING btree ("state");--> statement-breakpoint
CREATE INDEX "events_cursor" ON "events" USING btree ("tenant_id","xid","id");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "keys_tenant" ON "keys" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "sessions_task" ON "sessions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("worker_id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "attempt_steps_task" ON "attempt_steps" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_success" ON "attempts" USING btree ("task_id") WHERE outcome = 'success';--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_open" ON "attempts" USING btree ("task_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "attempts_lease" ON "attempts" USING btree ("lease_expires_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("tenant_id","batch_id","priority" DESC NULLS LAST,"id") WHERE state = 'queued' and dispatched_at is null;--> statement-breakpoint
CREATE INDEX "tasks_active" ON "tasks" USING btree ("tenant_id","batch_id") WHERE state in ('running', 'waiting_approval', 'human_control', 'paused') or (state = 'queued' and dispatched_at is not null);--> statement-breakpoint
CREATE INDEX "tasks_deadline" ON "tasks" USING btree ("deadline") WHERE state = 'queued' and deadline is not null;--> statement-breakpoint
CREATE INDEX "tasks_batch" ON "tasks" USING btree ("batch_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_batch_row" ON "tasks" USING btree ("batch_id","row") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_reference" ON "tasks" USING btree ("tenant_id","reference") WHERE reference is not null;