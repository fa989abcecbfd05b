/** `cmd/main.ts`: the program. It configures the operator; `runOperator` starts and stops the process. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function mainFile(project: Project, header: string): ScaffoldFile {
  return { path: "cmd/main.ts", content: withHeader(header, code(project)), ifExists: "refuse" };
}

function code({ projectName, domain, namespaced = false }: Project): string {
  const lease = domain === undefined ? projectName : `${projectName}.${domain}`;
  return `/** The program of the ${projectName} operator. */
import { runOperator } from "@kubewright/runtime";
import { flags } from "../internal/flags.ts";
import { setup } from "../internal/setup.ts";

await runOperator(process, {
  name: "${projectName}",
  summary: "Runs the ${projectName} operator",
  // The Lease for the leader election of several replicas.
  leaderElectionId: "${lease}",
  flags,
${namespaced ? namespaceLines : ""}  setup,
});
`;
}

const namespaceLines = `  // The namespace of the Pod, or of the kubeconfig. The operator has no permissions in other namespaces.
  manager: ({ namespace }) => ({ cache: { defaultNamespaces: [namespace] } }),
`;
