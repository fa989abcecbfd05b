/**
 * `config/webhook`: the Service of the webhooks. `kubewright generate webhook` writes `manifests.yaml`. The operator issues its
 * certificates itself; with `config/default-with-cert-manager` cert-manager does.
 */
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { argumentAndPort, patchOfManager } from "./manager-patches.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

/** The additions for a kind with webhooks. */
export function webhookConfig(project: Project, { webhooks }: Resource): Scaffold {
  const hasManifests = webhooks?.defaulting === true || webhooks?.validation === true;
  return {
    files: [
      kept(
        "webhook/kustomization.yaml",
        list("resources", ["service.yaml"], "webhookkustomizeresource") +
          list("configurations", ["kustomizeconfig.yaml"]),
      ),
      kept("webhook/kustomizeconfig.yaml", kustomizeConfig),
      kept(
        "webhook/service.yaml",
        `apiVersion: v1
kind: Service
metadata:
${labelsOf(project)}
  name: webhook-service
  namespace: system
spec:
  ports:
    - port: 443
      protocol: TCP
      targetPort: 9443
  selector:
    control-plane: controller-manager
    app.kubernetes.io/name: ${text(project.projectName)}
`,
      ),
      kept(
        "default/manager_webhook_patch.yaml",
        argumentAndPort("--webhook-port=9443", "webhook-server", 9443) + servesDuringTermination,
      ),
    ],
    insertions: [
      ...(hasManifests
        ? [
            {
              path: "config/webhook/kustomization.yaml",
              marker: "webhookkustomizeresource",
              lines: ["- manifests.yaml"],
            },
          ]
        : []),
      { path: "config/default/kustomization.yaml", marker: "defaultkustomizeresource", lines: ["- ../webhook"] },
      {
        path: "config/default/kustomization.yaml",
        marker: "defaultkustomizepatch",
        lines: [`- ${patchOfManager("manager_webhook_patch.yaml")}`],
      },
    ],
  };
}

/** kube-proxy stops routing to a terminating Pod only after some time, and the API server rejects writes whose webhook does not respond. */
const servesDuringTermination = `# Requests may still arrive until all nodes have removed the endpoint, so the Pod keeps serving for that time.
- op: add
  path: /spec/template/spec/containers/0/lifecycle
  value:
    preStop:
      sleep:
        seconds: 3
`;

const kustomizeConfig = `# Applies the name prefix and the namespace to the Service of webhooks in webhook configurations.
nameReference:
  - kind: Service
    version: v1
    fieldSpecs:
      - kind: MutatingWebhookConfiguration
        group: admissionregistration.k8s.io
        path: webhooks/clientConfig/service/name
      - kind: ValidatingWebhookConfiguration
        group: admissionregistration.k8s.io
        path: webhooks/clientConfig/service/name
namespace:
  - kind: MutatingWebhookConfiguration
    group: admissionregistration.k8s.io
    path: webhooks/clientConfig/service/namespace
    create: true
  - kind: ValidatingWebhookConfiguration
    group: admissionregistration.k8s.io
    path: webhooks/clientConfig/service/namespace
    create: true
`;
