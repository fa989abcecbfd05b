/** Requests for the cases of kinds in protobuf, and a Pod with every type of field. */
import { acceptingProtobuf, get, inProtobuf, post } from "../case.ts";
import type { DifferentialRequest } from "../case.ts";

export const metadata = { name: "a", labels: { app: "a" }, annotations: { "example.com/note": "ä €" } };
export const podSpec = {
  containers: [
    {
      name: "a",
      image: "nginx",
      ports: [{ containerPort: 80, name: "http" }],
      env: [
        { name: "A", value: "1" },
        { name: "B", valueFrom: { configMapKeyRef: { name: "m", key: "k", optional: true } } },
        { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "D", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
      ],
      resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: "0.5", memory: "134217728" } },
      livenessProbe: { httpGet: { path: "/", port: "http" }, initialDelaySeconds: 3 },
      readinessProbe: { tcpSocket: { port: 80 } },
      volumeMounts: [{ name: "empty", mountPath: "/empty" }],
      securityContext: { runAsUser: 0, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    },
  ],
  volumes: [
    { name: "empty", emptyDir: { sizeLimit: "1Gi" } },
    { name: "secret", secret: { secretName: "s", defaultMode: 256, items: [{ key: "a", path: "b" }] } },
  ],
  terminationGracePeriodSeconds: 0,
  tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 0 }],
};
export const template = { metadata: { labels: { app: "a" } }, spec: podSpec };
export const selector = { matchLabels: { app: "a" } };

interface Named {
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

/** Sent in protobuf; the response and the object are requested in JSON, and again in protobuf. */
export function written(path: string, object: Named): readonly DifferentialRequest[] {
  const one = `${path}/${object.metadata.name}`;
  return [inProtobuf(post(path, object)), get(one), acceptingProtobuf(get(one))];
}

/** The same with a dry run, for kinds whose objects have effects on others. */
export function tried(path: string, object: object): readonly DifferentialRequest[] {
  return [
    inProtobuf(post(`${path}?dryRun=All`, object)),
    acceptingProtobuf(inProtobuf(post(`${path}?dryRun=All`, object))),
  ];
}

/** The same for cluster-scoped kinds. */
export function named(path: string, object: object): readonly DifferentialRequest[] {
  return written(path, { ...object, metadata: { name: "{{namespace}}" } });
}
