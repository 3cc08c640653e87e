import type { EventType, FleetEvent } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { usePrincipal } from "../auth/auth-context.tsx";
import type { StreamState } from "./event-stream.ts";
import { CHANGED_BY, type Resource } from "./event-types.ts";
import { untilWritten } from "./settled.ts";
import { SharedStream } from "./shared-stream.ts";
import { collect } from "./throttle.ts";

/** How often what an event changed is read again, at most. */
const REFRESH_MS = 700;
const Stream = createContext<SharedStream | null>(null);

/** Opens the event stream for all below, and has what the events change read again: everything but long lists, see use-live-list. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { id } = usePrincipal();
  const [stream] = useState(() => new SharedStream(id, () => void queries.invalidateQueries()));
  useEffect(() => {
    const changed = collect<Resource>((resources) => {
      for (const resource of resources)
        void queries.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] === resource && queryKey[1] !== "list",
        });
    }, REFRESH_MS);
    const settled = untilWritten(({ type }) => {
      for (const resource of CHANGED_BY[type]) changed.add(resource);
    });
    const unsubscribe = stream.subscribe(settled.listen);
    stream.open();
    return () => {
      unsubscribe();
      settled.end();
      changed.cancel();
      stream.close();
    };
  }, [stream, queries]);
  return <Stream value={stream}>{children}</Stream>;
}

function useStream(): SharedStream {
  const stream = useContext(Stream);
  if (stream === null) throw new Error("only below LiveProvider");
  return stream;
}

export function useStreamState(): StreamState {
  const stream = useStream();
  return useSyncExternalStore(stream.watch, stream.state);
}

/** Calls `onEvent` for each event of these types while the component is shown. */
export function useEvents(types: readonly EventType[], onEvent: (event: FleetEvent) => void): void {
  const stream = useStream();
  const handle = useEffectEvent((event: FleetEvent) => {
    if (types.includes(event.type)) onEvent(event);
  });
  useEffect(() => stream.subscribe((event) => handle(event)), [stream]);
}

/** The same for what reads again what an event changed: it is called once more when the change is written down for certain. */
export function useChanges(types: readonly EventType[], onChange: (event: FleetEvent) => void): void {
  const stream = useStream();
  const handle = useEffectEvent((event: FleetEvent) => {
    if (types.includes(event.type)) onChange(event);
  });
  useEffect(() => {
    const settled = untilWritten((event) => handle(event));
    const unsubscribe = stream.subscribe(settled.listen);
    return () => {
      unsubscribe();
      settled.end();
    };
  }, [stream]);
}
