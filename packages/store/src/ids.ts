import { v7 } from "uuid";

/** uuid v7: ids sort by time of creation, which paging relies on. Within a process they only ever increase. */
export const newId = (): string => v7();
