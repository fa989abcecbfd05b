/**
 * Adds an environment variable to the manager in `config/manager/manager.yaml`. The file belongs to the author, so only the lines of the
 * variable are inserted, and all others are unchanged, byte for byte.
 */
import { isMap, isScalar, isSeq, parseAllDocuments } from "yaml";
import type { Node, YAMLMap } from "yaml";

import type { Edit } from "../../scaffold/scaffold-file.ts";
import { text as plain } from "./yaml.ts";

/** The name and the value must not need escapes. A variable with another value is not changed, because the author may have set it. */
export function managerVariable(name: string, value: string): Edit {
  return {
    path: "config/manager/manager.yaml",
    change: (text) => withVariable(text, name, value),
    byHand: `${name} has another value, or there is no container "manager" in block style: set ${name}=${value} for the operator yourself`,
  };
}

function withVariable(text: string, name: string, value: string): string | undefined {
  const container = managerIn(text);
  if (!container) return undefined;
  const entry = [`- name: ${name}`, `  value: ${plain(value)}`];

  const env = container.get("env", true);
  if (env === undefined) {
    const pair = container.items.find(({ key }) => isScalar(key) && key.value === "name");
    if (!isScalar(pair?.key) || !isScalar(pair.value)) return undefined;
    const column = columnOf(text, pair.key);
    return inserted(text, pair.value, [`${column}env:`, ...entry.map((line) => `${column}  ${line}`)]);
  }
  if (!isSeq(env) || env.flow === true) return undefined;
  const there = env.items.find((item) => isMap(item) && item.get("name") === name);
  if (isMap(there)) return there.get("value") === value ? text : undefined;
  const last = env.items.at(-1);
  if (!isMap(last)) return undefined;
  // The entry begins after its dash and a space.
  const column = columnOf(text, last).slice(2);
  return inserted(
    text,
    last,
    entry.map((line) => column + line),
  );
}

/** The container `manager`, the name that kubebuilder uses. */
function managerIn(text: string): YAMLMap | undefined {
  for (const document of parseAllDocuments(text)) {
    if (!("errors" in document) || document.errors.length > 0) return undefined;
    if (document.get("kind") !== "Deployment") continue;
    const containers = document.getIn(["spec", "template", "spec", "containers"], true);
    const found = isSeq(containers)
      ? containers.items.find((item) => isMap(item) && item.get("name") === "manager")
      : undefined;
    if (isMap(found) && found.flow !== true) return found;
  }
  return undefined;
}

/** The indentation of a line that is aligned with the beginning of the node. */
function columnOf(text: string, { range }: Node): string {
  const start = range?.[0] ?? 0;
  return " ".repeat(start - text.lastIndexOf("\n", start - 1) - 1);
}

/** The text with the lines inserted below the last line of the node. */
function inserted(text: string, { range }: Node, lines: readonly string[]): string {
  const end = text.slice(0, range?.[1]).trimEnd().length;
  const lineEnd = text.indexOf("\n", end);
  const at = lineEnd === -1 ? text.length : lineEnd + 1;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const before = lineEnd === -1 ? text + newline : text.slice(0, at);
  return before + lines.map((line) => line + newline).join("") + text.slice(at);
}
