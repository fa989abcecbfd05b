// What the compiler accepts and refuses. The literals are the test: this file compiles only as long as the good ones are
// taken and each line marked as wrong is an error.

import { builtinTypes } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { StatefulSet } from "@kubewright/api/apps/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import type { Scale } from "@kubewright/api/autoscaling/v1";
import { HorizontalPodAutoscaler } from "@kubewright/api/autoscaling/v2";
import type { CronJob } from "@kubewright/api/batch/v1";
import type { ConfigMap, ConfigMapList, Container, PodSpec, Secret } from "@kubewright/api/core/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import type { DeleteOptions, Quantity } from "@kubewright/api/meta/v1";
import type { Eviction } from "@kubewright/api/policy/v1";
import type { PolicyRule } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { DeviceCapacity } from "@kubewright/api/resource.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { expect, expectTypeOf, test } from "vitest";

const pi: Container = {
  name: "pi",
  image: "example.test/pi:1",
  command: ["pi", "--digits", "100"],
  env: [{ name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } }],
  ports: [{ containerPort: 8080, protocol: "TCP" }],
  resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: 1 } },
  readinessProbe: { httpGet: { path: "/readyz", port: "http" }, periodSeconds: 5 },
};

const pod: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "pi", namespace: "default", labels: { app: "pi" }, finalizers: ["example.test/hold"] },
  spec: {
    containers: [pi],
    restartPolicy: "OnFailure",
    tolerations: [{ key: "dedicated", operator: "Exists", effect: "NoSchedule" }],
    volumes: [{ name: "work", emptyDir: { sizeLimit: "1Gi" } }],
  },
};

const deployment: Deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 0 } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [pi] } },
  },
};

const configMap: ConfigMap = {
  metadata: { name: "settings" },
  data: { "settings.yaml": "digits: 100", __proto__: "a key like any other" },
  immutable: true,
};

const secret: Secret = { metadata: { name: "token" }, stringData: { token: "x" }, type: "Opaque" };

const cronJob: CronJob = {
  metadata: { name: "nightly" },
  spec: {
    schedule: "0 3 * * *",
    concurrencyPolicy: "Forbid",
    jobTemplate: { spec: { template: { spec: { containers: [pi], restartPolicy: "Never" } } } },
  },
};

const definition: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "myjobs.example.test" },
  spec: {
    group: "example.test",
    names: { kind: "MyJob", plural: "myjobs" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", additionalProperties: { type: "string" } } },
            "x-kubernetes-preserve-unknown-fields": true,
          },
        },
        subresources: { status: {} },
      },
    ],
  },
};

const eviction: Eviction = { metadata: { name: "pi" }, deleteOptions: { gracePeriodSeconds: 5 } };
const deleteOptions: DeleteOptions = { propagationPolicy: "Foreground", preconditions: { uid: "1" } };
const scale: Scale = { metadata: { name: "web" }, spec: { replicas: 2 } };
const list: ConfigMapList = { items: [configMap], metadata: { resourceVersion: "41" } };

// @ts-expect-error a Pod is of version v1
const wrongVersion: Pod = { apiVersion: "v2" };
// @ts-expect-error a Deployment is not a Pod
const wrongKind: Pod = deployment;
// @ts-expect-error a Pod's spec needs its containers
const noContainers: PodSpec = { restartPolicy: "Never" };
// @ts-expect-error a container needs a name
const noName: Container = { image: "example.test/pi:1" };
// @ts-expect-error there is no field "replica"
const misspelt: Deployment = { spec: { ...required(deployment.spec), replica: 3 } };
// @ts-expect-error not one of the published values
const wrongEnum: PodSpec = { containers: [], restartPolicy: "Sometimes" };
// @ts-expect-error values of a ConfigMap are strings
const wrongValue: ConfigMap = { data: { digits: 100 } };
// @ts-expect-error undefined is not the same as absent
const undefinedField: ConfigMap = { immutable: undefined };
// @ts-expect-error the fields of objects are read-only
const writeToObject = (read: Pod): PodSpec => (read.spec = { containers: [] });
// @ts-expect-error The lists in them are readonly, too.
const writeToList = (read: PodSpec): Container => (read.containers[0] = pi);
// @ts-expect-error the descriptor of another kind
const wrongType: ResourceType<Pod> = Deployment;

test("descriptors have the path of a kind", () => {
  expect(Pod).toMatchObject({ group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true });
  expect(Deployment.subresources).toEqual(["scale", "status"]);
  expect(Service.shortNames).toEqual(["svc"]);
  expect(ClusterRole.namespaced).toBe(false);
});

test("all built-in kinds are listed once, the preferred version of a group first", () => {
  const names = builtinTypes.map(({ group, version, kind }) => `${group}/${version}/${kind}`);

  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe("/v1/Binding");
  const scalers = names.filter((name) => name.endsWith("/HorizontalPodAutoscaler"));
  expect(scalers).toEqual(["autoscaling/v2/HorizontalPodAutoscaler", "autoscaling/v1/HorizontalPodAutoscaler"]);
});

test("a descriptor carries the type of its objects, and every kind is an object", () => {
  expectTypeOf(Pod).toEqualTypeOf<ResourceType<Pod>>();
  expectTypeOf(HorizontalPodAutoscaler).toExtend<ResourceType>();
  expectTypeOf<Pod>().toExtend<KubernetesObject>();
  expectTypeOf<StatefulSet>().toExtend<KubernetesObject>();
  expectTypeOf<Scale>().toExtend<KubernetesObject>();
  expectTypeOf<Stored<Pod>["apiVersion"]>().toEqualTypeOf<"v1">();
  expectTypeOf<NonNullable<Pod["status"]>["startTime"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<ClusterRole["rules"]>().toEqualTypeOf<readonly PolicyRule[] | null | undefined>();
});

test("quantities of all groups have one type, strings and numbers", () => {
  expectTypeOf<Quantity>().toEqualTypeOf<string | number>();
  expectTypeOf<NonNullable<NonNullable<Container["resources"]>["limits"]>[string]>().toEqualTypeOf<Quantity>();
  expectTypeOf<DeviceCapacity["value"]>().toEqualTypeOf<Quantity>();
});

test("the metadata of an object is its key, also with a namespace that may be undefined", () => {
  expectTypeOf<Stored<Pod>["metadata"]>().toExtend<ObjectKey>();
  expectTypeOf<{ name: string; namespace: NonNullable<Pod["metadata"]>["namespace"] }>().toExtend<ObjectKey>();
});

test("the literals above are values of their types", () => {
  const values: readonly KubernetesObject[] = [
    pod,
    deployment,
    configMap,
    secret,
    cronJob,
    definition,
    eviction,
    scale,
  ];
  const wrongValues = [wrongVersion, wrongKind, noContainers, noName, misspelt, wrongEnum, wrongValue, undefinedField];
  const wrongUses = [wrongType, writeToObject, writeToList];

  expect(values).toHaveLength(8);
  expect(wrongValues).toHaveLength(8);
  expect(wrongUses).toHaveLength(3);
  expect(list.items[0]).toBe(configMap);
  expect(deleteOptions.propagationPolicy).toBe("Foreground");
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError("Cannot use the value: it is undefined");
  return value;
}
