/**
 * Accepts the names of a definition that no other definition of its group has. The first definition gets a name; a waiting
 * definition may take it after its release.
 */
import type { CustomResourceDefinitionNames } from "@kubewright/api/apiextensions.k8s.io/v1";
import { formatErrorMessages, isDeepEqual } from "@kubewright/apimachinery";
import type { Draft, View } from "../../kinds/typed.ts";
import type { AcceptedNamesView } from "./definition-index.ts";
import type { DefinitionView } from "../definition-view.ts";

/** A condition without its time. */
export interface NamedCondition {
  readonly type: string;
  readonly status: "False" | "True";
  readonly reason: string;
  readonly message: string;
}

export interface AcceptedNames {
  readonly names: Draft<CustomResourceDefinitionNames>;
  readonly namesAccepted: NamedCondition;
}

/** Returns the accepted names and the condition of a definition. `others`: the accepted names of the other definitions of the group. */
export function acceptNames(definition: DefinitionView, others: readonly AcceptedNamesView[]): AcceptedNames {
  const wanted = definition.spec?.names ?? {};
  const accepted = definition.status?.acceptedNames ?? {};
  const taken = namesTaken(others);
  const conflicts: { readonly reason: string; readonly message: string }[] = [];
  const names: Draft<CustomResourceDefinitionNames> = { plural: "", kind: "" };

  for (const [name, reason, among] of singleNames) {
    const text = wanted[name] ?? "";
    const isFree = text === (accepted[name] ?? "") || !taken[among].has(text);
    if (isFree) assignName(names, name, text);
    else {
      assignName(names, name, accepted[name] ?? "");
      conflicts.push({ reason, message: inUse(text) });
    }
  }
  const shortNames = acceptShortNames(wanted, accepted, taken.resources);
  if (shortNames.conflict !== undefined) {
    conflicts.splice(shortNamesOrder(conflicts), 0, { reason: "ShortNamesConflict", message: shortNames.conflict });
  }
  if (shortNames.names.length > 0) names.shortNames = [...shortNames.names];
  if ((wanted.categories ?? []).length > 0) names.categories = [...(wanted.categories ?? [])];
  // kube-apiserver reports the last conflict that it finds.
  const reported = conflicts.at(-1);
  return {
    names,
    namesAccepted:
      reported === undefined
        ? { type: "NamesAccepted", status: "True", reason: "NoConflicts", message: "no conflicts found" }
        : { type: "NamesAccepted", status: "False", ...reported },
  };
}

const singleNames = [
  ["plural", "PluralConflict", "resources"],
  ["singular", "SingularConflict", "resources"],
  ["kind", "KindConflict", "kinds"],
  ["listKind", "ListKindConflict", "kinds"],
] as const;

function assignName(
  names: Draft<CustomResourceDefinitionNames>,
  name: (typeof singleNames)[number][0],
  text: string,
): void {
  // Plural and kind are always printed.
  if (text !== "" || name === "plural" || name === "kind") names[name] = text;
}

/** Short names are checked after plural and singular, before the kinds. */
function shortNamesOrder(conflicts: readonly { readonly reason: string }[]): number {
  return conflicts.filter(({ reason }) => reason === "PluralConflict" || reason === "SingularConflict").length;
}

function acceptShortNames(
  wanted: View<CustomResourceDefinitionNames>,
  accepted: View<CustomResourceDefinitionNames>,
  taken: ReadonlySet<string>,
): { readonly names: readonly string[]; readonly conflict?: string } {
  const requested = wanted.shortNames ?? [];
  const held = accepted.shortNames ?? [];
  if (isDeepEqual(requested, held)) return { names: requested };
  const heldNames = new Set(held);
  const rejected = requested.filter((name) => !heldNames.has(name) && taken.has(name));
  if (rejected.length === 0) return { names: requested };
  return { names: held, conflict: formatErrorMessages(rejected.map(inUse)) };
}

function namesTaken(others: readonly AcceptedNamesView[]): {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
} {
  const resources = new Set<string>();
  const kinds = new Set<string>();
  for (const { plural, singular, shortNames = [], kind, listKind } of others) {
    for (const name of [plural, singular, ...shortNames]) if (name !== undefined && name !== "") resources.add(name);
    for (const name of [kind, listKind]) if (name !== undefined && name !== "") kinds.add(name);
  }
  return { resources, kinds };
}

function inUse(name: string): string {
  return `${JSON.stringify(name)} is already in use`;
}
