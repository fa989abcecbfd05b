/** Creates the service account `default` in every namespace. */
import { Namespace, ServiceAccount } from "@kubewright/api/core/v1";
import { isAlreadyExists, isNamespaceTerminating, isNotFound, isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";

export const serviceAccountControllerName = "serviceaccount-controller";

const defaultName = "default";

export function addServiceAccountController(manager: Manager): void {
  const { client } = manager;

  controllerManagedBy(manager)
    .for(Namespace)
    .watches(
      ServiceAccount,
      enqueueRequestsFromMapFunc(({ key }) => (key.name === defaultName ? [{ name: key.namespace ?? "" }] : [])),
    )
    .named(serviceAccountControllerName)
    .complete(async ({ key: { name }, signal }) => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (!namespace || isTerminating(namespace)) return {};
      if (await client.get(ServiceAccount, { namespace: name, name: defaultName }, { signal })) return {};
      try {
        await client.create<ServiceAccount>(
          ServiceAccount,
          { metadata: { namespace: name, name: defaultName } },
          { signal },
        );
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
      return {};
    });
}

/** Whether the object already exists, or the namespace was deleted: there is nothing to do. */
export function isOvertaken(error: unknown): boolean {
  return isAlreadyExists(error) || isNamespaceTerminating(error) || isNotFound(error);
}
