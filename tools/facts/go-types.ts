/**
 * Records the order and the Go types of the fields of the built-in kinds, which OpenAPI does not publish: errors about a value of the wrong
 * type name Go types (`v1.ServiceAffinity`), and which of several such values is reported depends on the order.
 *
 * Usage: `npx node tools/facts/go-types.ts` (needs Go); writes packages/apiserver/src/kinds/go-types.generated.ts.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const module = fileURLToPath(new URL("../real/kubernetes", import.meta.url));
const types = execFileSync("go", ["run", "-mod=readonly", "./go-types"], { cwd: module, encoding: "utf8" });
writeFileSync(
  new URL("../../packages/apiserver/src/kinds/go-types.generated.ts", import.meta.url),
  `/** Made by tools/facts/go-types.ts, never edited. */
export const goTypes: string = \`
${types}\`;
`,
);
