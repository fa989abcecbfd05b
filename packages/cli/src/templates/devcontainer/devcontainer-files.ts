/** `.devcontainer`: a development environment with all programs that the Makefile needs. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { printJson } from "../json.ts";
import { nodeVersionMin } from "../versions.ts";

/** The version of kind, which creates clusters for end-to-end tests. */
const kindVersion = "v0.30.0";

export function devcontainerFiles({ projectName }: Project): readonly ScaffoldFile[] {
  const settings = {
    name: projectName,
    image: `mcr.microsoft.com/devcontainers/typescript-node:${nodeVersionMin}-bookworm`,
    features: {
      "ghcr.io/devcontainers/features/docker-in-docker:2": {},
      "ghcr.io/devcontainers/features/kubectl-helm-minikube:1": { helm: "none", minikube: "none" },
    },
    remoteUser: "node",
    onCreateCommand: "bash .devcontainer/post-install.sh",
    customizations: { vscode: { extensions: ["oxc.oxc-vscode"] } },
  };
  return [
    {
      path: ".devcontainer/devcontainer.json",
      content: printJson(settings),
      ifExists: "refuse",
    },
    { path: ".devcontainer/post-install.sh", content: postInstall, ifExists: "refuse", executable: true },
  ];
}

const postInstall = `#!/bin/bash
# Installs kind, which creates the clusters of the end-to-end tests, and the packages of the project.
set -euo pipefail

arch=$(dpkg --print-architecture)
release=https://github.com/kubernetes-sigs/kind/releases/download/${kindVersion}
cd "$(mktemp -d)"
curl -fsSLO "$release/kind-linux-$arch" -fsSLO "$release/kind-linux-$arch.sha256sum"
sha256sum --check "kind-linux-$arch.sha256sum"
sudo install "kind-linux-$arch" /usr/local/bin/kind
cd - >/dev/null

npm install --ignore-scripts
`;
