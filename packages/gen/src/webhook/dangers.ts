/**
 * Webhooks that can take a cluster down. A webhook that must be asked before a write, and cannot be reached, stops that write; when the
 * cluster needs the write to bring the webhook back, it never comes back. So what a cluster recovers with is refused, unless the author
 * says that this is what they want; what the program itself is started with is warned of.
 * See https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
 */
import type { Marker } from "../markers/definition.ts";
import { textOf, textsOf } from "../markers/read-markers.ts";
import type { Problem } from "../problem.ts";

/** A webhook that must be asked should be given up on after this time: each write waits for it while it is unreachable. */
export const timeoutSecondsAdvised = 5;

/** How long an API server waits when the webhook does not say. */
const timeoutSecondsByDefault = 10;

/** A resource, and what stops when it cannot be written. */
interface Essential {
  readonly group: string;
  readonly resource: string;
  readonly need: string;
}

/** What no cluster recovers without. */
const recovery: readonly Essential[] = [
  { group: "coordination.k8s.io", resource: "leases", need: "nodes and leaders live by their leases" },
  { group: "", resource: "nodes", need: "kubelets report their nodes" },
  { group: "", resource: "endpoints", need: "Services find their Pods, the webhook's among them" },
  { group: "discovery.k8s.io", resource: "endpointslices", need: "Services find their Pods, the webhook's among them" },
  { group: "", resource: "events", need: "everything in a cluster tells what goes wrong" },
  { group: "events.k8s.io", resource: "events", need: "everything in a cluster tells what goes wrong" },
  {
    group: "apiextensions.k8s.io",
    resource: "customresourcedefinitions",
    need: "operators, this one among them, are installed",
  },
];

/** What the webhook's own program is started with. */
const start: readonly Essential[] = [
  { group: "", resource: "pods", need: "" },
  { group: "", resource: "secrets", need: "" },
  { group: "", resource: "configmaps", need: "" },
  { group: "", resource: "serviceaccounts", need: "" },
  { group: "", resource: "services", need: "" },
  { group: "apps", resource: "replicasets", need: "" },
  { group: "apps", resource: "deployments", need: "" },
];

/** Why the webhook is refused; undefined when it is not. */
export function lockoutOf(marker: Marker): string | undefined {
  if (!mustBeAsked(marker) || marker.named.get("allowLockout") === true) return undefined;
  const hit = recovery.find((essential) => covers(marker, essential));
  if (!hit) return undefined;
  const name = textOf(marker, "name") ?? "";
  return (
    `the webhook "${name}" stops every write of ${formatResource(hit)} while it cannot be reached, and with those ${hit.need}: ` +
    'name the groups and resources that are meant, write "failurePolicy=ignore", or accept it with "allowLockout=true"'
  );
}

/** What its author should know of a webhook that is not refused. */
export function warningsOf(marker: Marker): readonly Problem[] {
  if (!mustBeAsked(marker)) return [];
  const name = textOf(marker, "name") ?? "";
  const texts: string[] = [];
  const hit = start.find((essential) => covers(marker, essential));
  if (hit && !(textOf(marker, "patch") ?? "").includes("namespaceSelector")) {
    texts.push(
      `the webhook "${name}" is asked about ${formatResource(hit)} of its own namespace too, and so may keep itself from starting: ` +
        'leave that namespace out with patch=`{"namespaceSelector":…}`',
    );
  }
  const timeout = Number(marker.named.get("timeoutSeconds") ?? timeoutSecondsByDefault);
  if (timeout > timeoutSecondsAdvised) {
    texts.push(
      `the webhook "${name}" lets each write wait ${timeout} seconds while it cannot be reached: write "timeoutSeconds=${timeoutSecondsAdvised}" or less`,
    );
  }
  return texts.map((message) => ({ position: marker.position, message }));
}

function mustBeAsked(marker: Marker): boolean {
  return textOf(marker, "failurePolicy")?.toLowerCase() === "fail";
}

function covers(marker: Marker, { group, resource }: Essential): boolean {
  const groups = textsOf(marker, "groups");
  const isInGroup = groups.includes("*") || groups.includes(group) || (group === "" && groups.includes("core"));
  return (
    isInGroup &&
    textsOf(marker, "resources").some((pattern) => {
      const [name, subresource] = pattern.split("/");
      return name === resource || (name === "*" && (subresource === undefined || subresource === "*"));
    })
  );
}

function formatResource({ group, resource }: Essential): string {
  return group === "" ? resource : `${resource}.${group}`;
}
