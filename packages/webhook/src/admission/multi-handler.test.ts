// Webhooks that are combined of several, over HTTPS.
import { field, invalid } from "@kubewright/apimachinery";
import { ConfigMap } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { serveOnLoopback } from "../testdata/served-webhooks.ts";
import { multiMutatingHandler, multiValidatingHandler } from "./multi-handler.ts";
import { createDefaulter } from "./webhook.ts";
import type { AdmissionWebhook } from "./webhook.ts";

const review = {
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "u1",
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    name: "soup",
    object: { metadata: { name: "soup" }, data: { salt: "1" } },
  },
};

const warn =
  (warning: string): AdmissionWebhook =>
  () =>
    Promise.resolve({ warnings: [warning] });
const refuse: AdmissionWebhook = () => Promise.resolve({ denied: "too much salt", warnings: ["taste it"] });

test("each mutating handler receives the object of the previous one, and the patches are joined", async () => {
  const pepper = createDefaulter(ConfigMap, (object) => ({ ...object, data: { ...object.data, pepper: "2" } }));
  const count = createDefaulter(ConfigMap, (object) => ({
    ...object,
    metadata: { ...object.metadata, labels: { spices: String(Object.keys(object.data ?? {}).length) } },
  }));
  const { post } = await serveOnLoopback({ webhooks: { "/all": multiMutatingHandler(pepper, warn("hot"), count) } });

  const { response } = JSON.parse((await post("/all", review)).text) as { response: { patch: string } };

  expect(response).toMatchObject({ uid: "u1", allowed: true, warnings: ["hot"], patchType: "JSONPatch" });
  expect(JSON.parse(Buffer.from(response.patch, "base64").toString())).toEqual([
    { op: "add", path: "/data/pepper", value: "2" },
    { op: "add", path: "/metadata/labels", value: { spices: "2" } },
  ]);
});

test.each([
  ["mutating", multiMutatingHandler],
  ["validating", multiValidatingHandler],
])("the first denial of several %s handlers is the result, and later ones are not called", async (_kind, combine) => {
  let calls = 0;
  const later: AdmissionWebhook = async () => {
    calls += 1;
    return {};
  };
  const { post } = await serveOnLoopback({ webhooks: { "/all": combine(warn("hot"), refuse, later) } });

  expect(JSON.parse((await post("/all", review)).text)).toMatchObject({
    response: {
      uid: "u1",
      allowed: false,
      status: { code: 403, reason: "Forbidden", message: "too much salt" },
      warnings: ["hot", "taste it"],
    },
  });
  expect(calls).toBe(0);
});

test("the warnings of validating handlers that allow are joined, and their patches are ignored", async () => {
  const patching: AdmissionWebhook = async () => ({ patch: [{ op: "remove", path: "/data" }], warnings: ["bitter"] });
  const { post } = await serveOnLoopback({ webhooks: { "/all": multiValidatingHandler(warn("hot"), patching) } });

  expect(JSON.parse((await post("/all", review)).text)).toEqual({
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    response: { uid: "u1", allowed: true, warnings: ["hot", "bitter"] },
  });
});

test("without handlers everything is allowed", async () => {
  const { post } = await serveOnLoopback({ webhooks: { "/all": multiValidatingHandler() } });

  expect(JSON.parse((await post("/all", review)).text)).toMatchObject({ response: { allowed: true } });
});

test("an API error of a handler keeps its code", async () => {
  const webhook: AdmissionWebhook = async () => ({
    denied: invalid(ConfigMap, "soup", [field.required("data.salt", "")]),
  });
  const { post } = await serveOnLoopback({ webhooks: { "/all": multiMutatingHandler(webhook) } });

  expect(JSON.parse((await post("/all", review)).text)).toMatchObject({ response: { status: { code: 422 } } });
});
