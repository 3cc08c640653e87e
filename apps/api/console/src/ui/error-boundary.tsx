import { Component, type ReactNode } from "react";
import { ProblemCard } from "./problem-card.tsx";

interface State {
  readonly error: unknown;
}

/** A fault in one page takes only that page away: the navigation stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ProblemCard error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
