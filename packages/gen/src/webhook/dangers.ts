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

/** The resources that every cluster needs to recover, and what fails when they cannot be written. */
const recoveryResources: ReadonlyMap<string, string> = new Map([
  ["leases.coordination.k8s.io", "the heartbeats of nodes and leader election"],
  ["nodes", "the status of all nodes"],
  ["endpoints", "the Services of all Pods, including those of the webhook"],
  ["endpointslices.discovery.k8s.io", "the Services of all Pods, including those of the webhook"],
  ["events", "the events of all components"],
  ["events.events.k8s.io", "the events of all components"],
  ["customresourcedefinitions.apiextensions.k8s.io", "the installation of operators, including this one"],
]);

/** The resources that the program needs to start. */
const startResources: readonly string[] =
  "pods secrets configmaps serviceaccounts services replicasets.apps deployments.apps".split(" ");

/** The reason to reject the webhook; undefined if it is accepted. */
export function lockoutOf(marker: Marker): string | undefined {
  if (!failsClosed(marker) || marker.named.get("allowLockout") === true) return undefined;
  const [resource, need] = [...recoveryResources].find(([each]) => covers(marker, each)) ?? [];
  if (resource === undefined) return undefined;
  const name = textOf(marker, "name") ?? "";
  return (
    `the webhook "${name}" stops every write of ${resource} while it cannot be reached, which stops ${need}: ` +
    'list only the groups and resources that are needed, write "failurePolicy=ignore", or accept it with "allowLockout=true"'
  );
}

/** The warnings for a webhook that is not rejected. */
export function warningsOf(marker: Marker): readonly Problem[] {
  if (!failsClosed(marker)) return [];
  const name = textOf(marker, "name") ?? "";
  const texts: string[] = [];
  const hit = startResources.find((resource) => covers(marker, resource));
  if (hit !== undefined && !(textOf(marker, "patch") ?? "").includes("namespaceSelector")) {
    texts.push(
      `the webhook "${name}" is called for ${hit} in its own namespace, too, and may prevent its own start: ` +
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

function covers(marker: Marker, essential: string): boolean {
  const [resource, group = ""] = essential.split(/\.(.*)/s);
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
