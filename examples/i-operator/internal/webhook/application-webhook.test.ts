import { expect, test } from "vitest";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { refusalOf, withDefaults } from "./application-webhook.ts";

test.each<{ spec: ApplicationSpec; defaulted: ApplicationSpec }>([
  { spec: { image: "nginx" }, defaulted: { image: "nginx", enabled: false } },
  { spec: {}, defaulted: { enabled: false } },
  { spec: { enabled: true, image: "nginx" }, defaulted: { enabled: true, image: "nginx" } },
  { spec: { enabled: false }, defaulted: { enabled: false } },
])("withDefaults($spec) says what is meant", ({ spec, defaulted }) => {
  expect(withDefaults(application(spec)).spec).toEqual(defaulted);
});

test("withDefaults() makes the spec of an Application without one", () => {
  expect(withDefaults({ metadata: { name: "demo" } })).toEqual({
    metadata: { name: "demo" },
    spec: { enabled: false },
  });
});

test.each<{ spec: ApplicationSpec | undefined; refusal: string | undefined }>([
  { spec: { enabled: true, image: "nginx:1.22" }, refusal: undefined },
  { spec: { enabled: true, image: "[::1]:5000/team/app:1" }, refusal: undefined },
  {
    spec: { enabled: true, image: "" },
    refusal: 'invalid image name: "": expected the name of an image, found nothing',
  },
  { spec: undefined, refusal: 'invalid image name: "": expected the name of an image, found nothing' },
  {
    spec: { enabled: false, image: "a b" },
    refusal:
      'invalid image name: "a b": expected a lowercase letter, a digit or one of . _ - / : @ at character 2, found " "',
  },
])("refusalOf() of a new Application with $spec is $refusal", ({ spec, refusal }) => {
  expect(refusalOf(application(spec))).toBe(refusal);
});

test.each(["a.b", "a".repeat(64)])("refusalOf() refuses the name %s, which no container can have", (name) => {
  expect(refusalOf({ ...application({ image: "nginx" }), metadata: { name } })).toContain(
    `invalid application name: "${name}" is to be a container's name and a label's value: must `,
  );
});

test("refusalOf() does not mind a name that the server has yet to make", () => {
  expect(refusalOf({ metadata: { generateName: "demo-" }, spec: { image: "nginx" } })).toBeUndefined();
});

test("refusalOf() refuses an update that makes the image invalid", () => {
  expect(refusalOf(application({ image: "nginx:" }), application({ image: "nginx" }))).toContain(
    "invalid image name: ",
  );
});

test("refusalOf() lets pass what was wrong before, so that it can be changed elsewhere and deleted", () => {
  const wrong = application({ image: "Nginx" });
  const terminating = { ...application({ image: "Other" }), metadata: { deletionTimestamp: "2026-11-20T20:30:00Z" } };

  expect(refusalOf({ ...wrong, metadata: { name: "demo", labels: { a: "b" } } }, wrong)).toBeUndefined();
  expect(refusalOf(terminating, wrong)).toBeUndefined();
});

function application(spec: ApplicationSpec | undefined): Application {
  return {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { name: "demo" },
    ...(spec === undefined ? {} : { spec }),
  };
}
