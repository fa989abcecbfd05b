// Defaulters of a program whose type has fewer fields than the schema of the API server.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { serveOnLoopback } from "../testdata/served-webhooks.ts";
import { createDefaulter } from "./webhook.ts";
import type { DefaulterOptions } from "./webhook.ts";

interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number; readonly colour?: string };
}

const Widget: ResourceType<Widget> = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  singular: "widget",
  namespaced: true,
};

/** The parser of a program that has only a size and a colour. */
function decode(object: Widget): Widget {
  const { size, colour } = object.spec ?? {};
  const spec = { ...(size === undefined ? {} : { size }), ...(colour ? { colour } : {}) };
  return { ...object, spec };
}

const object = { metadata: { name: "w" }, spec: { size: 1, colour: "", shape: "round", parts: [{ id: 1 }] } };

test.each<[string, DefaulterOptions<Widget>, unknown]>([
  ["keeps the fields that decode drops", { decode }, [{ op: "replace", path: "/spec/colour", value: "red" }]],
  [
    "removes them with removeUnknownOrOmitableFields",
    { decode, removeUnknownOrOmitableFields: true },
    [
      { op: "replace", path: "/spec/colour", value: "red" },
      { op: "remove", path: "/spec/shape" },
      { op: "remove", path: "/spec/parts" },
    ],
  ],
])("a defaulter %s", async (_what, options, expected) => {
  const defaulter = createDefaulter(
    Widget,
    (widget) => ({ ...widget, spec: { colour: "red", ...widget.spec } }),
    options,
  );

  expect(await patchOf(defaulter)).toEqual(expected);
});

test("a field that the defaulter itself removes is removed", async () => {
  const defaulter = createDefaulter(
    Widget,
    ({ spec, ...rest }) => ({ ...rest, spec: { colour: spec?.colour ?? "red" } }),
    {
      decode,
    },
  );

  expect(await patchOf(defaulter)).toEqual([
    { op: "remove", path: "/spec/size" },
    { op: "replace", path: "/spec/colour", value: "red" },
  ]);
});

test("a defaulter that adds no defaults returns no patch, even if decode drops fields", async () => {
  expect(await patchOf(createDefaulter(Widget, (widget) => widget, { decode }))).toBeUndefined();
});

async function patchOf(defaulter: ReturnType<typeof createDefaulter>): Promise<unknown> {
  const { post } = await serveOnLoopback({ webhooks: { "/default": defaulter } });
  const kind = { group: "example.com", version: "v1", kind: "Widget" };
  const { text } = await post("/default", {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: { uid: "u1", operation: "CREATE", kind, object },
  });
  const { response } = JSON.parse(text) as { response: { patch?: string } };
  return response.patch === undefined ? undefined : JSON.parse(Buffer.from(response.patch, "base64").toString());
}
