/** README.md: how to work on the project. It belongs to the authors of the project. */
import { nodeVersionMin } from "../versions.ts";
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

export function readme({ projectName }: Project): ScaffoldFile {
  const image = `registry.example.com/${projectName}:v0.1.0`;
  const content = `# ${projectName}

A Kubernetes operator. Describe its purpose here.

## Development

Prerequisite: Node ${nodeVersionMin} or newer. \`npm install\` installs everything else.

\`\`\`sh
make test                # generate code and manifests, check types, run the tests on an embedded control plane
make lint                # check style and format; make lint-fix applies fixes
npx kubewright cluster   # start a cluster in another terminal; it prints how to use it
make install run         # install the CRDs in the cluster of the current kubeconfig, and run the operator on this machine
kubectl apply -k config/samples
\`\`\`

\`make help\` lists all targets; \`npm run\` lists those that need only Node.

| path | content |
|---|---|
| \`api/\` | the types of the kinds, with markers; CRDs and \`zz_generated.*\` are generated from them |
| \`internal/controller/\` | the controllers and their tests |
| \`internal/setup.ts\` | adds the controllers to the manager |
| \`cmd/\` | the program and its flags |
| \`config/\` | manifests for kustomize; CRDs and roles in it are generated |
| \`PROJECT\` | the scaffolding record of \`kubewright\` |

\`npx kubewright create api\` adds a kind, \`npx kubewright create webhook\` a webhook.

## Deployment

\`\`\`sh
make docker-build docker-push IMG=${image}
make deploy IMG=${image}
make undeploy
\`\`\`

\`make build-installer IMG=${image}\` writes all manifests to \`dist/install.yaml\`, for users with only kubectl.
`;
  return { path: "README.md", content, ifExists: "keep" };
}
