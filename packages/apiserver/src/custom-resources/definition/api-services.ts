/** Every served version of a custom resource has an APIService, which says that this server answers for it itself. */
import { setLocalAvailability } from "../../bootstrap/local-api-service.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { ApiObject } from "../../registry/api-object.ts";
import type { DefinitionIndex } from "./definition-index.ts";
import type { DefinitionView } from "./definition-view.ts";

const apiServices = { group: "apiregistration.k8s.io", resource: "apiservices" } as const;

/** Makes and removes the APIServices of the versions that a definition has, or had. */
export function followApiServices(
  definition: DefinitionView,
  old: DefinitionView | undefined,
  index: DefinitionIndex,
  context: ServerContext,
): void {
  const { group = "" } = definition.spec ?? {};
  const versions = new Set([...versionsOf(old), ...versionsOf(definition)]);
  for (const version of versions) {
    const name = `${version}.${group}`;
    const isThere = context.read.has(apiServices, { name });
    const isWanted = index.isServed(group, version);
    if (isWanted && !isThere) {
      const fillUnowned = (draft: ApiObject): void => setLocalAvailability(draft, context);
      context.write.create(apiServices, apiService(group, version), { ownedThrough: "", fillUnowned });
    } else if (!isWanted && isThere) context.write.remove(apiServices, { name });
  }
}

function versionsOf(definition: DefinitionView | undefined): readonly string[] {
  return (definition?.spec?.versions ?? []).map(({ name = "" }) => name);
}

function apiService(group: string, version: string): ApiObject {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `${version}.${group}`, labels: { "kube-aggregator.kubernetes.io/automanaged": "true" } },
    // Custom resources come after the built-in groups, and among themselves by their names.
    spec: { group, version, groupPriorityMinimum: 1000, versionPriority: 100 },
  };
}
