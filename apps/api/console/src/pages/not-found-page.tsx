import { Link } from "wouter";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Nothing here">
      <EmptyState title="No page has this address.">
        <p>
          Go to the <Link href="/">overview</Link>, or press <kbd>Ctrl K</kbd> and look for what you meant.
        </p>
      </EmptyState>
    </Page>
  );
}
