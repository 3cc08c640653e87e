DROP INDEX "tasks_batch";--> statement-breakpoint
CREATE INDEX "tasks_outcome" ON "tasks" USING btree ("tenant_id","outcome","id") WHERE outcome <> 'success';--> statement-breakpoint
CREATE INDEX "tasks_batch" ON "tasks" USING btree ("batch_id","state","outcome","tenant_id");