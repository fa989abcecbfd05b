/** `internal/flags.ts`: the flags that the author adds, with their types for the program and for all parts of the operator. */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function flagsFile(header: string): ScaffoldFile {
  return { path: "internal/flags.ts", content: withHeader(header, code), ifExists: "refuse" };
}

const code = `/** The flags of the program in addition to those of every operator, which \`npm run run -- --help\` lists. */
import type { FlagTable, FlagValues, OperatorFlags, SetupContext } from "@kubewright/runtime";

/** By name: \`"page-size": { type: "string", default: "50", argument: "NUMBER", help: "the objects in each request" }\`. */
export const flags = {} as const satisfies FlagTable;

/** The context of the program with the values of all flags, which have names in camelCase: \`program.flags.pageSize\`. */
export type Program = SetupContext<OperatorFlags & FlagValues<typeof flags>>;
`;
