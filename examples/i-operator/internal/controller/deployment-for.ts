/**
 * The Deployment of an Application: `app-NAME`, one replica of one container.
 *
 * These are the fields that the operator applies. It does not change fields that the server, its controllers and other clients set.
 *
 * The container keeps to the restricted Pod Security profile but for two rules: it may run as root, and has the default capabilities of the
 * container runtime. The image is chosen by the user, and images such as nginx need both. The Pod gets no service account token.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { ApplyBody, ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Application } from "../../api/v1/zz_generated.application.ts";

/** The key of the Deployment of an Application. */
export function deploymentKey({ metadata: { name, namespace } }: Stored<Application>): ObjectKey {
  return { name: `app-${name}`, ...(namespace === undefined ? {} : { namespace }) };
}

export function deploymentFor(application: Stored<Application>): ApplyBody<Deployment> {
  const { name } = application.metadata;
  const labels = { app: name };
  return {
    metadata: { ...deploymentKey(application), labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          containers: [
            {
              name,
              image: application.spec?.image ?? "",
              securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
            },
          ],
        },
      },
    },
  };
}
