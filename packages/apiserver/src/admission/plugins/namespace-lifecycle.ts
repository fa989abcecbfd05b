/**
 * NamespaceLifecycle: rejects writes to missing namespaces, creates in terminating namespaces, and deletes of `default`, `kube-system` and
 * `kube-public`. https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#namespacelifecycle
 */
import { apiErrorFrom, forbidden, notFound } from "@kubewright/apimachinery";
import type { Namespace } from "@kubewright/api/core/v1";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid } from "./forbid.ts";

const namespaces = { group: "", resource: "namespaces" } as const;

const immortalNamespaces: readonly string[] = ["default", "kube-system", "kube-public"];

export const namespaceLifecycle: AdmissionPlugin = { name: "NamespaceLifecycle", mutate: checkNamespace };

function checkNamespace(attributes: AdmissionAttributes, context: RequestContext): void {
  const { operation, kind, namespace } = attributes;
  if (kind.group === "" && kind.kind === "Namespace") {
    const name = attributes.oldObject?.metadata.name ?? attributes.name;
    if (operation === "DELETE" && immortalNamespaces.includes(name)) {
      throw forbidden(namespaces, name, "this namespace may not be deleted");
    }
    return;
  }
  // Deletes are always admitted, and access reviews reveal nothing about namespaces.
  if (namespace === "" || operation === "DELETE" || operation === "CONNECT") return;
  if (attributes.resource.resource === "localsubjectaccessreviews") return;

  const found = context.read.get(namespaces, { name: namespace });
  if (found === undefined) throw notFound(namespaces, namespace);
  if (operation === "CREATE" && viewOf<Namespace>(found).status?.phase === "Terminating") {
    throw terminating(attributes, namespace);
  }
}

function terminating(attributes: AdmissionAttributes, namespace: string): Error {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbid(attributes, why);
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  return apiErrorFrom({ ...status, details: { ...status.details, causes: [cause] } });
}
