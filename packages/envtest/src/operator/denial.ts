/** Requests that RBAC denied, and the markers that permit them. */

/** One denied permission. */
export interface Denial {
  readonly user: string;
  readonly verb: string;
  readonly group: string;
  /** With the subresource: `pods/status`. */
  readonly resource: string;
}

/**
 * Reads a denial from the message of a Status with the reason Forbidden. The result is `undefined` for rejections by other parts of the server: admission
 * plugins, quotas, Pod security.
 */
export function parseDenial(message: string): Denial | undefined {
  const { user, verb, resource, group } = denied.exec(message)?.groups ?? {};
  if (user === undefined || verb === undefined || resource === undefined || group === undefined) return undefined;
  return { user, verb, resource, group };
}

/** The message of the RBAC authorizer: https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
const denied =
  /: User "(?<user>[^"]*)" cannot (?<verb>[a-z]+) resource "(?<resource>[^"]+)" in API group "(?<group>[^"]*)"/u;

/** One marker for each resource, sorted. Informers list and watch, so each of the two verbs adds the other. */
export function markersFor(denials: readonly Denial[]): readonly string[] {
  const verbs = new Map<string, Set<string>>();
  for (const { group, resource, verb } of denials) {
    const rule = `groups=${group === "" ? '""' : group},resources=${resource}`;
    const known = verbs.get(rule) ?? new Set();
    for (const each of verb === "list" || verb === "watch" ? ["list", "watch"] : [verb]) known.add(each);
    verbs.set(rule, known);
  }
  return [...verbs]
    .map(([rule, needed]) => `@kubebuilder:rbac:${rule},verbs=${[...needed].toSorted().join(";")}`)
    .toSorted();
}
