/** AGENTS.md: the layout of the project, how to change and test it, for people and coding agents. It belongs to the authors of the project. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

export function agentsFile({ projectName }: Project): ScaffoldFile {
  const content = `# Working on ${projectName}

A Kubernetes operator in TypeScript, built with Kubewright, in kubebuilder's layout.

## Commands

\`\`\`sh
npm install
npm run generate                                     # after each change of types or markers
npm run typecheck                                    # check the types
npm test                                             # all tests with their coverage, on an embedded control plane
node --test internal/controller/NAME.test.ts         # one test file
npm run lint-fix                                     # apply the fixes of the linter and format
npx kubewright dev                                   # start a cluster and the operator; restarts on each save
\`\`\`

Run \`npm run generate\`, \`npm run typecheck\`, \`npm test\` and \`npm run lint\` before each commit.
The tests need no cluster and no Docker; \`make test-e2e\` needs both.

## Layout

| path | content | written by |
|---|---|---|
| \`api/\` | the types of each kind and version, with markers such as \`@kubebuilder:validation:Minimum=1\` | you |
| \`internal/controller/\` | one reconciler and its test per kind | you |
| \`internal/webhook/\` | defaults and validation in webhooks, and their tests | you |
| \`internal/setup.ts\` | adds controllers and webhooks to the manager | \`kubewright create\`, you |
| \`internal/flags.ts\` | flags of the program in addition to those of every operator | you |
| \`cmd/main.ts\` | the program | you |
| \`config/samples/\` | an example object of each kind | you |
| \`config/crd/bases/\`, \`config/rbac/role.yaml\`, \`config/webhook/manifests.yaml\` | CRDs, the role of the operator, webhook configurations | \`npm run generate\` |
| \`zz_generated.*\` | descriptors of the kinds, conversions | \`npm run generate\` |
| other files of \`config/\` | manifests for kustomize | \`kubewright\`, you |
| \`PROJECT\` | the record of the scaffold | \`kubewright\` |

Do not edit files that \`npm run generate\` writes.
Do not remove comments with \`+kubebuilder:scaffold\`: \`kubewright create\` inserts lines above them.

## Changes

- **A new kind:** \`npx kubewright create api --group GROUP --version v1 --kind KIND --resource --controller\`.
- **A webhook:** \`npx kubewright create webhook --group GROUP --version v1 --kind KIND --defaulting --programmatic-validation\`.
- **A field:** edit the interface in \`api/\`, run \`npm run generate\`, and extend the sample.
  Stored objects lack a new field, so make it optional or give it a default.
  \`npx kubewright crd-diff --against HEAD\` lists changes that break stored objects or clients.
- **Another kind that the operator reads or writes:** add a \`@kubebuilder:rbac\` marker to the controller and run \`npm run generate\`.
  Tests run with the permissions of \`config/rbac\`, so a missing marker fails them, and the error contains the marker.

${reconcilers}`;
  return { path: "AGENTS.md", content, ifExists: "keep" };
}

const reconcilers = `## Rules of reconcilers

- Read the current state and write the difference. Do not decide from the event that triggered the run.
- A second run with the same state writes nothing.
- Objects from the cache are read-only. Build a new object, or use \`createOrUpdate\` and \`patchStatus\`.
- Return to wait, and throw to retry with backoff. Do not sleep or poll in a reconciler; use \`requeueAfterMs\`.
- Set an owner reference on each child, so that the garbage collector deletes it.
  Use a finalizer only for things outside of the cluster.
- Report the state in \`status.conditions\` with \`observedGeneration\`.

## Tests

Tests start a control plane with \`startEnvironment()\` from \`@kubewright/envtest\`, create objects and wait for a state with \`waitFor()\`.
They do not sleep.
Test each error path and the deletion of the object, not only its creation.
\`KUBEWRIGHT_TEST_SERVER=real\` with \`KUBEBUILDER_ASSETS\` runs the same tests on a real kube-apiserver.
`;
