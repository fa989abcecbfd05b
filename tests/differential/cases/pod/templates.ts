/** Pod templates, which are validated like Pods, except for values that are known only in a Pod. */
import { cases, get, patch, post } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { container } from "./requests.ts";

const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const templates = "/api/v1/namespaces/{{namespace}}/podtemplates";

function deployment(spec: object, metadata: object = {}): object {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" }, ...metadata }, spec: { containers: [container], ...spec } },
    },
  };
}

function tryTemplates(...specs: readonly object[]): readonly DifferentialRequest[] {
  return specs.map((spec) => post(`${deployments}?dryRun=All`, deployment(spec)));
}

export const podTemplateCases: readonly DifferentialCase[] = cases("pod-template", {
  templates: tryTemplates(
    { containers: [] },
    { containers: [{ ...container, image: " padded " }] },
    { hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 1 }] }] },
    { hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 1, hostPort: 2 }] }] },
    { volumes: [{ name: "v", image: {} }] },
    { volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }] },
    { restartPolicy: "Never", activeDeadlineSeconds: 5 },
    { ephemeralContainers: [{ ...container, name: "e" }] },
    { terminationGracePeriodSeconds: -1 },
    { resourceClaims: [{ name: "a" }] },
    { schedulingGates: [{ name: "a" }], nodeName: "n" },
  ),
  "template-annotations": [
    post(`${deployments}?dryRun=All`, deployment({}, { annotations: { "a b": "c" } })),
    post(
      `${deployments}?dryRun=All`,
      deployment({}, { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "odd" } }),
    ),
    post(
      `${deployments}?dryRun=All`,
      deployment(
        { securityContext: { seccompProfile: { type: "Unconfined" } } },
        { annotations: { "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" } },
      ),
    ),
  ],
  "pod-templates": [
    post(templates, { metadata: { name: "t" }, template: { metadata: { labels: { "a b": "c" } }, spec: {} } }),
    post(templates, { metadata: { name: "t" }, template: { spec: { containers: [container] } } }),
    patch("merge", `${templates}/t`, { template: { spec: { containers: [{ ...container, image: "" }] } } }),
    get(`${templates}/t`),
  ],
  "warnings-templates": [
    ...tryTemplates(
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      {
        containers: [
          {
            ...container,
            env: [
              { name: "A", value: "1" },
              { name: "A", value: "2" },
            ],
          },
        ],
      },
    ),
    post(
      `${deployments}?dryRun=All`,
      deployment({}, { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "localhost/a" } }),
    ),
  ],
});
