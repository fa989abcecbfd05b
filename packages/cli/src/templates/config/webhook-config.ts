/**
 * `config/webhook`: the Service that the API server finds the webhooks behind. `kubewright generate webhook` writes `manifests.yaml`. The
 * operator makes its certificates itself; `config/default-with-cert-manager` leaves that to cert-manager.
 */
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { argumentAndPort, patchOfManager } from "./manager-patches.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

/** What a kind with webhooks adds. */
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
        argumentAndPort("--webhook-port=9443", "webhook-server", 9443) + answersUntilForgotten,
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

/** kube-proxy forgets a Pod that ends only after a second or so, and a webhook that is not answered refuses what its user writes. */
const answersUntilForgotten = `# A Pod that ends is asked until every node knows of it: it answers so long.
- op: add
  path: /spec/template/spec/containers/0/lifecycle
  value:
    preStop:
      sleep:
        seconds: 3
`;

const kustomizeConfig = `# The names that a prefix and a namespace change, also where a webhook says which Service it is behind.
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
