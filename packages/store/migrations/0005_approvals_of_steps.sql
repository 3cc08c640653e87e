ALTER TABLE "approvals" ADD COLUMN "is_task_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now an approval in a task's session was taken for the program's. As a role that row-level security lets see them all.
SET LOCAL ROLE deskfleet_system;
--> statement-breakpoint
UPDATE "approvals" SET "is_task_step" = true WHERE "task_id" IS NOT NULL;
--> statement-breakpoint
RESET ROLE;
