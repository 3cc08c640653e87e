import { Route, Switch } from "wouter";
import { ApprovalsPage } from "./approvals/approvals-page.tsx";
import { AuditPage } from "./audit/audit-page.tsx";
import { AuditorPage } from "./auditor/auditor-page.tsx";
import { BatchPage } from "./batches/batch-page.tsx";
import { BatchesPage } from "./batches/batches-page.tsx";
import { NewBatchPage } from "./batches/new-batch-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { OverviewPage } from "./overview/overview-page.tsx";
import { PoliciesPage } from "./policies/policies-page.tsx";
import { SessionPage } from "./sessions/session-page.tsx";
import { SessionsPage } from "./sessions/sessions-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";
import { NewTaskPage } from "./tasks/new-task-page.tsx";
import { TaskPage } from "./tasks/task-page.tsx";
import { TasksPage } from "./tasks/tasks-page.tsx";

/** Every view has an address. The API answers these first words with this page (src/http/console-pages.ts). */
export function Pages() {
  return (
    <Switch>
      <Route path="/">
        <OverviewPage />
      </Route>
      <Route path="/tasks">
        <TasksPage />
      </Route>
      <Route path="/tasks/new">
        <NewTaskPage />
      </Route>
      <Route path="/tasks/:id">{({ id }) => <TaskPage id={id} />}</Route>
      <Route path="/batches">
        <BatchesPage />
      </Route>
      <Route path="/batches/new">
        <NewBatchPage />
      </Route>
      <Route path="/batches/:id">{({ id }) => <BatchPage id={id} />}</Route>
      <Route path="/sessions">
        <SessionsPage />
      </Route>
      <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} id={id} />}</Route>
      <Route path="/approvals/:id?">{({ id }) => <ApprovalsPage id={id ?? null} />}</Route>
      <Route path="/policies/:tab?">{({ tab }) => <PoliciesPage tab={tab ?? "effective"} />}</Route>
      <Route path="/audit/:tab?">{({ tab }) => <AuditPage tab={tab ?? "records"} />}</Route>
      <Route path="/auditor/:tab?/:id?">{({ tab, id }) => <AuditorPage tab={tab ?? "report"} id={id ?? null} />}</Route>
      <Route path="/settings/:section?/:id?">
        {({ section, id }) => <SettingsPage section={section ?? null} id={id ?? null} />}
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
