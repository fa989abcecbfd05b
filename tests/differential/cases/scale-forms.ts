/** A scale in the representations that clients can request. */
import { cases, get, post, put } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { integer, string } from "./crd-good.ts";
import { object, served, widget, widgets } from "./custom-resource.ts";

export const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const selector = { matchLabels: { a: "b" } };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x" }] } };
export const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "w", labels: { l: "m" } },
  spec: { replicas: 2, selector, template },
};
const accepting = (as: string): Readonly<Record<string, string>> => ({
  accept: `application/json;as=${as};v=v1;g=meta.k8s.io`,
});

/** Reads and writes of the scale of `w`. */
function forms(collection: string): readonly DifferentialRequest[] {
  const scale = `${collection}/w/scale`;
  return [
    get(scale, accepting("Table")),
    get(`${scale}?includeObject=Object`, accepting("Table")),
    get(`${scale}?includeObject=None`, accepting("Table")),
    get(scale, accepting("PartialObjectMetadata")),
    get(scale, accepting("PartialObjectMetadataList")),
    get(scale, { accept: "application/yaml" }),
    {
      method: "PATCH",
      path: scale,
      headers: { "content-type": "application/merge-patch+json", ...accepting("Table") },
      body: { spec: { replicas: 5 } },
    },
    {
      method: "PATCH",
      path: scale,
      headers: { "content-type": "application/merge-patch+json", ...accepting("PartialObjectMetadata") },
      body: { spec: { replicas: 0 } },
    },
    get(scale, accepting("Table")),
  ];
}

export const scaleFormCases: readonly DifferentialCase[] = cases("scale-form", {
  deployment: [post(deployments, deployment), ...forms(deployments)],
  custom: [
    ...served(
      { replicas: integer },
      { status: object({ replicas: integer, selector: string }) },
      {
        subresources: {
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
      },
    ),
    post(widgets, widget({ replicas: 2 }, { status: { replicas: 1, selector: "a=b" } })),
    ...forms(widgets),
  ],
  "custom-elsewhere": [
    ...served(
      { count: integer },
      { status: object({ count: integer }) },
      { subresources: { scale: { specReplicasPath: ".spec.count", statusReplicasPath: ".status.count" } } },
    ),
    post(widgets, widget({ count: 2 })),
    ...forms(widgets),
  ],
  // Fields that the scale adds get no defaults, so the object contains nothing that the schema forbids.
  "custom-is-not-filled-in": [
    ...served(
      {},
      {
        spec: object({ count: integer, c: { ...string, default: "x" } }, { not: { required: ["c"] } }),
        status: object({ count: integer }),
      },
      { subresources: { scale: { specReplicasPath: ".spec.count", statusReplicasPath: ".status.count" } } },
    ),
    post(widgets, { ...widget(undefined), status: {} }),
    put(`${widgets}/w/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "w" },
      spec: { replicas: 1 },
    }),
    get(`${widgets}/w`),
  ],
});
