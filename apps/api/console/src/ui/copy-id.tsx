import { useToast } from "./toasts.tsx";

/** An id by its last eight characters (of a uuid v7 the random ones); a click copies the whole. */
export function CopyId({ id, isWhole = false }: { id: string; isWhole?: boolean }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast({ tone: "none", text: `Copied ${id}` });
    } catch {
      // Without https a browser keeps its clipboard to itself: shown whole, the id can be copied by hand.
      toast({ tone: "none", text: id });
    }
  };
  return (
    <button
      type="button"
      className="id mono"
      title={`${id}, click to copy`}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {isWhole ? id : id.slice(-8)}
    </button>
  );
}
