/** The command as a function, for programs and tests that run it in their own process. */
export { run } from "./program.ts";
export type { RunOptions } from "./program.ts";
export { CommandError } from "./io.ts";
export type { Io } from "./io.ts";
