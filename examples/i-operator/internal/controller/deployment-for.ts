/**
 * The Deployment of an Application: `app-NAME`, one replica of one container.
 *
 * Of a Deployment that is there already only what the Application decides is changed, so what the server filled in, the controllers noted
 * and others added stays, and a Deployment that is right equals what this makes of it.
 *
 * The container keeps to the restricted Pod Security profile but for two rules: it may run as root, and keeps the capabilities of its
 * runtime. The image is the user's, and images such as nginx need both. Nothing of ours goes into the Pod: it gets no token.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { Container, PodTemplateSpec } from "@kubewright/api/core/v1";
import { isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";

/** Where the Deployment of an Application is. */
export function deploymentKey({ metadata: { name, namespace } }: Stored<Application>): ObjectKey {
  return { name: `app-${name}`, ...(namespace === undefined ? {} : { namespace }) };
}

/** What the Deployment is to be; `current` is what it is. Somebody else's is to be what it is. */
export function deploymentFor(application: Stored<Application>, current: Deployment | undefined): Deployment {
  if (current && !isControlledBy(current, application)) return current;
  const labels = { app: application.metadata.name };
  return {
    ...current,
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      ...current?.metadata,
      ...deploymentKey(application),
      labels: { ...current?.metadata?.labels, ...labels },
      ownerReferences: current?.metadata?.ownerReferences ?? [ownerReferenceTo(application)],
    },
    spec: {
      ...current?.spec,
      replicas: 1,
      selector: current?.spec?.selector ?? { matchLabels: labels },
      template: templateFor(application, current?.spec?.template),
    },
  };
}

function templateFor(application: Stored<Application>, current: PodTemplateSpec | undefined): PodTemplateSpec {
  const { name } = application.metadata;
  const image = application.spec?.image ?? "";
  const containers = current?.spec?.containers ?? [];
  const isThere = containers.some((container) => container.name === name);
  return {
    ...current,
    metadata: { ...current?.metadata, labels: { ...current?.metadata?.labels, app: name } },
    spec: {
      ...(current?.spec ?? { automountServiceAccountToken: false }),
      containers: isThere
        ? containers.map((container) => (container.name === name ? { ...container, image } : container))
        : [...containers, newContainer(name, image)],
    },
  };
}

function newContainer(name: string, image: string): Container {
  return {
    name,
    image,
    securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
  };
}
