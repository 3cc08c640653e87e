import { useQueryClient } from "@tanstack/react-query";
import { Brand } from "../shell/brand.tsx";
import { ThemeButton } from "../shell/theme-button.tsx";
import { useTitle } from "../ui/use-title.ts";
import { SignInForm } from "./sign-in-form.tsx";

export function SignInPage({ onSignedIn }: { onSignedIn(): void }) {
  const queries = useQueryClient();
  useTitle("Sign in");
  return (
    <div className="welcome">
      <header className="welcome-bar">
        <Brand />
        <ThemeButton />
      </header>
      <main className="welcome-body">
        <SignInForm
          title="Sign in to Deskfleet"
          text="With an API key of your tenant. The first one, for the administrator, was printed by npm start."
          onSignedIn={() => {
            queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
            onSignedIn();
          }}
        />
      </main>
    </div>
  );
}
