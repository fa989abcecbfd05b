/** What the operator's image is built from. */
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { nodeVersionMin } from "../versions.ts";

export function imageFiles(): readonly ScaffoldFile[] {
  return [
    { path: "Dockerfile", content: dockerfile, ifExists: "refuse" },
    { path: ".dockerignore", content: dockerignore, ifExists: "refuse" },
  ];
}

/** From this version on, Node's permission model covers the network. Older versions reject the flag. */
const networkPermissionSince = 25;

/**
 * The flags of Node `major` in the image. The permissions are those of a program that calls an API server and serves probes, metrics and webhooks.
 */
export function nodeFlags(major: number): readonly string[] {
  const network = major >= networkPermissionSince ? ["--allow-net"] : [];
  const heap = ["--max-old-space-size-percentage=75", "--max-semi-space-size=4"];
  return ["--permission", "--allow-fs-read=*", ...network, "--disable-proto=delete", ...heap];
}

/**
 * By itself, Node gives its heap 256 MiB at least and does not ask what the container may have; a smaller container is killed before
 * garbage is collected. Hence the percentage, which is of the container's limit. The image has no shell and no package manager, and its root may
 * be read-only.
 */
const entrypoint = `[${["/nodejs/bin/node", ...nodeFlags(Number(nodeVersionMin)), "/app/main.js"].map((part) => JSON.stringify(part)).join(", ")}]`;

const dockerfile = `# The program is the same for every architecture, so it is built once, on that of the machine.
FROM --platform=$BUILDPLATFORM node:${nodeVersionMin}-bookworm-slim AS build
WORKDIR /workspace
# Packages come first: they change less often than the sources.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM gcr.io/distroless/nodejs${nodeVersionMin}-debian12:nonroot
COPY --from=build /workspace/dist /app
USER 65532:65532
# No file is written, no process started, no native code loaded; the heap may have three quarters of the container's memory limit,
# and new objects at most 12 MiB of it. Node ${networkPermissionSince} and newer also need --allow-net.
ENTRYPOINT ${entrypoint}
`;

const dockerignore = `# Everything stays out but what the program is built from.
**
!**/*.ts
!**/*.json
!rolldown.config.js
**/*.test.ts
**/node_modules
dist
.devcontainer
`;
