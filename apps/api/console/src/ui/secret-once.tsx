import { Button } from "./button.tsx";
import { useToast } from "./toasts.tsx";

/** Something that is shown this once: it is kept nowhere, here neither. */
export function SecretOnce({ label, secret, onDone }: { label: string; secret: string; onDone(): void }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast({ tone: "good", text: "Copied" });
    } catch {
      toast({ tone: "bad", text: "The browser does not let the page copy; select the text by hand" });
    }
  };
  return (
    <section className="note secret" data-tone="warn" aria-label={label}>
      <p>
        <strong>{label}</strong> It is shown this once and can never be read again.
      </p>
      <code className="secret-text">{secret}</code>
      <div className="buttons">
        <Button size="small" onClick={copy}>
          Copy
        </Button>
        <Button size="small" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </section>
  );
}
