/** Containers of all three lists: names, images, ports, environment, probes, hooks, restart rules. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { container, tryContainers, trySpecs } from "./requests.ts";

/** References with and without tags, digests and domains, and invalid ones. */
const images = [
  "nginx",
  "nginx:1",
  `nginx:latest@sha256:${"a".repeat(64)}`,
  `nginx:latest@sha256:${"a".repeat(63)}`,
  "Registry/nginx",
  "Nginx",
  "[::1]:5000/team/nginx",
  "ko://example.com/cmd/controller",
  "team//nginx",
  "a".repeat(64),
  "x".repeat(247),
  "x".repeat(248),
];

const exec = { exec: { command: ["true"] } };

function initContainers(...fields: readonly object[]): readonly object[] {
  return fields.map((more) => ({ initContainers: [{ ...container, name: "i", ...more }] }));
}

export const podContainerCases: readonly DifferentialCase[] = cases("pod-containers", {
  basics: tryContainers(
    { name: "", image: "" },
    { name: "A_b", image: " padded " },
    { terminationMessagePolicy: "Nowhere" },
    { imagePullPolicy: "Sometimes" },
    { name: "n".repeat(64) },
  ),
  images: trySpecs({ containers: images.map((image, index) => ({ name: `c${index}`, image })) }),
  ports: tryContainers(
    { ports: [{}] },
    { ports: [{ containerPort: -1, hostPort: 70_000, protocol: "HTTP", name: "Bad_Port_Name_Too_Long" }] },
    {
      ports: [
        { containerPort: 1, name: "a" },
        { containerPort: 2, name: "a" },
      ],
    },
    { ports: [{ containerPort: 1, name: "1-" }] },
    { ports: [{ containerPort: 1, name: "a--b" }] },
    {
      ports: [
        { containerPort: 1, hostPort: 5 },
        { containerPort: 2, hostPort: 5 },
      ],
    },
  ),
  "host-ports": trySpecs(
    {
      containers: [
        { ...container, ports: [{ containerPort: 1, hostPort: 5, hostIP: "1.2.3.4" }] },
        { ...container, name: "d", ports: [{ containerPort: 1, hostPort: 5, hostIP: "1.2.3.4" }] },
      ],
    },
    {
      initContainers: [
        {
          ...container,
          name: "i",
          ports: [
            { containerPort: 1, hostPort: 5 },
            { containerPort: 2, hostPort: 5 },
          ],
        },
      ],
    },
    { hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 1, hostPort: 2 }] }] },
  ),
  env: tryContainers(
    { env: [{ name: "", value: "a" }] },
    { env: [{ name: "a=b", value: "a" }] },
    { env: [{ name: "é", value: "a" }] },
    { env: [{ name: "A", valueFrom: {} }] },
    { env: [{ name: "A", value: "b", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
    {
      env: [
        {
          name: "A",
          valueFrom: { fieldRef: { fieldPath: "metadata.name" }, secretKeyRef: { name: "s", key: "k" } },
        },
      ],
    },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.nowhere" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "spec.host" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['UPPER b']" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name['a']" } } }] },
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.phase" } } }] },
    { env: [{ name: "A", valueFrom: { configMapKeyRef: {} } }] },
    { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "A_", key: "a b" } } }] },
    { env: [{ name: "A", valueFrom: { secretKeyRef: {} } }] },
    { env: [{ name: "A", valueFrom: { secretKeyRef: { name: "A_", key: ".." } } }] },
  ),
  "env-resource": tryContainers(
    ...[
      {},
      { resource: "limits.gpu" },
      { resource: "limits.cpu", divisor: "2" },
      { resource: "requests.memory", divisor: "3Mi" },
      { resource: "limits.ephemeral-storage", divisor: "1m" },
      { resource: "requests.hugepages-2Mi", divisor: "5" },
      { resource: "limits.cpu", divisor: "1m" },
    ].map((resourceFieldRef) => ({ env: [{ name: "A", valueFrom: { resourceFieldRef } }] })),
  ),
  "env-file": [
    ...tryContainers(
      { env: [{ name: "A", valueFrom: { fileKeyRef: { key: "", volumeName: "", path: "" } } }] },
      { env: [{ name: "A", valueFrom: { fileKeyRef: { key: "a=b", volumeName: "A_", path: "a/../b" } } }] },
    ),
    ...trySpecs({
      containers: [
        { ...container, env: [{ name: "A", valueFrom: { fileKeyRef: { key: "k", volumeName: "h", path: "a" } } }] },
      ],
      volumes: [{ name: "h", hostPath: { path: "/" } }],
    }),
  ],
  "env-from": tryContainers(
    { envFrom: [{}] },
    { envFrom: [{ prefix: "a=b", configMapRef: { name: "" } }] },
    { envFrom: [{ configMapRef: { name: "A_" } }] },
    { envFrom: [{ secretRef: { name: "" } }] },
    { envFrom: [{ secretRef: { name: "A_" } }] },
    { envFrom: [{ configMapRef: { name: "a" }, secretRef: { name: "b" } }] },
  ),
  probes: tryContainers(
    { livenessProbe: {} },
    { livenessProbe: { exec: { command: [] } } },
    { livenessProbe: { ...exec, successThreshold: 2 } },
    { startupProbe: { ...exec, successThreshold: 2, terminationGracePeriodSeconds: 0 } },
    { readinessProbe: { ...exec, terminationGracePeriodSeconds: 5 } },
    {
      readinessProbe: {
        ...exec,
        initialDelaySeconds: -1,
        timeoutSeconds: -1,
        periodSeconds: -1,
        successThreshold: -1,
        failureThreshold: -1,
      },
    },
    { livenessProbe: { ...exec, httpGet: { port: 0 }, tcpSocket: { port: 0 }, grpc: { port: 0 } } },
    { livenessProbe: { httpGet: { port: 0, path: "", scheme: "FTP", httpHeaders: [{ name: "a b", value: "" }] } } },
    { livenessProbe: { httpGet: { port: "Bad_Port_Name_Too_Long" } } },
    { livenessProbe: { tcpSocket: { port: "" } } },
    { livenessProbe: { tcpSocket: { port: 70_000 } } },
    { readinessProbe: { grpc: { port: 0 } } },
  ),
  lifecycle: [
    ...tryContainers(
      { lifecycle: { postStart: {}, preStop: {} } },
      { lifecycle: { postStart: { ...exec, httpGet: { port: 1 }, tcpSocket: { port: 1 }, sleep: { seconds: 1 } } } },
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      { lifecycle: { preStop: { sleep: { seconds: -1 } } } },
      { lifecycle: { preStop: { sleep: { seconds: 0 } } } },
      { lifecycle: { stopSignal: "SIGTERM" } },
    ),
  ],
  "restart-rules": tryContainers(
    { restartPolicy: "Sometimes" },
    { restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }] },
    { restartPolicy: "Never", restartPolicyRules: [{ action: "Explode" }] },
    {
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "Near", values: [1] } }],
    },
    {
      restartPolicy: "Never",
      restartPolicyRules: Array.from({ length: 21 }, () => ({
        action: "Restart",
        exitCodes: { operator: "In", values: [1] },
      })),
    },
    {
      restartPolicy: "Never",
      restartPolicyRules: [
        { action: "Restart", exitCodes: { operator: "In", values: Array.from({ length: 256 }, (_, index) => index) } },
      ],
    },
  ),
  "resize-policy": trySpecs(
    ...[
      [{}],
      [{ resourceName: "disk", restartPolicy: "Maybe" }],
      [
        { resourceName: "cpu", restartPolicy: "NotRequired" },
        { resourceName: "cpu", restartPolicy: "RestartContainer" },
      ],
    ].map((resizePolicy) => ({ containers: [{ ...container, resizePolicy }] })),
    {
      restartPolicy: "Never",
      containers: [{ ...container, resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] }],
    },
  ),
  init: trySpecs(
    ...initContainers(
      { name: "c" },
      { name: "", image: "" },
      { image: " padded" },
      { lifecycle: { preStop: exec }, livenessProbe: exec, readinessProbe: exec, startupProbe: exec },
      {
        restartPolicy: "Always",
        lifecycle: { preStop: {} },
        livenessProbe: {},
        readinessProbe: {},
        startupProbe: {},
      },
      { restartPolicy: "Sometimes" },
      { restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }] },
      { restartPolicy: "Always", restartPolicyRules: [{ action: "Explode" }] },
      { resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] },
    ),
    {
      initContainers: [
        { ...container, name: "i" },
        { ...container, name: "i" },
      ],
    },
  ),
  "ephemeral-on-create": trySpecs(
    { ephemeralContainers: [{ ...container, name: "e" }] },
    {
      ephemeralContainers: [
        { ...container, image: " padded", targetContainerName: "nobody" },
        {
          ...container,
          name: "e",
          ports: [{ containerPort: 1 }],
          livenessProbe: exec,
          readinessProbe: exec,
          startupProbe: exec,
          lifecycle: { preStop: exec },
          resources: { limits: { cpu: "1" } },
          resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
          restartPolicy: "Always",
          volumeMounts: [
            { name: "v", mountPath: "/a", subPath: "b" },
            { name: "v", mountPath: "/c", subPathExpr: "d" },
          ],
        },
      ],
      volumes: [{ name: "v", emptyDir: {} }],
    },
  ),
});
