import { useHasRole } from "../../auth/auth-context.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Everything at once, one click and its confirmation away from every page. */
export function StopAllButton({ onOpen }: { onOpen(): void }) {
  const isAdmin = useHasRole("admin");
  if (!isAdmin) return null;
  return (
    <Button kind="danger" size="small" onClick={onOpen}>
      <Icon name="stop" size={14} /> Stop all
    </Button>
  );
}
