/**
 * Every field of the custom resources of the examples with invalid values. Nothing is stored, so the requests of a case are
 * independent.
 */
import { readFileSync } from "node:fs";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { parse } from "yaml";
import { badObjects } from "../bad-fields.ts";
import { cases, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

/** A kind and a valid object. */
interface Example {
  readonly group: string;
  readonly crd: string;
  readonly good: JsonValue;
}

const folder = new URL("../../../examples/", import.meta.url);

function badFieldCases({ group, crd, good }: Example): readonly DifferentialCase[] {
  const { spec } = parse(readFileSync(new URL(crd, folder), "utf8")) as Definition;
  const [version] = spec.versions;
  if (!version) throw new Error(`${crd} has no version`);
  const collection = `/apis/${spec.group}/${version.name}/namespaces/{{namespace}}/${spec.names.plural}`;
  const byField = new Map<string, DifferentialRequest[]>();
  for (const { field, object } of badObjects(good, version.schema.openAPIV3Schema)) {
    const requests = byField.get(field) ?? [];
    byField.set(field, [...requests, post(`${collection}?dryRun=All&fieldValidation=Strict`, object)]);
  }
  return cases(
    group,
    Object.fromEntries([...byField].map(([field, requests], index) => [nameFor(field, index), requests])),
  );
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: JsonSchema };
    }[];
  };
}

/** The end of a field's path as part of a namespace's name. */
function nameFor(field: string, index: number): string {
  const end = field.split(".").slice(-2).join("-");
  return `${index}-${end}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replace(/-$/u, "");
}

export const myJobFieldCases: readonly DifferentialCase[] = badFieldCases({
  group: "my-job-field",
  crd: "myjob/config/crd/bases/myjob.github.com_myjobs.yaml",
  good: {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { name: "pi" },
    spec: { template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "pi", image: "perl" }] } } },
  },
});

export const balancerFieldCases: readonly DifferentialCase[] = badFieldCases({
  group: "balancer-field",
  crd: "balancer/config/crd/bases/exposer.hliangzhao.io_balancers.yaml",
  good: {
    apiVersion: "exposer.hliangzhao.io/v1alpha1",
    kind: "Balancer",
    metadata: { name: "b" },
    spec: {
      selector: { app: "test" },
      ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 5678 }],
      backends: [{ name: "v1", weight: 40, selector: { version: "v1" } }],
    },
  },
});

export const applicationFieldCases: readonly DifferentialCase[] = badFieldCases({
  group: "application-field",
  crd: "i-operator/config/crd/bases/core.crd.lixueduan.com_applications.yaml",
  good: {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { name: "demo" },
    spec: { enabled: true, image: "nginx:1.22" },
  },
});

export const mydemoFieldCases: readonly DifferentialCase[] = badFieldCases({
  group: "mydemo-field",
  crd: "crddemo/config/crd/bases/crddemo.k8s.io_mydemos.yaml",
  good: {
    apiVersion: "crddemo.k8s.io/v1",
    kind: "Mydemo",
    metadata: { name: "example" },
    spec: { ip: "127.0.0.1", port: 8080 },
  },
});
