/** The files for the operator's image. */
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
 * The heap of Node has at least 256 MiB by default, for any memory limit, so that a smaller container is killed before garbage is
 * collected. The flag therefore sets a percentage of the container's limit. The image has no shell and no package manager, and its root
 * file system may be read-only.
 */
const entrypoint = `[${["/nodejs/bin/node", ...nodeFlags(Number(nodeVersionMin)), "/app/main.js"].map((part) => JSON.stringify(part)).join(", ")}]`;

const dockerfile = `# The program is the same for all architectures, so it is built once, on the platform of this machine.
FROM --platform=$BUILDPLATFORM node:${nodeVersionMin}-bookworm-slim AS build
WORKDIR /workspace
# Packages are a separate layer, because they change less often than the sources.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM gcr.io/distroless/nodejs${nodeVersionMin}-debian12:nonroot
COPY --from=build /workspace/dist /app
USER 65532:65532
# The program writes no files, starts no processes and loads no native code. The heap has three quarters of the memory limit,
# of which new objects have at most 12 MiB. Node ${networkPermissionSince} and newer also need --allow-net.
ENTRYPOINT ${entrypoint}
`;

const dockerignore = `# Only the sources of the program are in the build context.
**
!**/*.ts
!**/*.json
!rolldown.config.js
**/*.test.ts
**/node_modules
dist
.devcontainer
`;
