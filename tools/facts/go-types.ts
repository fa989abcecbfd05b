/**
 * Records the facts of the Go types of built-in kinds that OpenAPI does not publish. Errors about a value of the wrong type name Go types
 * (`v1.ServiceAffinity`), and which of several such values is reported depends on the order of the fields.
 *
 * Usage: `npx node tools/facts/go-types.ts` (needs Go); writes packages/api-facts/src/go/fields.generated.ts.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("../real/kubernetes", import.meta.url));
const types = execFileSync("go", ["run", "-mod=readonly", "./go-types"], { cwd, encoding: "utf8" });
writeFileSync(
  new URL("../../packages/api-facts/src/go/fields.generated.ts", import.meta.url),
  `/** Made by tools/facts/go-types.ts, never edited. */
export const goTypes: string = \`
${types}\`;
`,
);
