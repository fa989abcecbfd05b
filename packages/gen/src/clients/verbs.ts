/** What the typed client of a kind can do, by the tags of client-gen on it. */
import { scopeOf } from "../crd/resource-markers.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { Marker } from "../markers/definition.ts";
import { all, has, last } from "../markers/read-markers.ts";
import type { ProblemLog } from "../problem.ts";

/** The methods of a typed client, by the verbs that they are. */
const methods = ["get", "list", "watch", "create", "update", "updateStatus", "patch", "apply", "delete"] as const;

/** Verbs of client-gen's clients that ours have no method for, so that there is nothing to take away. */
const others: ReadonlySet<string> = new Set(["deleteCollection", "applyStatus"]);

/** The methods that the client of a kind has, in one order. None: it has no client. */
export function verbsOf(kind: KindDeclaration, log: ProblemLog): readonly string[] {
  const { markers } = kind;
  reportTags(kind, log);
  const hasStatus = has(markers, "kubebuilder:subresource:status") && !has(markers, "genclient:noStatus");
  const only = verbsIn(last(markers, "genclient:onlyVerbs"), log);
  const skipped = all(markers, "genclient:skipVerbs").flatMap((marker) => verbsIn(marker, log) ?? []);
  if (has(markers, "genclient:noVerbs")) return [];
  return methods.filter((method) => {
    if (method === "updateStatus" && !hasStatus) return false;
    if (has(markers, "genclient:readonly") && !readOnly.has(method)) return false;
    return (only?.includes(method) ?? true) && !skipped.includes(method);
  });
}

/** What an informer needs of the server. */
export function canBeCopied(verbs: readonly string[]): boolean {
  return verbs.includes("list") && verbs.includes("watch");
}

/** The type of a client that can do this, of objects of the type `alias`. */
export function clientType(alias: string, verbs: readonly string[]): string {
  const missing = methods.filter((method) => !verbs.includes(method));
  if (missing.length === 0) return `ResourceClient<${alias}>`;
  return `Omit<ResourceClient<${alias}>, ${missing.map((method) => `"${method}"`).join(" | ")}>`;
}

const readOnly: ReadonlySet<string> = new Set(["get", "list", "watch"]);

function verbsIn(marker: Marker | undefined, log: ProblemLog): readonly string[] | undefined {
  if (marker === undefined) return undefined;
  const { value } = marker;
  const verbs = (typeof value === "string" ? value : "").split(",").map((verb) => verb.trim());
  const known: readonly string[] = methods;
  const unknown = verbs.filter((verb) => !known.includes(verb) && !others.has(verb));
  if (unknown.length > 0) {
    log.report(
      marker.position,
      `"${unknown.join(", ")}" is not a verb of a client: expected ${methods.join(", ")}, separated by commas`,
    );
  }
  return verbs;
}

function reportTags(kind: KindDeclaration, log: ProblemLog): void {
  const scope = last(kind.markers, "genclient:nonNamespaced");
  if (scope !== undefined && scopeOf(kind, log) === "Namespaced") {
    log.report(
      scope.position,
      `"${kind.kind}" is namespaced, and its client is not to be: write "@kubebuilder:resource:scope=Cluster" instead`,
    );
  }
  const method = last(kind.markers, "genclient:method");
  if (method !== undefined) {
    log.report(
      method.position,
      `clients have no methods for subresources: write client.subresource(${kind.kind}, key, "scale") where it is needed`,
    );
  }
}
