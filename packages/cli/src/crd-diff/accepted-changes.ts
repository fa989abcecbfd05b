/**
 * Accepted breaking changes: on the command line, or with a reason in a file that is part of the repository.
 *
 *
 *     accepted:
 *     - crd: myjobs.batch.example.com
 *       rule: field-removed
 *       path: spec.colour
 *       reason: it was never released
 */
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import { compatibilityRules } from "@kubewright/gen/definitions";
import type { CompatibilityRule, CrdChange } from "@kubewright/gen/definitions";

import { parseManifests } from "../manifests/parse-manifests.ts";
import type { ManifestText } from "../manifests/parse-manifests.ts";
import { CommandError } from "../io.ts";

/** An accepted change and its reason. */
export interface Acceptance {
  readonly rule: CompatibilityRule;
  /** Default: every CRD. */
  readonly crd?: string;
  /** The path of the change, or a prefix of it up to a dot. Default: all paths. */
  readonly path?: string;
  readonly reason: string;
}

/** Reads `--allow RULE` and `--allow RULE@PATH`. */
export function parseAllowed(words: readonly string[]): readonly Acceptance[] {
  return words.map((word) => {
    const at = word.indexOf("@");
    const rule = ruleOf(at === -1 ? word : word.slice(0, at), "--allow");
    return { rule, ...(at !== -1 && { path: word.slice(at + 1) }), reason: "allowed on the command line" };
  });
}

/** Reads the file of accepted changes. */
export function parseAccepted(text: ManifestText): readonly Acceptance[] {
  const [root] = parseManifests(text, "accept changes");
  const entries = isJsonObject(root) ? root["accepted"] : undefined;
  if (!isJsonArray(entries)) throw invalid(text, 'the list "accepted" is missing');
  return entries.map((entry, index) => {
    const at = `accepted[${index}]`;
    if (!isJsonObject(entry)) throw invalid(text, `${at} is not an object`);
    const { rule, crd, path, reason, ...others } = entry;
    const [other] = Object.keys(others);
    if (other !== undefined) throw invalid(text, `${at} has "${other}": expected rule, crd, path and reason`);
    if (typeof reason !== "string" || reason.trim() === "") throw invalid(text, `${at} has no reason`);
    for (const [name, value] of Object.entries({ crd, path })) {
      if (value !== undefined && typeof value !== "string") throw invalid(text, `${at}.${name} is not a string`);
    }
    return {
      rule: ruleOf(typeof rule === "string" ? rule : "", `${text.origin}: ${at}.rule`),
      ...(typeof crd === "string" && { crd }),
      ...(typeof path === "string" && { path }),
      reason,
    };
  });
}

/** The acceptance that covers a change, if there is one. */
export function acceptanceOf(change: CrdChange, accepted: readonly Acceptance[]): Acceptance | undefined {
  return accepted.find(({ rule, crd, path }) => {
    const isThere = path === undefined || change.path === path || change.path.startsWith(`${path}.`);
    return rule === change.rule && (crd === undefined || crd === change.definition) && isThere;
  });
}

function ruleOf(name: string, from: string): CompatibilityRule {
  if (isRule(name)) return name;
  throw new CommandError(
    `Cannot accept changes: ${from} is "${name}": expected a rule, such as ${Object.keys(compatibilityRules).slice(0, 3).join(", ")} (\`kubewright crd-diff --rules\` lists all)`,
  );
}

function isRule(name: string): name is CompatibilityRule {
  return Object.hasOwn(compatibilityRules, name);
}

function invalid({ origin }: ManifestText, found: string): CommandError {
  return new CommandError(`Cannot accept changes from ${origin}: ${found}`);
}
