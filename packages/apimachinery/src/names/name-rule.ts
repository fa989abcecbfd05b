// The rules for metadata.name, one per family of kinds. A rule also judges generateName, where the name is only a prefix.

import { isDns1035Label, isDns1123Label, isDns1123Subdomain } from "./dns.ts";
import { isPathSegmentName, isPathSegmentPrefix } from "./other-names.ts";

/** Upstream's messages about a name; with `isPrefix`, about a text to which a suffix will be appended. */
export type NameRule = (name: string, isPrefix: boolean) => string[];

/** Names of most kinds and of all custom resources. */
export const nameIsDnsSubdomain: NameRule = (name, isPrefix) =>
  isDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

/** Names of namespaces. */
export const nameIsDnsLabel: NameRule = (name, isPrefix) => isDns1123Label(isPrefix ? maskTrailingDash(name) : name);

/** Names of services. */
export const nameIsDns1035Label: NameRule = (name, isPrefix) =>
  isDns1035Label(isPrefix ? maskTrailingDash(name) : name);

/** Names of RBAC objects. */
export const nameIsPathSegment: NameRule = (name, isPrefix) =>
  isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name);

// A prefix may end in a dash, since more follows. Upstream takes one more character away, which changes the verdict on a
// text such as "a.-"; it is kept for the same verdict.
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}
