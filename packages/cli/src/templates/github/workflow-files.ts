/** `.github/workflows`: tests, lint, end-to-end tests, and the image for several architectures. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { nodeVersionMin } from "../versions.ts";

/** The versions of external actions. */
export const actions = {
  checkout: "actions/checkout@v5",
  setupNode: "actions/setup-node@v5",
  setupBuildx: "docker/setup-buildx-action@v3",
  login: "docker/login-action@v3",
  metadata: "docker/metadata-action@v5",
  buildPush: "docker/build-push-action@v6",
} as const;

export function workflowFiles(project: Project): readonly ScaffoldFile[] {
  return [
    workflow(
      "test",
      onEveryChange("Test", [
        "npx kubewright generate --verify # Generated files are committed, and no file is orphaned.",
        "make test",
      ]),
    ),
    workflow("lint", onEveryChange("Lint", ["make lint"])),
    workflow("test-e2e", onEveryChange("End-to-end tests", ["kind version", "make test-e2e"])),
    workflow("build-image", buildImage(project)),
  ];
}

function workflow(name: string, content: string): ScaffoldFile {
  return { path: `.github/workflows/${name}.yml`, content, ifExists: "refuse" };
}

/** A workflow of commands that need the packages of the project. */
export function onEveryChange(name: string, commands: readonly string[]): string {
  return `name: ${name}

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  run:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    steps:
      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.setupNode}
        with:
          node-version: ${nodeVersionMin}
          cache: npm
      - run: npm ci --ignore-scripts
${commands.map((command) => `      - run: ${command}\n`).join("")}`;
}

/** The user sets the repository of the images. */
function buildImage({ projectName }: Project): string {
  return `# Builds the image for several architectures and pushes it to IMAGE. It needs the secrets REGISTRY_USERNAME and REGISTRY_PASSWORD, and the
# variable IMAGE_NAMESPACE, the namespace of the images in the registry.
name: Build and push the image

on:
  push:
    branches: [main]
    tags: ["v*"]

permissions:
  contents: read

env:
  REGISTRY: docker.io
  IMAGE: docker.io/\${{ vars.IMAGE_NAMESPACE }}/${projectName}

jobs:
  build:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    steps:
      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      # The program is bundled for all architectures; only the base image differs.
      - uses: ${actions.setupBuildx}
      - uses: ${actions.login}
        with:
          registry: \${{ env.REGISTRY }}
          username: \${{ secrets.REGISTRY_USERNAME }}
          password: \${{ secrets.REGISTRY_PASSWORD }}
      - id: metadata
        uses: ${actions.metadata}
        with:
          images: \${{ env.IMAGE }}
          tags: |
            type=raw,value=latest,enable={{is_default_branch}}
            type=semver,pattern={{version}}
            type=sha
      - uses: ${actions.buildPush}
        with:
          context: .
          platforms: linux/amd64,linux/arm64,linux/s390x
          push: true
          tags: \${{ steps.metadata.outputs.tags }}
          labels: \${{ steps.metadata.outputs.labels }}
          provenance: true
          sbom: true
`;
}
