// Whoever reaches the port can send anything: whatever it is, it is answered, with few words, and no webhook sees what is no review of its kind.
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { expect, test } from "vitest";
import { createValidator } from "../admission/webhook.ts";
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

test("10,000 reviews with something wrong in them are answered, and none with a stack", async () => {
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

/** One to three places of the text cut out, doubled, or overwritten with what JSON is made of. */
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
