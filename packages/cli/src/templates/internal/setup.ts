/** `internal/setup.ts`: where controllers join the program. Later commands put theirs in at its two comments. */
import type { Insertion, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

const path = "internal/setup.ts";

export function setupFile(header: string): ScaffoldFile {
  return { path, content: withHeader(header, code), ifExists: "refuse" };
}

/** Something that joins the manager: a function that takes one, and the module that exports it, as `internal/setup.ts` names it. */
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

const code = `/** Wires the operator together: what \`main\` runs in a cluster is what tests run in a process. */
import type { Manager, SetupContext } from "@kubewright/runtime";
// +kubebuilder:scaffold:imports

/** Whatever runs in the manager adds itself by one of these. */
const parts: readonly ((manager: Manager, program?: SetupContext) => void)[] = [
  // +kubebuilder:scaffold:builder
];

/** Adds the whole operator to a manager. Flags are a program's; tests have none. */
export function setup(manager: Manager, program?: SetupContext): void {
  for (const addTo of parts) addTo(manager, program);
}
`;
