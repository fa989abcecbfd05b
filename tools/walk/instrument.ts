// A loader for `node --import`: each function of the embedded server reports to `trace.ts` when it is entered and left. Generators do not.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";

const folder = new URL("../../packages/apiserver/src/", import.meta.url).href;
const trace = JSON.stringify(new URL("trace.ts", import.meta.url).href);

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(folder) || !url.endsWith(".ts")) return nextLoad(url, context);
    const source = instrumented(readFileSync(fileURLToPath(url), "utf8"), url.slice(folder.length));
    return { format: "module-typescript", source, shortCircuit: true };
  },
});

interface FunctionNode {
  readonly generator?: boolean;
  readonly body: { readonly type: string; readonly start: number; readonly end: number } | null;
}

function instrumented(text: string, file: string): string {
  const insertions: { readonly at: number; readonly code: string }[] = [];
  function addTo({ body, generator }: FunctionNode): void {
    if (body === null || generator === true) return;
    const begin = `const $frame = $enter(${JSON.stringify(file)}); try {`;
    const end = "} finally { $leave($frame); }";
    const isBlock = body.type === "BlockStatement";
    insertions.push(
      isBlock ? { at: body.start + 1, code: begin } : { at: body.start, code: `{ ${begin} return ` },
      isBlock ? { at: body.end - 1, code: end } : { at: body.end, code: `; ${end} }` },
    );
  }
  const { program } = parseSync(file, text, { preserveParens: true });
  new Visitor({
    "FunctionDeclaration:exit": addTo,
    "FunctionExpression:exit": addTo,
    "ArrowFunctionExpression:exit": addTo,
  }).visit(program);

  let code = `import { enter as $enter, leave as $leave } from ${trace};`;
  let copied = 0;
  // The sort is stable and inner functions are visited first, so of two functions that end at the same place the inner one ends first.
  for (const insertion of insertions.toSorted((a, b) => a.at - b.at)) {
    code += text.slice(copied, insertion.at) + insertion.code;
    copied = insertion.at;
  }
  return code + text.slice(copied);
}
