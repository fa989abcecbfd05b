/** Publishes the CA certificate of the API server in every namespace, for the token volumes of Pods. */
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { isDeepEqual, isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { isOvertaken } from "../service-account/service-account-controller.ts";

export const rootCaPublisherName = "root-ca-certificate-publisher-controller";

const configMapName = "kube-root-ca.crt";

/** Only the presence of the annotation is checked. A user may have translated its value. */
const descriptionAnnotation = "kubernetes.io/description";
const description = "The CA certificate of the API server, for programs that reach it inside the cluster";

/** @param caCertificate PEM. */
export function addRootCaPublisher(manager: Manager, caCertificate: string): void {
  const { client } = manager;
  const data = { "ca.crt": caCertificate };

  controllerManagedBy(manager)
    .for(Namespace)
    .watches(
      ConfigMap,
      enqueueRequestsFromMapFunc(({ key }) => (key.name === configMapName ? [{ name: key.namespace ?? "" }] : [])),
    )
    .named(rootCaPublisherName)
    .complete(async ({ key: { name }, signal }) => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (!namespace || isTerminating(namespace)) return {};
      const existing = await client.get(ConfigMap, { namespace: name, name: configMapName }, { signal });
      const annotations = existing?.metadata.annotations ?? {};
      if (isDeepEqual(existing?.data, data) && annotations[descriptionAnnotation]) return {};

      const metadata = {
        ...(existing?.metadata ?? { namespace: name, name: configMapName }),
        annotations: { ...annotations, [descriptionAnnotation]: description },
      };
      const wanted: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", ...existing, metadata, data };
      try {
        await (existing ? client.update(ConfigMap, wanted, { signal }) : client.create(ConfigMap, wanted, { signal }));
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      return {};
    });
}
