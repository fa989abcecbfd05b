/** `cmd/main.ts`: the program. What it does is in sight; how a process is set up and ended is the library's. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function mainFile(project: Project, header: string): ScaffoldFile {
  return { path: "cmd/main.ts", content: withHeader(header, code(project)), ifExists: "refuse" };
}

function code({ projectName, domain, namespaced = false }: Project): string {
  const lease = domain === undefined ? projectName : `${projectName}.${domain}`;
  return `/** The ${projectName} operator as a program. */
import { runOperator } from "@kubewright/runtime";
import { setup } from "../internal/setup.ts";

await runOperator(process, {
  name: "${projectName}",
  summary: "Runs the ${projectName} operator",
  // The Lease by which one of several replicas is elected.
  leaderElectionId: "${lease}",
${namespaced ? namespaceLines : ""}  setup,
});
`;
}

const namespaceLines = `  // The one that the Pod runs in, or that of the kubeconfig: the operator sees no other and has no rights there.
  manager: ({ namespace }) => ({ cache: { defaultNamespaces: [namespace] } }),
`;
