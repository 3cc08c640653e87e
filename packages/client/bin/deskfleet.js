#!/usr/bin/env node
// The program is TypeScript; tsx reads it as it stands, so that nothing has to be built first.
import { register } from "tsx/esm/api";

register();
await import("../src/main.ts");
