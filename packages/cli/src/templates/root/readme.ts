/** README.md: how to work on the project. It belongs to its authors from the first moment. */
import { nodeVersionMin } from "../versions.ts";
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

export function readme({ projectName }: Project): ScaffoldFile {
  const image = `registry.example.com/${projectName}:v0.1.0`;
  const content = `# ${projectName}

A Kubernetes operator. Say here what it is for.

## Working on it

Needed: Node ${nodeVersionMin} or newer. \`npm install\` brings the rest.

\`\`\`sh
make test                # generate what is generated, check types, run the tests on a control plane in the process
make lint                # check style and format; make lint-fix corrects what it can
npx kubewright cluster   # a cluster to try things on, in another terminal; it says how to use it
make install run         # install the CRDs in the cluster of the current kubeconfig, and run the operator from here
kubectl apply -k config/samples
\`\`\`

\`make help\` lists every target; \`npm run\` has those that need nothing but Node.

| where | what |
|---|---|
| \`api/\` | the types of the kinds, with markers; CRDs and \`zz_generated.*\` are made from them |
| \`internal/controller/\` | the controllers and their tests |
| \`internal/setup.ts\` | which controllers there are |
| \`cmd/\` | the program and its flags |
| \`config/\` | manifests for kustomize; CRDs and roles in it are generated |
| \`PROJECT\` | what \`kubewright\` knows of the project |

\`npx kubewright create api\` adds a kind, \`npx kubewright create webhook\` a webhook.

## Deploying it

\`\`\`sh
make docker-build docker-push IMG=${image}
make deploy IMG=${image}
make undeploy
\`\`\`

\`make build-installer IMG=${image}\` writes everything into \`dist/install.yaml\`, for users who have only kubectl.
`;
  return { path: "README.md", content, ifExists: "keep" };
}
