/** Prints a sequence as a differential case, ready for a file of cases. */
import type { DifferentialStep } from "../differential/case.ts";

/** `"name": [ … ],`, an entry of `cases(group, { … })`. */
export function caseText(name: string, steps: readonly DifferentialStep[]): string {
  return `${JSON.stringify(name)}: [\n${steps.map((step) => `  ${literal(step)},`).join("\n")}\n],`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${keyText(key)}: ${literal(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

/** In brackets, `__proto__` is an ordinary key. */
function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? key : JSON.stringify(key);
}
