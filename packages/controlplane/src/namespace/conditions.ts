/** The conditions of a terminating namespace, with the messages of kube-controller-manager. */
import type { NamespaceCondition } from "@kubewright/api/core/v1";
import { findCondition, formatTime } from "@kubewright/apimachinery";

/** The remaining objects of one kind. */
export interface Remaining {
  readonly resource: { readonly group: string; readonly plural: string };
  readonly count: number;
  /** The number of objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

export interface Findings {
  readonly remaining: readonly Remaining[];
  /** Group versions whose discovery failed. */
  readonly incomplete: readonly string[];
  /** The errors of kinds that could not be emptied, one message for each. */
  readonly failures: readonly string[];
}

/**
 * The conditions for the findings. `lastTransitionTime` changes only with the status of a condition. Conditions of
 * other types are kept.
 */
export function namespaceConditions(
  before: readonly NamespaceCondition[] = [],
  { remaining, incomplete, failures }: Findings,
  nowMs: number,
): readonly NamespaceCondition[] {
  const finalizers = sumOfFinalizers(remaining);
  const now = [
    condition("NamespaceDeletionDiscoveryFailure", incomplete.length > 0, {
      yes: { reason: "DiscoveryFailed", message: discoveryText(incomplete) },
      no: { reason: "ResourcesDiscovered", message: "All resources successfully discovered" },
    }),
    condition("NamespaceDeletionGroupVersionParsingFailure", false, {
      yes: { reason: "GroupVersionParsingFailed", message: "" },
      no: { reason: "ParsedGroupVersions", message: "All legacy kube types successfully parsed" },
    }),
    condition("NamespaceDeletionContentFailure", failures.length > 0, {
      yes: { reason: "ContentDeletionFailed", message: failureText(failures) },
      no: { reason: "ContentDeleted", message: "All content successfully deleted, may be waiting on finalization" },
    }),
    condition("NamespaceContentRemaining", remaining.length > 0, {
      yes: { reason: "SomeResourcesRemain", message: `Some resources are remaining: ${instancesOf(remaining)}` },
      no: { reason: "ContentRemoved", message: "All content successfully removed" },
    }),
    condition("NamespaceFinalizersRemaining", finalizers.size > 0, {
      yes: {
        reason: "SomeFinalizersRemain",
        message: `Some content in the namespace has finalizers remaining: ${textOf(finalizers)}`,
      },
      no: { reason: "ContentHasNoFinalizers", message: "All content-preserving finalizers finished" },
    }),
  ];
  const kept = before.map((old) => findCondition(now, old.type) ?? old);
  return [...kept, ...now.filter(({ type }) => !findCondition(before, type))];

  function condition(
    type: string,
    holds: boolean,
    texts: Record<"yes" | "no", { readonly reason: string; readonly message: string }>,
  ): NamespaceCondition {
    const status = holds ? "True" : "False";
    const existing = findCondition(before, type);
    const lastTransitionTime = existing?.status === status ? existing.lastTransitionTime : formatTime(nowMs);
    return {
      type,
      status,
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
      ...texts[holds ? "yes" : "no"],
    };
  }
}

/** The message of client-go's discovery. */
function discoveryText(incomplete: readonly string[]): string {
  const groups = incomplete.map((each) => `${each}: stale GroupVersion discovery: ${each}`).toSorted();
  return `Discovery failed for some groups, ${groups.length} failing: unable to retrieve the complete list of server APIs: ${groups.join(", ")}`;
}

function failureText(failures: readonly string[]): string {
  return `Failed to delete all resource types, ${failures.length} remaining: ${failures.toSorted().join(", ")}`;
}

/** `configmaps. has 1 resource instances, widgets.example.com has 2 resource instances` */
function instancesOf(remaining: readonly Remaining[]): string {
  const texts = remaining.map(
    ({ resource, count }) => `${resource.plural}.${resource.group} has ${count} resource instances`,
  );
  return texts.toSorted().join(", ");
}

/** `a.b/c in 1 resource instances` */
function textOf(finalizers: ReadonlyMap<string, number>): string {
  return [...finalizers]
    .map(([finalizer, count]) => `${finalizer} in ${count} resource instances`)
    .toSorted()
    .join(", ");
}

function sumOfFinalizers(remaining: readonly Remaining[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { finalizers } of remaining) {
    for (const [finalizer, count] of finalizers) sum.set(finalizer, (sum.get(finalizer) ?? 0) + count);
  }
  return sum;
}
