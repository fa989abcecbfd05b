/**
 * Records what OpenAPI does not publish of the Go types behind the built-in kinds. Errors about a value of the wrong type name Go types
 * (`v1.ServiceAffinity`), and which of several such values is reported depends on the order of the fields. Strategic merge patches treat
 * pointers in their own way.
 *
 * Usage: `npx node tools/facts/go-types.ts` (needs Go); writes packages/apiserver/src/kinds/go-types.generated.ts and
 * packages/api-facts/src/pointer-fields.generated.ts.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

write("apiserver/src/kinds/go-types.generated.ts", "goTypes", []);
write("api-facts/src/pointer-fields.generated.ts", "pointerFields", ["pointers"]);

function write(file: string, name: string, args: readonly string[]): void {
  const cwd = fileURLToPath(new URL("../real/kubernetes", import.meta.url));
  const types = execFileSync("go", ["run", "-mod=readonly", "./go-types", ...args], { cwd, encoding: "utf8" });
  writeFileSync(
    new URL(`../../packages/${file}`, import.meta.url),
    `/** Made by tools/facts/go-types.ts, never edited. */
export const ${name}: string = \`
${types}\`;
`,
  );
}
