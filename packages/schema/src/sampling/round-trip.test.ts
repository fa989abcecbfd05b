import { createSeededRandom } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { roundTripFault } from "./round-trip.ts";
import type { RoundTripSide } from "./round-trip.ts";

const side = (version: string, size: object): RoundTripSide => ({
  object: { apiVersion: `example.com/${version}`, kind: "Widget", namespaced: true },
  schema: { type: "object", properties: { spec: { type: "object", required: ["size"], properties: { size } } } },
});
const v1 = side("v1", { type: "integer", minimum: 0, maximum: 1000 });
const v2 = side("v2", { type: "string", pattern: "^[0-9]+$" });

interface Widget extends KubernetesObject {
  readonly spec?: { readonly size: number | string };
}

test("roundTripFault() finds none in a conversion that loses nothing", () => {
  expect(faultOf(String)).toBe(undefined);
});

test("roundTripFault() says which object came back changed, and where", () => {
  expect(faultOf((size) => String(Math.min(size, 500)))).toMatch(
    /^object \d+ of example.com\/v1: came back from example.com\/v2 changed: spec.size: \d+, then 500: \{"/,
  );
});

test("roundTripFault() says what the other version does not allow, or does not have", () => {
  expect(faultOf((size) => `${size} inches`)).toMatch(/is invalid in example.com\/v2: spec.size: Invalid value/);
  expect(faultOf(String, { colour: "red" })).toMatch(/has fields that example.com\/v2 does not have: spec.colour/);
});

test("roundTripFault() says which object cannot be converted at all", () => {
  const fault = faultOf(() => {
    throw new Error("too large");
  });

  expect(fault).toMatch(/^object \d+ of example.com\/v1: cannot be converted: too large: /);
});

function faultOf(textOf: (size: number) => string, more: object = {}): string | undefined {
  const random = createSeededRandom("round trips");
  const convert = (object: Widget, apiVersion: string): Widget => {
    if (object.spec === undefined) return { ...object, apiVersion };
    const { size } = object.spec;
    return { ...object, apiVersion, spec: { size: typeof size === "string" ? Number(size) : textOf(size), ...more } };
  };
  return roundTripFault(v1, v2, { random, convert });
}
