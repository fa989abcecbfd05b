/**
 * The ConfigMap with the client certificate authorities that this server trusts, which extension API servers read:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/#extension-apiserver-authenticates-the-request
 */
import type { ServerContext } from "../contracts/server-context.ts";

const configMaps = { group: "", resource: "configmaps" } as const;
const key = { namespace: "kube-system", name: "extension-apiserver-authentication" } as const;
const field = "client-ca-file";

/**
 * Adds an authority of client certificates, in PEM. As in kube-apiserver, authorities are never removed, and a server without an
 * authority has no such ConfigMap.
 */
export function publishClientAuthority({ read, write }: ServerContext, certificate: string): void {
  const asManager = { ownedThrough: "" };
  if (read.get(configMaps, key) === undefined) {
    const metadata = { name: key.name, namespace: key.namespace };
    write.create(
      configMaps,
      { apiVersion: "v1", kind: "ConfigMap", metadata, data: { [field]: certificate } },
      asManager,
    );
    return;
  }
  write.update(
    configMaps,
    key,
    (draft) => {
      const data = (draft["data"] ?? {}) as { readonly [name: string]: string }; // The data of a ConfigMap are strings.
      const known = data[field] ?? "";
      if (known.includes(certificate.trim())) return false;
      draft["data"] = { ...data, [field]: `${known}${certificate}` };
      return undefined;
    },
    asManager,
  );
}
