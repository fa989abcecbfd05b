/**
 * Webhooks that can make a cluster unusable. If a webhook with failurePolicy=fail cannot be reached, the writes that it matches fail. If
 * the cluster needs such a write to start the webhook again, it cannot recover. Webhooks for resources that the cluster needs to recover
 * are an error, unless the marker has `allowLockout=true`. Webhooks for resources that the program itself needs to start are a warning. See
 * https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
 */
import type { Marker } from "../markers/marker.ts";
import { textOf, textsOf } from "../markers/apply-effects.ts";
import type { Problem } from "../problem.ts";

/**
 * The maximum timeout without a warning for a webhook with failurePolicy=fail: each write waits for it while the webhook is unreachable.
 */
export const timeoutSecondsAdvised = 5;

/** The API server's default of `timeoutSeconds`. */
const timeoutSecondsByDefault = 10;

/** A resource, and what fails when it cannot be written. */
interface Essential {
  readonly group: string;
  readonly resource: string;
  readonly need: string;
}

/** The resources that every cluster needs to recover. */
const recoveryResources: readonly Essential[] = [
  { group: "coordination.k8s.io", resource: "leases", need: "the heartbeats of nodes and leader election" },
  { group: "", resource: "nodes", need: "the status of all nodes" },
  { group: "", resource: "endpoints", need: "the Services of all Pods, including those of the webhook" },
  {
    group: "discovery.k8s.io",
    resource: "endpointslices",
    need: "the Services of all Pods, including those of the webhook",
  },
  { group: "", resource: "events", need: "the events of all components" },
  { group: "events.k8s.io", resource: "events", need: "the events of all components" },
  {
    group: "apiextensions.k8s.io",
    resource: "customresourcedefinitions",
    need: "the installation of operators, including this one",
  },
];

/** The resources that the program needs to start. */
const startResources: readonly Essential[] = [
  { group: "", resource: "pods", need: "" },
  { group: "", resource: "secrets", need: "" },
  { group: "", resource: "configmaps", need: "" },
  { group: "", resource: "serviceaccounts", need: "" },
  { group: "", resource: "services", need: "" },
  { group: "apps", resource: "replicasets", need: "" },
  { group: "apps", resource: "deployments", need: "" },
];

/** The reason to reject the webhook; undefined if it is accepted. */
export function lockoutOf(marker: Marker): string | undefined {
  if (!failsClosed(marker) || marker.named.get("allowLockout") === true) return undefined;
  const hit = recoveryResources.find((essential) => covers(marker, essential));
  if (!hit) return undefined;
  const name = textOf(marker, "name") ?? "";
  return (
    `the webhook "${name}" stops every write of ${formatResource(hit)} while it cannot be reached, which stops ${hit.need}: ` +
    'list only the groups and resources that are needed, write "failurePolicy=ignore", or accept it with "allowLockout=true"'
  );
}

/** The warnings for a webhook that is not rejected. */
export function warningsOf(marker: Marker): readonly Problem[] {
  if (!failsClosed(marker)) return [];
  const name = textOf(marker, "name") ?? "";
  const texts: string[] = [];
  const hit = startResources.find((essential) => covers(marker, essential));
  if (hit && !(textOf(marker, "patch") ?? "").includes("namespaceSelector")) {
    texts.push(
      `the webhook "${name}" is called for ${formatResource(hit)} in its own namespace, too, and may prevent its own start: ` +
        'exclude that namespace with patch=`{"namespaceSelector":…}`',
    );
  }
  const timeout = Number(marker.named.get("timeoutSeconds") ?? timeoutSecondsByDefault);
  if (timeout > timeoutSecondsAdvised) {
    texts.push(
      `the webhook "${name}" delays each write by ${timeout} seconds while it cannot be reached: write "timeoutSeconds=${timeoutSecondsAdvised}" or less`,
    );
  }
  return texts.map((message) => ({ position: marker.position, message }));
}

function failsClosed(marker: Marker): boolean {
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
