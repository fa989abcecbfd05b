/**
 * The stored policies of a type with their bindings. A policy is compiled when a request first needs it after a write, once per version. Changes take effect
 * at once: the index is built from the store when a request needs it after a policy or binding was written.
 */
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { Registry } from "../../registry/registry.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import { viewOf } from "../../kinds/typed.ts";
import type {
  MatchResourcesView,
  ParamKindView,
  ParamRefView,
  ValidationActionView,
} from "../../kinds/admissionregistration/policy.ts";
import type { MatchCriteria } from "../matching/rules.ts";
import { compileCriteria } from "./criteria.ts";
import { ParamResource } from "./param-resource.ts";

/** The fields that policies of all types share. */
export interface PolicySpec {
  readonly failurePolicy?: string;
  readonly paramKind?: ParamKindView;
  readonly matchConstraints?: MatchResourcesView;
}

/** A binding of a policy. */
export interface PolicyBinding {
  readonly name: string;
  /** `undefined`: all requests that the policy matches. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: ParamRefView | undefined;
  /** Only of validating policies. */
  readonly validationActions: readonly ValidationActionView[];
}

/** A policy that has at least one binding. */
export interface BoundPolicy<Compiled> {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly ignoresFailures: boolean;
  /** The resource of the params. `undefined` for a policy without params. */
  readonly params: ParamResource | undefined;
  /** Ordered by name. */
  readonly bindings: readonly PolicyBinding[];
  /** The compiled expressions. */
  readonly compiled: () => Compiled;
}

export interface PolicySource<Compiled> {
  /** The policies that have bindings, ordered by name. */
  bound(context: SourceContext): readonly BoundPolicy<Compiled>[];
  /** Called when a policy or binding has changed. */
  forget(): void;
}

type SourceContext = Pick<ServerContext, "read"> & { readonly registry: Registry };

export interface PolicySourceOptions<Spec extends PolicySpec, Compiled> {
  /** The plurals of the kinds, in the group `admissionregistration.k8s.io`. */
  readonly policies: string;
  readonly bindings: string;
  /** Compiles the expressions of a stored policy. */
  readonly compile: (spec: Spec) => Compiled;
}

/** Creates a source that reads the store at the first call, and again after each `forget()`. */
export function createPolicySource<Spec extends PolicySpec, Compiled>(
  options: PolicySourceOptions<Spec, Compiled>,
): PolicySource<Compiled> {
  let paramResources: ReadonlyMap<string, ParamResource> = new Map();
  let compiled = new Map<string, Compiled>();
  let known: readonly BoundPolicy<Compiled>[] | undefined;

  function build({ read, registry }: SourceContext): readonly BoundPolicy<Compiled>[] {
    const before = compiled;
    compiled = new Map();
    const bindings = Map.groupBy(read.list(groupResource(options.bindings)), policyNameOf);
    const policies: BoundPolicy<Compiled>[] = [];
    for (const policy of bindings.size === 0 ? [] : read.list(groupResource(options.policies))) {
      const own = bindings.get(policy.metadata.name ?? "");
      if (own === undefined) continue;
      const version = `${policy.metadata.uid} ${policy.metadata.resourceVersion}`;
      const kept = before.get(version);
      if (kept !== undefined) compiled.set(version, kept);
      policies.push(boundPolicy(policy, own, (spec) => compileOnce(version, spec)));
    }
    paramResources = new Map(policies.flatMap(({ params }) => (params === undefined ? [] : [[params.text, params]])));
    for (const resource of paramResources.values()) resource.lookUp(registry);
    return policies;
  }

  function paramResource(paramKind: ParamKindView): ParamResource {
    const resource = new ParamResource(paramKind);
    return paramResources.get(resource.text) ?? resource;
  }

  function compileOnce(version: string, spec: Spec): Compiled {
    const before = compiled.get(version);
    if (before !== undefined) return before;
    const result = options.compile(spec);
    compiled.set(version, result);
    return result;
  }

  function boundPolicy(
    policy: ReadonlyObject,
    bindings: readonly ReadonlyObject[],
    compile: (spec: Spec) => Compiled,
  ): BoundPolicy<Compiled> {
    const { spec } = viewOf<{ readonly spec: Spec }>(policy) as { readonly spec: Spec }; // A stored policy is valid.
    return {
      name: policy.metadata.name ?? "",
      criteria: compileCriteria(spec.matchConstraints ?? {}),
      ignoresFailures: spec.failurePolicy === "Ignore",
      params: spec.paramKind && paramResource(spec.paramKind),
      bindings: bindings.map(policyBinding),
      compiled: () => compile(spec),
    };
  }

  return {
    bound: (context) => (known ??= build(context)),
    forget: () => {
      known = undefined;
    },
  };
}

interface BindingView {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRefView;
    readonly matchResources?: MatchResourcesView;
    readonly validationActions?: readonly ValidationActionView[];
  };
}

function groupResource(resource: string): { readonly group: string; readonly resource: string } {
  return { group: "admissionregistration.k8s.io", resource };
}

function policyNameOf(binding: ReadonlyObject): string {
  return viewOf<BindingView>(binding).spec?.policyName ?? "";
}

function policyBinding(binding: ReadonlyObject): PolicyBinding {
  const { matchResources, paramRef, validationActions = [] } = viewOf<BindingView>(binding).spec ?? {};
  return {
    name: binding.metadata.name ?? "",
    criteria: matchResources && compileCriteria(matchResources),
    paramRef,
    validationActions,
  };
}
