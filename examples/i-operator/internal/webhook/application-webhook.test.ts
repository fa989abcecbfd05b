import { expect, test } from "vitest";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import type { Application } from "../../api/v1/zz_generated.application.ts";
import { denialOf, withDefaults } from "./application-webhook.ts";

test.each<{ spec: ApplicationSpec; defaulted: ApplicationSpec }>([
  { spec: { image: "nginx" }, defaulted: { image: "nginx", enabled: false } },
  { spec: {}, defaulted: { enabled: false } },
  { spec: { enabled: true, image: "nginx" }, defaulted: { enabled: true, image: "nginx" } },
  { spec: { enabled: false }, defaulted: { enabled: false } },
])("withDefaults($spec) says what is meant", ({ spec, defaulted }) => {
  expect(withDefaults(application(spec)).spec).toEqual(defaulted);
});

test("withDefaults() adds a missing spec", () => {
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
])("denialOf() of a new Application with $spec is $refusal", ({ spec, refusal }) => {
  expect(denialOf(application(spec))).toBe(refusal);
});

test.each(["a.b", "a".repeat(64)])("denialOf() denies the name %s, which no container can have", (name) => {
  expect(denialOf({ ...application({ image: "nginx" }), metadata: { name } })).toContain(
    `invalid application name: "${name}" is to be a container's name and a label's value: must `,
  );
});

test("denialOf() accepts an empty name, which the server generates", () => {
  expect(denialOf({ metadata: { generateName: "demo-" }, spec: { image: "nginx" } })).toBeUndefined();
});

test("denialOf() denies an update that makes the image invalid", () => {
  expect(denialOf(application({ image: "nginx:" }), application({ image: "nginx" }))).toContain("invalid image name: ");
});

test("denialOf() accepts updates of an Application that was invalid before, so that it can be deleted", () => {
  const wrong = application({ image: "Nginx" });
  const terminating = { ...application({ image: "Other" }), metadata: { deletionTimestamp: "2026-11-20T20:30:00Z" } };

  expect(denialOf({ ...wrong, metadata: { name: "demo", labels: { a: "b" } } }, wrong)).toBeUndefined();
  expect(denialOf(terminating, wrong)).toBeUndefined();
});

function application(spec: ApplicationSpec | undefined): Application {
  return {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { name: "demo" },
    ...(spec === undefined ? {} : { spec }),
  };
}
