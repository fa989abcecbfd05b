// The attributes of a request that admission plugins receive.
import type { AdmissionAttributes, AdmissionOperation } from "../registry/admission-plugin.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { RequestContext } from "../contracts/server-context.ts";

/** The attributes of a request to a resource. `namespace` is the namespace in its path. */
export function admissionAttributes(
  operation: AdmissionOperation,
  { group, plural, kind, version }: VersionedResource,
  context: RequestContext,
  about: Pick<AdmissionAttributes, "namespace" | "name" | "object" | "oldObject" | "options">,
): AdmissionAttributes {
  const isNamespace = group === "" && plural === "namespaces";
  return {
    operation,
    user: context.user,
    resource: { group, version: version.name, resource: plural },
    subresource: context.subresource,
    kind: { group, version: version.name, kind },
    dryRun: context.dryRun,
    ...about,
    // The namespace of a Namespace is its own name.
    namespace: isNamespace ? (about.oldObject?.metadata.name ?? about.name) : about.namespace,
  };
}
