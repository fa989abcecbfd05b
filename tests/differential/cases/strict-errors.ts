/** The errors of strict decoding: unknown fields and duplicate keys in one body, their order, and their number. */
import { cases, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";
const strict = "?fieldValidation=Strict&dryRun=All";

/** `count` unknown fields, the last of them twice, and the duplicate key `data.a`. */
function fields(count: number, duplicate: "first" | "last"): string {
  const unknown = Array.from({ length: count }, (_, index) => `"u${index}":1`).join(",");
  const data = '"data":{"a":"1","a":"2"}';
  const parts = duplicate === "first" ? [data, unknown] : [unknown, data];
  return `{"metadata":{"name":"a"},${parts.join(",")}}`;
}

export const strictErrorCases: readonly DifferentialCase[] = cases("strict-errors", {
  "in-the-order-of-the-body": [
    post(`${maps}${strict}`, '{"x":1,"data":{"a":"1","a":"2"},"metadata":{"y":1,"name":"a","name":"b"},"z":1}'),
    post(`${maps}${strict}`, '{"metadata":{"name":"a"},"data":{"k.x[0]":"1","k.x[0]":"2"},"data.k":1,"data":{}}'),
  ],
  "equal-texts-elsewhere": [
    post(
      `${maps}${strict}`,
      '{"metadata":{"name":"a","annotations":{"x":"data","data":"x"}},"x":{"data":1},"data":{"x":"1","x":"1"},"immutable":false}',
    ),
  ],
  "below-an-unknown-field": [
    post(`${maps}${strict}`, '{"metadata":{"name":"a"},"x":1,"x":2,"y":{"a":1,"a":1},"data":{"a":"1","a":"2"}}'),
  ],
  "in-a-list": [
    post(
      `${maps}${strict}`,
      '{"metadata":{"name":"a","ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"a","uid":"1","q":1},{"apiVersion":"v1","kind":"Pod","name":"b","name":"c","uid":"2","r":1}]},"z":1}',
    ),
  ],
  "more-than-100": [
    post(`${maps}${strict}`, fields(99, "last")),
    post(`${maps}${strict}`, fields(100, "last")),
    post(`${maps}${strict}`, fields(150, "first")),
  ],
  "more-than-100-without-a-duplicate": [
    post(
      `${maps}${strict}`,
      `{"metadata":{"name":"a"},${Array.from({ length: 120 }, (_, index) => `"u${index}":1`).join(",")}}`,
    ),
  ],
  "of-a-custom-resource": [
    post(
      `${jobs}${strict}`,
      '{"apiVersion":"myjob.github.com/v1beta1","kind":"MyJob","x":1,"metadata":{"name":"a","y":1},"spec":{"image":"a","image":"b","z":1}}',
    ),
    post(
      `${jobs}${strict}`,
      `{"apiVersion":"myjob.github.com/v1beta1","kind":"MyJob","metadata":{"name":"a"},"spec":{"image":"a","image":"b"},${Array.from({ length: 120 }, (_, index) => `"u${index}":1`).join(",")}}`,
    ),
  ],
  "of-yaml": [
    post(`${maps}${strict}`, 'z: 1\n"x": 1\nmetadata:\n  name: a\n  "name": b\n"data":\n  "a": "1"\n  "a": "2"\n', {
      "content-type": "application/yaml",
    }),
    post(
      `${maps}${strict}`,
      `metadata: {name: a}\ndata: {a: "1", a: "2"}\n${Array.from({ length: 120 }, (_, index) => `u${index}: 1\n`).join("")}`,
      { "content-type": "application/yaml" },
    ),
  ],
});
