// Each served version of a custom resource has a local APIService: this server serves the version itself.
import { setLocalAvailability } from "../../kinds/apiregistration/api-service.ts";
import type { ReconcileContext, Reconciler } from "../../contracts/server-context.ts";
import type { ApiObject } from "../../objects/api-object.ts";
import type { DefinitionIndex } from "./definition-index.ts";
import type { DefinitionView } from "../definition-view.ts";

const apiServices = { group: "apiregistration.k8s.io", resource: "apiservices" } as const;

/** The names of the APIServices that depend on a definition, before and after a change of it. */
export function apiServiceNames(...definitions: readonly (DefinitionView | undefined)[]): ReadonlySet<string> {
  return new Set(
    definitions.flatMap((definition) => {
      const { group = "", versions = [] } = definition?.spec ?? {};
      return versions.map(({ name = "" }) => `${name}.${group}`);
    }),
  );
}

/** Creates and removes the APIServices of custom resources. */
export class ApiServiceReconciler implements Reconciler {
  readonly #index: DefinitionIndex;

  constructor(index: DefinitionIndex) {
    this.#index = index;
  }

  reconcile(name: string, context: ReconcileContext): void {
    const dot = name.indexOf(".");
    const [version, group] = [name.slice(0, dot), name.slice(dot + 1)];
    const isStored = context.read.has(apiServices, { name });
    const isWanted = this.#index.isServed(group, version);
    if (isWanted && !isStored) {
      const fillUnowned = (draft: ApiObject): void => setLocalAvailability(draft, context);
      context.write.create(apiServices, apiService(name, group, version), { ownedThrough: "", fillUnowned });
    } else if (!isWanted && isStored) context.write.remove(apiServices, { name });
  }
}

function apiService(name: string, group: string, version: string): ApiObject {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name, labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
    // Groups of custom resources follow the built-in groups in discovery, and are ordered by name among themselves.
    spec: { group, version, groupPriorityMinimum: 1000, versionPriority: 100 },
  };
}
