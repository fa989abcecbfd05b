/** The variable `namespaceObject` of a request. */
import { notFound } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";

const namespaces = { group: "", resource: "namespaces" } as const;

/**
 * The namespace of the request, with the fields that expressions see; `undefined` for cluster-scoped objects and Namespaces. Throws 404 if it does not
 * exist.
 */
export function namespaceObject(
  { namespace, kind }: AdmissionAttributes,
  { read }: AdmissionContext,
): JsonObject | undefined {
  const isNamespace = kind.group === "" && kind.version === "v1" && kind.kind === "Namespace";
  if (namespace === "" || isNamespace) return undefined;
  const stored = read.get(namespaces, { name: namespace });
  if (stored === undefined) throw notFound(namespaces, namespace);
  const { apiVersion: _, kind: __, metadata, ...rest } = stored;
  const { managedFields: ___, ownerReferences: ____, ...shown } = metadata;
  return { ...rest, metadata: shown };
}
