/**
 * The environments of admission expressions. All of them have `object`, `oldObject`, `request` and `namespaceObject`; the other
 * variables depend on the place of the expression.
 *
 * | place | `params` | `authorizer` | `variables` | `Object`, `JSONPatch` |
 * |---|---|---|---|---|
 * | match conditions of webhooks | no | yes | no | no |
 * | match conditions of policies | with `paramKind` | yes | no | no |
 * | variables | with `paramKind` | yes | the previous ones | no |
 * | validations, audit annotations | with `paramKind` | yes | yes | no |
 * | message expressions | with `paramKind` | no | yes | no |
 * | mutations | with `paramKind` | yes | yes | yes |
 *
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
import type { CelType, Environment } from "@kubewright/cel";
import {
  authorizerType,
  dynType,
  extendEnvironment,
  jsonPatchLibrary,
  kubernetesEnvironment,
  mutationStructs,
  resourceCheckType,
} from "@kubewright/cel";
import { namespaceType, requestStructs, requestType } from "./declared-types.ts";

/** The declarations of a place, in addition to those of all places. */
export interface Declarations {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** The types `Object` and `JSONPatch`, and the function `jsonpatch.escapeKey`. */
  readonly hasPatchTypes: boolean;
}

/** The declarations of match conditions of webhooks. */
export const webhookDeclarations: Declarations = { hasParams: false, hasAuthorizer: true, hasPatchTypes: false };

/** The declarations of match conditions, variables, validations and audit annotations of a policy. Mutations and message expressions differ from these. */
export function policyDeclarations({ paramKind }: { readonly paramKind?: unknown }): Declarations {
  return { hasParams: paramKind !== undefined, hasAuthorizer: true, hasPatchTypes: false };
}

const known = new Map<string, Environment>();

/** The environment with these declarations, without `variables`. Created on its first use, and shared. */
export function environmentOf({ hasParams, hasAuthorizer, hasPatchTypes }: Declarations): Environment {
  const key = `${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const variables: Record<string, CelType> = {
    object: dynType,
    oldObject: dynType,
    namespaceObject: namespaceType,
    request: requestType,
    ...(hasParams ? { params: dynType } : {}),
    ...(hasAuthorizer ? { authorizer: authorizerType, "authorizer.requestResource": resourceCheckType } : {}),
  };
  const base = kubernetesEnvironment({ variables, structs: requestStructs, ...(hasPatchTypes ? patchLibraries : {}) });
  const environment = hasPatchTypes ? extendEnvironment(base, { structs: mutationStructs }) : base;
  known.set(key, environment);
  return environment;
}

const patchLibraries = { libraries: [jsonPatchLibrary] };
