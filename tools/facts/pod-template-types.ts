/**
 * Records the Go types of a Pod template, which kube-controller-manager hashes field by field.
 *
 * Usage: `npx node tools/facts/pod-template-types.ts` (needs Go); writes packages/controlplane/src/deployment/pod-template-types.generated.ts.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const build = fileURLToPath(new URL("../real/build-program.sh", import.meta.url));
const program = execFileSync(build, ["template-hash"], { encoding: "utf8" }).trim();
const types = execFileSync(program, ["types"], { encoding: "utf8" });
writeFileSync(
  new URL("../../packages/controlplane/src/deployment/pod-template-types.generated.ts", import.meta.url),
  `/** Made by tools/facts/pod-template-types.ts, never edited. */
export const podTemplateTypes: string = \`
${types}\`;
`,
);
