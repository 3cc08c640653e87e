import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense, useState } from "react";
import { Router } from "wouter";
import { RequireSignIn } from "./auth/auth-context.tsx";
import { makeQueryClient } from "./client/query-client.ts";
import { ROOT } from "./client/root.ts";
import { LiveProvider } from "./live/live-provider.tsx";
import { Pages } from "./pages/pages.tsx";
import { Shell } from "./shell/shell.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { ToastProvider } from "./ui/toasts.tsx";

export function App() {
  const [queries] = useState(makeQueryClient);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base={ROOT.replace(/\/$/, "")}>
          <ToastProvider>
            <RequireSignIn>
              <LiveProvider>
                <Shell>
                  <ErrorBoundary>
                    <Suspense>
                      <Pages />
                    </Suspense>
                  </ErrorBoundary>
                </Shell>
              </LiveProvider>
            </RequireSignIn>
          </ToastProvider>
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}
