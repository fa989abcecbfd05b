/**
 * The stored policies of a type with their bindings. A policy is compiled when a request first needs it after a write, once per version. Changes take effect
 * at once: the index is built from the store when a request needs it after a policy or binding was written. Each stored object is decoded once.
 */
import type { Steps } from "@kubewright/apimachinery";
import type { Registry } from "../../registry/registry.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import type { StoredEntry } from "../../storage/stored-entry.ts";
import { decodeEntry } from "../../storage/stored-entry.ts";
import { viewOf } from "../../kinds/typed.ts";
import type {
  MatchResourcesView,
  ParamKindView,
  ParamRefView,
  ValidationActionView,
} from "../../kinds/admissionregistration/admission-kind.ts";
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
  /** The compiled expressions. They are compiled at the first call, in steps. */
  readonly compiled: () => Steps<Compiled>;
}

type SourceContext = Pick<ServerContext, "read"> & { readonly registry: Registry };

export interface PolicySourceOptions<Spec extends PolicySpec, Compiled> {
  /** The plurals of the kinds, in the group `admissionregistration.k8s.io`. */
  readonly policies: string;
  readonly bindings: string;
  /** Compiles the expressions of a stored policy. */
  readonly compile: (spec: Spec) => Steps<Compiled>;
}

/** A stored policy. */
interface KnownPolicy<Compiled> extends Pick<
  BoundPolicy<Compiled>,
  "name" | "criteria" | "ignoresFailures" | "compiled"
> {
  readonly paramKind: ParamKindView | undefined;
}

/** A stored binding. */
interface KnownBinding extends PolicyBinding {
  readonly policyName: string;
}

/** Reads the store at the first request, and again at the first request after each `forget()`. */
export class PolicySource<Spec extends PolicySpec, Compiled> {
  readonly #options: PolicySourceOptions<Spec, Compiled>;
  #paramResources: ReadonlyMap<string, ParamResource> = new Map();
  readonly #policies = new WeakMap<StoredEntry, KnownPolicy<Compiled>>();
  readonly #bindings = new WeakMap<StoredEntry, KnownBinding>();
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
    const { policies, bindings } = this.#options;
    const known = Array.from(read.entries(groupResource(bindings)), (entry) => this.#binding(entry));
    const byPolicy = Map.groupBy(known, ({ policyName }) => policyName);
    const bound: BoundPolicy<Compiled>[] = [];
    for (const entry of byPolicy.size === 0 ? [] : read.entries(groupResource(policies))) {
      const own = byPolicy.get(entry.key); // Policies are cluster-scoped, so that their key is their name.
      if (own === undefined) continue;
      const { paramKind, ...policy } = this.#policy(entry);
      bound.push({ ...policy, params: paramKind && this.#paramResource(paramKind), bindings: own });
    }
    this.#paramResources = new Map(bound.flatMap(({ params }) => (params ? [[params.text, params] as const] : [])));
    for (const resource of this.#paramResources.values()) resource.lookUp(registry);
    return bound;
  }

  #policy(entry: StoredEntry): KnownPolicy<Compiled> {
    const known = this.#policies.get(entry);
    if (known !== undefined) return known;
    const { spec } = decodeEntry(entry) as unknown as { readonly spec: Spec }; // A stored policy is valid.
    const policy = {
      name: entry.key,
      criteria: compileCriteria(spec.matchConstraints ?? {}),
      ignoresFailures: spec.failurePolicy === "Ignore",
      paramKind: spec.paramKind,
      compiled: once(() => this.#options.compile(spec)),
    };
    this.#policies.set(entry, policy);
    return policy;
  }

  #binding(entry: StoredEntry): KnownBinding {
    const known = this.#bindings.get(entry);
    if (known !== undefined) return known;
    const { spec = {} } = viewOf<BindingView>(decodeEntry(entry));
    const { policyName = "", matchResources, paramRef, validationActions = [] } = spec;
    const criteria = matchResources && compileCriteria(matchResources);
    const binding = { name: entry.key, policyName, criteria, paramRef, validationActions };
    this.#bindings.set(entry, binding);
    return binding;
  }

  /** A deleted kind stays known while a policy uses it. */
  #paramResource(paramKind: ParamKindView): ParamResource {
    const resource = new ParamResource(paramKind);
    return this.#paramResources.get(resource.text) ?? resource;
  }
}

/** Calls that overlap may create more than one result; one of them is kept. */
function once<Result>(create: () => Steps<Result>): () => Steps<Result> {
  let result: { readonly value: Result } | undefined;
  return function* () {
    if (result === undefined) {
      const value = yield* create();
      result ??= { value };
    }
    return result.value;
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
