// Any client that reaches the port can send any bytes. Each request gets a short response, and webhooks receive only well-formed reviews.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { expect, test } from "vitest";
import { createValidator } from "../admission/webhook.ts";
import { unauthenticated } from "../authentication/authentication-webhook.ts";
import { noOpinion } from "../authorization/authorization-webhook.ts";
import { createWebhookServer } from "./webhook-server.ts";

const good = JSON.stringify({
  kind: "AdmissionReview",
  apiVersion: "admission.k8s.io/v1",
  request: {
    uid: "1f0b2c3d",
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    name: "a",
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters"] },
    object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { key: "value" } },
    oldObject: null,
    dryRun: false,
  },
});

test("10,000 damaged reviews get a response without a stack", async () => {
  const random = createSeededRandom("reviews");
  const seen: unknown[] = [];
  const server = createWebhookServer({
    webhooks: {
      "/validate": createValidator(ConfigMap, {
        create(object) {
          seen.push(object);
          return undefined;
        },
      }),
    },
  });
  const statuses = new Map<number, number>();

  for (let index = 0; index < 10_000; index++) {
    const answer = await server.handle({
      method: "POST",
      path: "/validate",
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(damaged(good, random)),
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const text = new TextDecoder().decode(answer.body);
    expect(text).not.toMatch(/\n\s+at |node:|\.ts/);
    expect(text.length).toBeLessThan(300);
  }

  expect(new Set(statuses.keys())).toEqual(new Set([200, 400, 500]));
  expect(seen.every((object) => typeof object === "object" && object !== null && !Array.isArray(object))).toBe(true);
});

const token = JSON.stringify({
  kind: "TokenReview",
  apiVersion: "authentication.k8s.io/v1",
  metadata: { uid: "1" },
  spec: { token: "secret", audiences: ["api"] },
});
const access = JSON.stringify({
  kind: "SubjectAccessReview",
  apiVersion: "authorization.k8s.io/v1",
  metadata: { uid: "1" },
  spec: {
    user: "ann",
    groups: ["cooks"],
    extra: { team: ["red"] },
    resourceAttributes: { verb: "get", resource: "pods" },
  },
});

test.each([
  ["TokenReviews", "/token", token],
  ["SubjectAccessReviews", "/access", access],
])(
  "5,000 damaged %s get a short response, and webhooks receive fields of the right types",
  async (_kind, path, review) => {
    const random = createSeededRandom(path);
    const server = createWebhookServer({
      authenticationWebhooks: {
        "/token"(request) {
          const strings = [request.token, ...request.audiences];
          if (request.token === "" || strings.some((value) => typeof value !== "string"))
            throw new Error("a wrong type");
          return unauthenticated();
        },
      },
      authorizationWebhooks: {
        "/access"({ user, uid, groups, extra, resourceAttributes = {}, nonResourceAttributes = {} }) {
          const attributes = Object.values({ ...resourceAttributes, ...nonResourceAttributes });
          const strings = [user, uid, ...groups, ...Object.values(extra).flat(), attributes[0] ?? ""];
          if (strings.some((value) => typeof value !== "string")) throw new Error("a wrong type");
          return noOpinion();
        },
      },
    });
    const statuses = new Set<number>();

    for (let index = 0; index < 5_000; index++) {
      const { status, body } = await server.handle({
        method: "POST",
        path,
        headers: { "content-type": "application/json" },
        body: new TextEncoder().encode(damaged(review, random)),
      });
      statuses.add(status);
      expect(body.length).toBeLessThan(300);
      expect(new TextDecoder().decode(body)).not.toMatch(/secret|\n\s+at |node:|\.ts/);
    }

    expect(statuses).toEqual(new Set([200, 400]));
  },
);

/** Removes, doubles or overwrites one to three ranges of a text. */
function damaged(text: string, random: Random): string {
  const fragments = [
    "",
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    ":",
    "null",
    "1e999",
    "\\u0000",
    "\u0000",
    "true",
    '"__proto__":',
    "é",
    "[[[[",
  ];
  let result = text;
  for (let times = 1 + random.int(3); times > 0; times--) {
    const from = random.int(result.length);
    const to = Math.min(result.length, from + random.int(40));
    const fragment =
      random.int(4) === 0 ? result.slice(from, to).repeat(2) : (fragments[random.int(fragments.length)] ?? "");
    result = result.slice(0, from) + fragment + result.slice(to);
  }
  return result;
}
