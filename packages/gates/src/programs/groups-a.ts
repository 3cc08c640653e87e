import { ARCHIVE_TOOLS } from "./archive-tools.ts";
import { awk } from "./awk.ts";
import { BUILTINS } from "./builtins.ts";
import { COMPRESS_TOOLS } from "./compress-tools.ts";
import { DELETE_TOOLS } from "./delete-tools.ts";
import { FILE_TOOLS } from "./file-tools.ts";
import { find } from "./find.ts";
import { jq } from "./jq.ts";
import { LIST_TOOLS } from "./list-tools.ts";
import type { Program } from "./program.ts";
import { rsync } from "./rsync.ts";
import { SEARCH_TOOLS } from "./search-tools.ts";
import { sed } from "./sed.ts";
import { SYSTEM_TOOLS } from "./system-tools.ts";
import { TEXT_TOOLS } from "./text-tools.ts";
import { xargs } from "./xargs.ts";

/** Everyday tools, file tools, archives and Bash's builtins. */
export const PROGRAMS_A: ReadonlyMap<string, Program> = new Map([
  ...TEXT_TOOLS,
  ...LIST_TOOLS,
  ...SEARCH_TOOLS,
  ...SYSTEM_TOOLS,
  ...FILE_TOOLS,
  ...DELETE_TOOLS,
  ...ARCHIVE_TOOLS,
  ...COMPRESS_TOOLS,
  ...BUILTINS,
  ...["awk", "gawk", "mawk", "nawk", "original-awk"].map((name): [string, Program] => [name, awk]),
  ...["sed", "gsed"].map((name): [string, Program] => [name, sed]),
  ["find", find],
  ["jq", jq],
  ["xargs", xargs],
  ["rsync", rsync],
]);
