/** Puts the certificate of the API server's CA into every namespace, where Pods' token volumes take it from. */
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueMapped } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";

export const rootCaPublisherName = "root-ca-certificate-publisher-controller";

const configMapName = "kube-root-ca.crt";

/** @param caCertificate PEM. */
export function addRootCaPublisher(manager: Manager, caCertificate: string): void {
  const { client } = manager;
  const data = { "ca.crt": caCertificate };

  controllerManagedBy(manager)
    .for(Namespace)
    .watches(
      ConfigMap,
      enqueueMapped(({ key }) => (key.name === configMapName ? [{ name: key.namespace ?? "" }] : [])),
    )
    .named(rootCaPublisherName)
    .complete(async ({ name }, { signal }) => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (!namespace || isTerminating(namespace)) return {};
      const existing = await client.get(ConfigMap, { namespace: name, name: configMapName }, { signal });
      if (existing?.data?.["ca.crt"] === caCertificate) return {};
      try {
        const metadata = { namespace: name, name: configMapName };
        if (existing) await client.update<ConfigMap>({ ...existing, data }, { signal });
        else await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata, data }, { signal });
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      return {};
    });
}
