/**
 * Dependents of an object as a declared graph, as the workflows of the Java operator SDK. Any reconciler can use it. It has no state between calls.
 *
 *     conditions of all nodes ──► nodes that are not desired, in reverse order: delete ──► other nodes, in order: apply, wait for ready
 */
import { isLabelValue } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { ControllerBuilder } from "../builder/builder.ts";
import type {
  DependentBase,
  DependentContext,
  DependentResource,
  DependentResult,
  ExternalDependent,
  GraphResult,
} from "./dependent.ts";
import { ExternalNode } from "./external-node.ts";
import type { GraphNode } from "./node.ts";
import { ResourceNode } from "./resource-node.ts";

/** Dependents of the kind `O`. */
export interface DependentGraph<O extends KubernetesObject> {
  /** Declares objects of a kind. Returns the graph. Throws a `TypeError` if the name is taken, or if a name in `dependsOn` is not declared yet. */
  add<T extends KubernetesObject>(dependent: DependentResource<O, T>): this;
  /** Declares a resource outside the cluster. Throws as `add` does. */
  addExternal<S>(dependent: ExternalDependent<O, S>): this;
  /** Adds `owns` for each kind of the graph, so that a change of a dependent enqueues its owner. Returns the builder. */
  addTo(builder: ControllerBuilder): ControllerBuilder;
  /**
   * Applies the desired state of all dependents of the owner, as far as their conditions allow. An error of a dependent does not affect dependents that
   * do not depend on it. Nothing is written if nothing differs.
   *
   * ```ts
   * const result = await graph.reconcile(job, context);
   * result.throwIfFailed();
   * ```
   */
  reconcile(owner: Stored<O>, context: DependentContext): Promise<GraphResult>;
  /** Deletes all dependents in reverse order, each after the dependents that depend on it are gone. A finalizer returns `requeueAfterMs` until the result is `done`. */
  cleanup(owner: Stored<O>, context: DependentContext): Promise<GraphResult>;
}

/** Creates a graph without dependents. */
export function createDependentGraph<O extends KubernetesObject>(): DependentGraph<O> {
  return new DeclaredGraph<O>();
}

class DeclaredGraph<O extends KubernetesObject> implements DependentGraph<O> {
  /** In the order of declaration, so each node comes after those that it depends on. */
  readonly #nodes = new Map<string, GraphNode<O>>();

  add<T extends KubernetesObject>(dependent: DependentResource<O, T>): this {
    return this.#add(new ResourceNode(dependent));
  }

  addExternal<S>(dependent: ExternalDependent<O, S>): this {
    return this.#add(new ExternalNode(dependent));
  }

  addTo(builder: ControllerBuilder): ControllerBuilder {
    const types = new Map(
      [...this.#nodes.values()].flatMap(({ type }) => (type ? [[`${type.group}/${type.plural}`, type]] : [])),
    );
    for (const type of types.values()) builder.owns(type);
    return builder;
  }

  async reconcile(owner: Stored<O>, context: DependentContext): Promise<GraphResult> {
    return await new GraphRun(this.#nodes, owner, context).run(
      (node) => node.reconcilePrecondition?.(owner, context) ?? true,
    );
  }

  async cleanup(owner: Stored<O>, context: DependentContext): Promise<GraphResult> {
    return await new GraphRun(this.#nodes, owner, context).run(() => false);
  }

  #add(node: GraphNode<O>): this {
    const { name, dependsOn = [] } = node.declaration;
    const [problem] = name === "" ? ["must not be empty"] : isLabelValue(name);
    if (problem !== undefined) throw new TypeError(`Cannot add dependent "${name}": the name ${problem}`);
    if (this.#nodes.has(name)) throw new TypeError(`Cannot add dependent "${name}": the name is taken, must be unique`);
    const missing = dependsOn.find((each) => !this.#nodes.has(each));
    if (missing !== undefined) {
      throw new TypeError(`Cannot add dependent "${name}": dependsOn has "${missing}", must be declared before`);
    }
    this.#nodes.set(name, node);
    return this;
  }
}

/** One pass over the graph. */
class GraphRun<O extends KubernetesObject> {
  readonly #nodes: ReadonlyMap<string, GraphNode<O>>;
  readonly #owner: Stored<O>;
  readonly #context: DependentContext;
  readonly #results = new Map<string, DependentResult>();
  readonly #undesired = new Set<string>();

  constructor(nodes: ReadonlyMap<string, GraphNode<O>>, owner: Stored<O>, context: DependentContext) {
    this.#nodes = nodes;
    this.#owner = owner;
    this.#context = context;
  }

  async run(isDesired: (node: DependentBase<O>) => boolean | Promise<boolean>): Promise<GraphResult> {
    for (const name of this.#nodes.keys()) await this.#decide(name, isDesired);
    const names = [...this.#nodes.keys()];
    for (const name of names.toReversed()) if (this.#undesired.has(name)) await this.#delete(name);
    for (const name of names) if (!this.#undesired.has(name)) await this.#reconcile(name);
    return resultOf(new Map(names.map((name) => [name, this.#results.get(name) ?? { state: "inactive" }])));
  }

  async #decide(name: string, isDesired: (node: DependentBase<O>) => boolean | Promise<boolean>): Promise<void> {
    await this.#attempt(name, async ({ declaration }) => {
      const { activationCondition, dependsOn = [] } = declaration;
      if (!(await (activationCondition?.(this.#owner, this.#context) ?? true))) return { state: "inactive" };
      const isBlocked = dependsOn.some(
        (each) => this.#undesired.has(each) || this.#results.get(each)?.state === "inactive",
      );
      if (isBlocked || !(await isDesired(declaration))) this.#undesired.add(name);
      return undefined;
    });
  }

  async #delete(name: string): Promise<void> {
    const waitsFor = [...this.#nodes.values()]
      .filter(({ declaration }) => declaration.dependsOn?.includes(name))
      .map(({ declaration }) => declaration.name)
      .filter((each) => !["deleted", "inactive"].includes(this.#results.get(each)?.state ?? ""));
    if (waitsFor.length > 0) this.#results.set(name, { state: "waiting", waitsFor });
    else await this.#attempt(name, (node) => node.delete(this.#owner, this.#context));
  }

  async #reconcile(name: string): Promise<void> {
    if (this.#results.has(name)) return; // Inactive, or its condition failed.
    const { dependsOn = [] } = this.#nodes.get(name)?.declaration ?? {};
    const waitsFor = dependsOn.filter((each) => this.#results.get(each)?.state !== "ready");
    if (waitsFor.length > 0) this.#results.set(name, { state: "waiting", waitsFor });
    else await this.#attempt(name, (node) => node.reconcile(this.#owner, this.#context));
  }

  async #attempt(name: string, action: (node: GraphNode<O>) => Promise<DependentResult | undefined>): Promise<void> {
    const node = this.#nodes.get(name);
    if (!node) return;
    this.#context.signal.throwIfAborted();
    try {
      const result = await action(node);
      if (result) this.#results.set(name, result);
    } catch (error) {
      this.#context.signal.throwIfAborted(); // The end of the reconcile is not a failure of the dependent.
      this.#results.set(name, { state: "failed", error });
    }
  }
}

function resultOf(dependents: ReadonlyMap<string, DependentResult>): GraphResult {
  const results = [...dependents];
  return {
    dependents,
    done: results.every(([, { state }]) => state === "ready" || state === "deleted" || state === "inactive"),
    throwIfFailed() {
      const failed = results.flatMap(([name, result]) =>
        result.state === "failed" ? [{ name, error: result.error }] : [],
      );
      const errors = failed.map(({ error }) => error);
      if (errors.length === 1) throw errors[0];
      if (errors.length > 1) {
        const names = failed.map(({ name }) => `"${name}"`).join(", ");
        throw new AggregateError(errors, `Cannot reconcile dependents ${names}`);
      }
    },
  };
}
