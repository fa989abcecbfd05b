/** `internal/setup.ts`: adds controllers to the manager. Later commands insert lines above its two comments. */
import type { Insertion, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

const path = "internal/setup.ts";

export function setupFile(header: string): ScaffoldFile {
  return { path, content: withHeader(header, code), ifExists: "refuse" };
}

/** A part of the operator: the name of the function that adds it, and the import path of its module from `internal/setup.ts`. */
export interface SetupPart {
  readonly name: string;
  readonly module: string;
}

export function setupInsertions({ name, module }: SetupPart): readonly Insertion[] {
  return [
    { path, marker: "imports", lines: [`import { ${name} } from "${module}";`] },
    { path, marker: "builder", lines: [`${name},`] },
  ];
}

const code = `/** Sets up the operator, for \`main\` in a cluster and for tests in a process. */
import type { Manager } from "@kubewright/runtime";
import type { Program } from "./flags.ts";
// +kubebuilder:scaffold:imports

/** The functions that add controllers and webhooks to the manager. */
const parts: readonly ((manager: Manager, program?: Program) => void)[] = [
  // +kubebuilder:scaffold:builder
];

/** Adds the operator to a manager. \`program\` has the flags of the program, and is absent in tests. */
export function setup(manager: Manager, program?: Program): void {
  for (const addTo of parts) addTo(manager, program);
}
`;
