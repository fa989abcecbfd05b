/** NamespaceExists and NamespaceAutoProvision: writes to a missing namespace are rejected, or create the namespace. */
import { isAlreadyExists, notFound } from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid } from "./forbid.ts";

const namespaces = { group: "", resource: "namespaces" } as const;

export const namespaceExists: AdmissionPlugin = {
  name: "NamespaceExists",
  validate: (attributes, context) => {
    if (attributes.operation === "CONNECT" || !lacksNamespace(attributes, context)) return;
    throw notFound(namespaces, attributes.namespace);
  },
};

export const namespaceAutoProvision: AdmissionPlugin = {
  name: "NamespaceAutoProvision",
  mutate: (attributes, context) => {
    if (attributes.operation !== "CREATE" || attributes.dryRun || !lacksNamespace(attributes, context))
      return undefined;
    return createNamespace(attributes, context);
  },
};

function lacksNamespace({ namespace, kind }: AdmissionAttributes, { read }: RequestContext): boolean {
  if (namespace === "" || (kind.group === "" && kind.kind === "Namespace")) return false;
  return !read.has(namespaces, { name: namespace });
}

async function createNamespace(attributes: AdmissionAttributes, { write }: RequestContext): Promise<void> {
  const metadata = { name: attributes.namespace };
  try {
    await write.createReviewed(namespaces, { apiVersion: "v1", kind: "Namespace", metadata });
  } catch (error) {
    if (isAlreadyExists(error)) return; // Another request has created it.
    throw forbid(attributes, error instanceof Error ? error.message : String(error));
  }
}
