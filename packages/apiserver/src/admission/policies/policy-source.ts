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

type SourceContext = Pick<ServerContext, "read"> & { readonly registry: Registry };

export interface PolicySourceOptions<Spec extends PolicySpec, Compiled> {
  /** The plurals of the kinds, in the group `admissionregistration.k8s.io`. */
  readonly policies: string;
  readonly bindings: string;
  /** Compiles the expressions of a stored policy. */
  readonly compile: (spec: Spec) => Compiled;
}

/** Reads the store at the first request, and again at the first request after each `forget()`. */
export class PolicySource<Spec extends PolicySpec, Compiled> {
  readonly #options: PolicySourceOptions<Spec, Compiled>;
  #paramResources: ReadonlyMap<string, ParamResource> = new Map();
  /** By uid and resourceVersion. */
  #compiled: ReadonlyMap<string, () => Compiled> = new Map();
  #bound: readonly BoundPolicy<Compiled>[] | undefined;

  constructor(options: PolicySourceOptions<Spec, Compiled>) {
    this.#options = options;
  }

  /** The policies that have bindings, ordered by name. */
  bound(context: SourceContext): readonly BoundPolicy<Compiled>[] {
    return (this.#bound ??= this.#build(context));
  }

  /** Called when a policy or binding has changed. */
  readonly forget = (): void => {
    this.#bound = undefined;
  };

  #build({ read, registry }: SourceContext): readonly BoundPolicy<Compiled>[] {
    const bindings = Map.groupBy(read.list(groupResource(this.#options.bindings)), policyNameOf);
    const compiled = new Map<string, () => Compiled>();
    const policies: BoundPolicy<Compiled>[] = [];
    for (const policy of bindings.size === 0 ? [] : read.list(groupResource(this.#options.policies))) {
      const own = bindings.get(policy.metadata.name ?? "");
      if (own === undefined) continue;
      const { spec } = policy as unknown as { readonly spec: Spec }; // A stored policy is valid.
      const version = `${policy.metadata.uid} ${policy.metadata.resourceVersion}`;
      const compile = this.#compiled.get(version) ?? once(() => this.#options.compile(spec));
      compiled.set(version, compile);
      policies.push({
        name: policy.metadata.name ?? "",
        criteria: compileCriteria(spec.matchConstraints ?? {}),
        ignoresFailures: spec.failurePolicy === "Ignore",
        params: spec.paramKind && this.#paramResource(spec.paramKind),
        bindings: own.map(policyBinding),
        compiled: compile,
      });
    }
    this.#compiled = compiled;
    this.#paramResources = new Map(policies.flatMap(({ params }) => (params ? [[params.text, params] as const] : [])));
    for (const resource of this.#paramResources.values()) resource.lookUp(registry);
    return policies;
  }

  /** A kind that a policy keeps using is remembered after its deletion. */
  #paramResource(paramKind: ParamKindView): ParamResource {
    const resource = new ParamResource(paramKind);
    return this.#paramResources.get(resource.text) ?? resource;
  }
}

function once<Result>(create: () => Result): () => Result {
  let result: { readonly value: Result } | undefined;
  return () => (result ??= { value: create() }).value;
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
