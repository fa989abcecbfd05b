/** DeviceClasses: selectors, configuration and the name of the extended resource. */
import { cases, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialStep } from "../../case.ts";

const classes = "/apis/resource.k8s.io/v1/deviceclasses";
const name = "{{namespace}}";

const deviceClass = (spec?: object): DifferentialStep => post(`${classes}?dryRun=All`, { metadata: { name }, spec });
const long = "a".repeat(10_233);
const config = (parameters: object): object => ({ config: [{ opaque: { driver: "d.example.com", parameters } }] });
const selector = (expression: string): object => ({ selectors: [{ cel: { expression } }] });

export const deviceClassCases: readonly DifferentialCase[] = cases("device-class", {
  fields: [
    deviceClass(),
    deviceClass({}),
    deviceClass(selector("device.driver == 'd'")),
    deviceClass(selector("device.driver")),
    deviceClass({ selectors: [{}] }),
    deviceClass({ selectors: Array.from({ length: 33 }, () => ({})) }),
    deviceClass(config({ a: 1 })),
    deviceClass(config([1])),
    deviceClass(config({ a: long })),
    deviceClass({ config: [{}] }),
    deviceClass({ config: Array.from({ length: 33 }, () => ({})) }),
    ...["example.com/gpu", "gpu", "", "kubernetes.io/gpu", "requests.example.com/gpu", "a b/c", "example.com/"].map(
      (extendedResourceName) => deviceClass({ extendedResourceName }),
    ),
    post(`${classes}?dryRun=All`, { metadata: { name: "A_b" }, spec: { selectors: [{}] } }),
  ],
  updates: [
    post(classes, { metadata: { name }, spec: config({ a: 1 }) }),
    patch("merge", `${classes}/${name}`, { spec: selector("device.x") }),
    patch("merge", `${classes}/${name}`, { spec: selector("true") }),
    patch("merge", `${classes}/${name}`, { spec: config({ a: long }) }),
    patch("merge", `${classes}/${name}`, { spec: { extendedResourceName: "a.example.com/x" } }),
    put(`${classes}/${name}`, { metadata: { name }, spec: { extendedResourceName: "b" } }),
    put(`${classes}/${name}`, { metadata: { name } }),
    get(`${classes}/${name}`),
  ],
});
