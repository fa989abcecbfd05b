/** Requests of cases about policies that are in force. A real server acts on a new policy after a second, so a case waits for its first denial. */
import { post, remove, until } from "../../case.ts";
import type { DifferentialRequest, DifferentialStep } from "../../case.ts";
import { binding, bindings, configMapRule, ownNamespace, policies, policy } from "./objects.ts";

export const configMaps = "/api/v1/namespaces/{{namespace}}/configmaps";
export const configMap = (name: string, data: Readonly<Record<string, string>> = {}): object => ({
  metadata: { name },
  data,
});
export const dry = (request: DifferentialRequest): DifferentialRequest => ({
  ...request,
  path: `${request.path}?dryRun=All`,
});
export const create = (name: string, data?: Readonly<Record<string, string>>): DifferentialRequest =>
  post(configMaps, configMap(name, data));

/**
 * A policy and its binding, and a dry run of a create that waits until the policy is in force. The message of a policy with params must contain
 * `message`: a real server rejects requests with another one until it has read the params.
 */
export function enforced(
  spec: Readonly<Record<string, unknown>>,
  bindingSpec: Readonly<Record<string, unknown>> = {},
  { status = 422, message }: { readonly status?: number; readonly message?: string } = {},
): readonly DifferentialStep[] {
  return [
    post(policies, policy(spec)),
    post(bindings, binding(bindingSpec)),
    until(status, dry(create("denied")), message),
  ];
}

export const deniesNamed = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  validations: [{ expression: "object.metadata.name != 'denied'", ...more }],
});

/** Removes the policy and the binding, so that they slow down no other case. */
const cleanUp: readonly DifferentialStep[] = [remove(`${bindings}/{{namespace}}`), remove(`${policies}/{{namespace}}`)];

export function policyCases(
  requests: Readonly<Record<string, readonly DifferentialStep[]>>,
): Readonly<Record<string, readonly DifferentialStep[]>> {
  return Object.fromEntries(Object.entries(requests).map(([name, steps]) => [name, [...steps, ...cleanUp]]));
}

export const ruleWith = (more: object): object => ({ ...configMapRule, ...more });
export const constraints = (more: object): Readonly<Record<string, unknown>> => ({
  matchConstraints: { namespaceSelector: ownNamespace, resourceRules: [configMapRule], ...more },
});
