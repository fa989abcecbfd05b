// Rights in the format of kube-apiserver's errors: one line for each resource and name with all verbs, and one for each path and verb.
import { quoteGoStrings } from "@kubewright/apimachinery";
import type { Right } from "./rule-coverage.ts";

/** The sorted lines. Verbs have the order of the rights and may repeat. */
export function describeRights(rights: readonly Right[]): readonly string[] {
  const verbsByTarget = new Map<string, string[]>();
  const lines = new Set<string>();
  for (const right of rights) {
    const target = describeTarget(right);
    if (right.type === "path") {
      lines.add(lineOf(target, [right.verb]));
      continue;
    }
    const verbs = verbsByTarget.get(target);
    if (verbs === undefined) verbsByTarget.set(target, [right.verb]);
    else verbs.push(right.verb);
  }
  for (const [target, verbs] of verbsByTarget) lines.add(lineOf(target, verbs));
  return [...lines].sort();
}

function describeTarget(right: Right): string {
  if (right.type === "path") return `NonResourceURLs:${quoteGoStrings([right.path])}`;
  const { group, resource, name } = right;
  const names = name === undefined ? "" : `, ResourceNames:${quoteGoStrings([name])}`;
  return `APIGroups:${quoteGoStrings([group])}, Resources:${quoteGoStrings([resource])}${names}`;
}

function lineOf(target: string, verbs: readonly string[]): string {
  return `{${target}, Verbs:${quoteGoStrings(verbs)}}`;
}
