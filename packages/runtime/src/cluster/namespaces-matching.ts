/** Keeps a set of namespaces equal to those whose names match patterns. */
import type { ResourceType } from "@kubewright/apimachinery";
import { abortable, isAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { InformerCache, NamespaceSet } from "@kubewright/informer";
import type { Runnable } from "../runnable/runnable.ts";

const namespaceType: ResourceType = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
};

export interface NamespacesMatchingOptions {
  /** The set of a cache. It is replaced whenever a matching Namespace is created or deleted. */
  readonly set: NamespaceSet;
  /** The manager or the cluster whose Namespaces are watched. */
  readonly cluster: { readonly cache: InformerCache; readonly clock: Clock };
}

/**
 * Returns a runnable that keeps `set` equal to the namespaces of the cluster whose names match the patterns:
 * `manager.add(namespacesMatching(["team-*", "!team-b"], { set, cluster: manager }))`. `*` matches any characters and `?` one character. The last
 * pattern that matches a name decides; a pattern with `!` excludes it. A name that no pattern matches is included only if the first pattern excludes.
 *
 * The operator needs `get`, `list` and `watch` of Namespaces in a ClusterRole: `@kubebuilder:rbac:groups="",resources=namespaces,verbs=get;list;watch`.
 *
 * @throws {TypeError} if there is no pattern, or one is empty.
 * @see https://docs.kopf.dev/en/stable/scopes/
 */
export function namespacesMatching(patterns: readonly string[], { set, cluster }: NamespacesMatchingOptions): Runnable {
  const decide = compilePatterns(patterns);
  return {
    name: "namespaces",
    needLeaderElection: false,
    isCache: true,
    async start({ signal }) {
      await using namespaces = cluster.cache.acquire(namespaceType, { metadataOnly: true });
      const names = new Set<string>();
      let changed = Promise.withResolvers<void>();
      using _registration = namespaces.informer.addHandler(({ kind, object }) => {
        const { name } = object.key;
        const isWanted = kind !== "deleted" && decide(name);
        if (isWanted === names.has(name)) return;
        if (isWanted) names.add(name);
        else names.delete(name);
        changed.resolve();
      });
      try {
        for (;;) {
          await abortable(changed.promise, signal);
          await cluster.clock.nextTurn(); // A first list has one event for each Namespace.
          changed = Promise.withResolvers();
          set.set(names);
        }
      } catch (error) {
        if (!isAbort(error, signal)) throw error;
      }
    },
  };
}

function compilePatterns(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) {
    throw new TypeError('Cannot match namespaces: there is no pattern, must be at least one such as "team-*"');
  }
  const rules = patterns.map((text) => {
    const excludes = text.startsWith("!");
    const pattern = excludes ? text.slice(1) : text;
    if (pattern === "") throw new TypeError(`Cannot match namespaces: the pattern ${JSON.stringify(text)} is empty`);
    return { excludes, pattern };
  });
  const initial = rules[0]?.excludes === true;
  return (name) => {
    const last = rules.findLast(({ pattern }) => matches(name, pattern));
    return last === undefined ? initial : !last.excludes;
  };
}

/** Compares in at most the product of both lengths. */
function matches(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < name.length;) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      resume = index;
    } else if (pattern[at] === "?" || pattern[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  return /^\**$/u.test(pattern.slice(at));
}
