import { useState } from "react";
import { useHasRole } from "../auth/auth-context.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { StopAllDialog } from "./stop-all-dialog.tsx";

/** Everything at once, one click and its confirmation away from every page. */
export function StopAllButton() {
  const isAdmin = useHasRole("admin");
  const [isOpen, setIsOpen] = useState(false);
  if (!isAdmin) return null;
  return (
    <>
      <Button kind="danger" size="small" onClick={() => setIsOpen(true)}>
        <Icon name="stop" size={14} /> Stop all
      </Button>
      {isOpen && <StopAllDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
