/** Pods: the kind with the most rules. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const pods = "/api/v1/namespaces/{{namespace}}/pods";

function pod(spec: unknown, more: object = {}): object {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec, ...more };
}

const container = { name: "c", image: "example.com/c:1" };

export const podCases: readonly DifferentialCase[] = cases("pod", {
  created: [post(pods, pod({ containers: [container] }))],
  "created-in-full": [
    post(
      pods,
      pod({
        containers: [
          {
            ...container,
            ports: [{ containerPort: 80 }],
            env: [{ name: "A", value: "1" }],
            livenessProbe: { httpGet: { port: 80 } },
            resources: { limits: { cpu: "0.5", memory: "1024Mi" } },
            volumeMounts: [{ name: "v", mountPath: "/v" }],
          },
        ],
        volumes: [{ name: "v", configMap: { name: "a" } }],
      }),
    ),
  ],
  "no-containers": [post(pods, pod({}))],
  "no-spec": [post(pods, { apiVersion: "v1", kind: "Pod", metadata: { name: "p" } })],
  "no-image": [post(pods, pod({ containers: [{ name: "c" }] }))],
  "no-container-name": [post(pods, pod({ containers: [{ image: "i" }] }))],
  "same-container-name": [post(pods, pod({ containers: [container, container] }))],
  "bad-container-name": [post(pods, pod({ containers: [{ ...container, name: "Bad_Name" }] }))],
  "bad-restart-policy": [post(pods, pod({ containers: [container], restartPolicy: "Sometimes" }))],
  "bad-pull-policy": [post(pods, pod({ containers: [{ ...container, imagePullPolicy: "Maybe" }] }))],
  "bad-port": [post(pods, pod({ containers: [{ ...container, ports: [{ containerPort: 70_000, protocol: "X" }] }] }))],
  "bad-env-name": [post(pods, pod({ containers: [{ ...container, env: [{ name: "", value: "1" }] }] }))],
  "bad-quantity": [post(pods, pod({ containers: [{ ...container, resources: { limits: { cpu: "much" } } }] }))],
  "request-over-limit": [
    post(pods, pod({ containers: [{ ...container, resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }] })),
  ],
  "unknown-volume": [
    post(pods, pod({ containers: [{ ...container, volumeMounts: [{ name: "v", mountPath: "/v" }] }] })),
  ],
  "wrong-type": [post(pods, pod({ containers: "c" }))],
  "wrong-type-deep": [post(pods, pod({ containers: [{ ...container, ports: [{ containerPort: "80" }] }] }))],
  "unknown-field": [
    post(`${pods}?fieldValidation=Strict`, pod({ containers: [{ ...container, imagePullPolic: "Always" }] })),
  ],
  "negative-deadline": [post(pods, pod({ containers: [container], activeDeadlineSeconds: 0 }))],
  "unknown-priority-class": [post(pods, pod({ containers: [container], priorityClassName: "none" }))],
  "bad-name": [post(pods, pod({ containers: [container] }, { metadata: { name: "P" } }))],
  "changed-spec": [
    post(pods, pod({ containers: [container] })),
    patch("merge", `${pods}/p`, { spec: { hostNetwork: true } }),
  ],
  "changed-image": [
    post(pods, pod({ containers: [container] })),
    patch("strategic", `${pods}/p`, { spec: { containers: [{ name: "c", image: "example.com/c:2" }] } }),
  ],
  "status-patched": [
    post(pods, pod({ containers: [container] })),
    patch("strategic", `${pods}/p/status`, {
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    }),
    patch("strategic", `${pods}/p/status`, { status: { conditions: [{ type: "Ready", status: "False" }] } }),
  ],
  bound: [
    post(pods, pod({ containers: [container] })),
    post(`${pods}/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n1" } }),
    post(`${pods}/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n2" } }),
    get(`${pods}/p`),
    remove(`${pods}/p`),
  ],
  "update-absent": [put(`${pods}/p`, pod({ containers: [container] }))],
  deleted: [post(pods, pod({ containers: [container] })), remove(`${pods}/p`), get(`${pods}/p`)],
  logs: [post(pods, pod({ containers: [container] })), get(`${pods}/p/log?container=none`), get(`${pods}/none/log`)],
});
