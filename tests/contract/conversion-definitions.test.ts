// A definition whose conversion or stored version changes while it has objects, and webhooks that cannot be reached.
import { beforeEach, expect, test } from "vitest";
import { eventsIn } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { converted } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import type { Crates, CrateVersion } from "./crates.ts";
import { patch, post, put } from "./writers.ts";
import type { WriteResponse } from "./writers.ts";

const crates = useCrates();

beforeEach(async () => {
  await crates.begin();
  await crates.send(post(crates.at("v2"), crates.crate("v2", "a", { size: 1 })));
});

const convertsByWebhook = (v1: WriteResponse, v2: WriteResponse): boolean =>
  v1.body.spec?.["replicas"] === 1 && v2.body.spec?.["size"] === 1;
const none = { strategy: "None" };

test("a watch ends when the conversion of its definition changes, and later reads use the new conversion", async () => {
  const { at, spec, send } = crates;
  const before = await send({ path: at("v1", "/a") });
  const watching = send({ path: at("v1", "?watch=1"), asText: true });

  await crates.change(spec("v2", none), "a", (v1) => v1.body.spec?.["replicas"] === undefined);
  const after = await send({ path: at("v1", "/a") });
  const listed = await specsIn("v1");
  await crates.change(spec("v2"), "a", convertsByWebhook);
  const events = eventsIn((await watching).body) as readonly {
    readonly type: string;
    readonly object: WriteResponse["body"];
  }[];

  expect([before.body.spec, after.body.spec]).toEqual([{ replicas: 1 }, {}]);
  expect(listed).toEqual([{}]);
  expect(events.map(({ type, object }) => [type, object.spec])).toEqual([["ADDED", { replicas: 1 }]]);
  expect((await send({ path: at("v1", "/a") })).body.spec).toEqual({ replicas: 1 });
});

test("objects move to another stored version by updates that change nothing", async () => {
  const { at, spec, definition, host, send } = crates;
  await crates.change(spec("v1"), "a", convertsByWebhook);
  const { body: stored } = await send({ path: at("v1", "/a") });
  const { body: changed } = await send({ path: definition });

  const rewritten = await send(put(at("v1", "/a"), stored));
  const again = await send(put(at("v1", "/a"), rewritten.body));
  host.reset();
  const read = await send({ path: at("v1", "/a") });
  const callsOfRead = host.batches.filter((batch) => batch === "v1 a");
  const migrated = await send(patch("merge", `${definition}/status`, { status: { storedVersions: ["v1"] } }));
  await crates.change(spec("v2"), "a", convertsByWebhook);

  expect(changed.status).toMatchObject({ storedVersions: ["v2", "v1"] });
  expect(rewritten.body.metadata.resourceVersion).not.toBe(stored.metadata.resourceVersion);
  expect(again.body.metadata.resourceVersion).toBe(rewritten.body.metadata.resourceVersion);
  expect([read.body.spec?.["replicas"], callsOfRead]).toEqual([1, []]);
  expect([migrated.status, migrated.body.status]).toMatchObject([200, { storedVersions: ["v1"] }]);
});

test("a list converts the objects that are stored in another version, and no others", async () => {
  const { at, crate, spec, host, send } = crates;
  await crates.change(spec("v1"), "a", convertsByWebhook);
  await send(post(at("v1"), crate("v1", "b", { replicas: 2 })));
  host.reset();

  const [v1, v2] = [await specsIn("v1"), await specsIn("v2")];
  const conversions = new Set(host.batches);
  await crates.change(spec("v2"), "a", convertsByWebhook);

  expect(v1).toMatchObject([{ replicas: 1 }, { replicas: 2 }]);
  expect(v2).toMatchObject([{ size: 1 }, { size: 2 }]);
  expect(["v2 a", "v1 b"].filter((batch) => conversions.has(batch))).toEqual([]);
});

async function specsIn(version: CrateVersion): Promise<readonly unknown[]> {
  const { body } = await crates.send({ path: crates.at(version) });
  return (body as unknown as { readonly items: readonly WriteResponse["body"][] }).items.map((item) => item.spec);
}

test("writers in both versions lose nothing while the stored version changes", async () => {
  const { at, spec, send, writers } = crates;
  const patches = (wave: number): readonly TestRequest[] =>
    Array.from({ length: 6 }, (_, index) =>
      patch("merge", at(index % 2 === 0 ? "v1" : "v2", "/a"), {
        metadata: { annotations: { [`k${wave}-${index}`]: "1" } },
      }),
    );
  const changing = crates.change(spec("v1"), "a", convertsByWebhook);

  const statuses: number[] = [];
  for (let wave = 0; wave < 4; wave++)
    statuses.push(...(await writers.together(patches(wave))).map(({ status }) => status));
  await changing;
  const [v1, v2] = await writers.together([{ path: at("v1", "/a") }, { path: at("v2", "/a") }]);
  await crates.change(spec("v2"), "a", convertsByWebhook);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([v1, v2].map((read) => Object.keys(read?.body.metadata.annotations ?? {}).length)).toEqual([24, 24]);
  expect((await send({ path: at("v1", "/a") })).body.spec).toMatchObject({ replicas: 1 });
});

test("the webhook receives the first version of ConversionReview that the server supports", async () => {
  const { at, spec, host, send } = crates;
  const clientConfig = { url: host.url, caBundle: host.caBundle };
  const webhook = { clientConfig, conversionReviewVersions: ["v9", "v1beta1", "v1"] };

  await crates.change(spec("v2", { strategy: "Webhook", webhook }), "a", () =>
    host.calls.some(({ apiVersion }) => apiVersion === "apiextensions.k8s.io/v1beta1"),
  );
  host.answer((call) => ({ ...converted(call), kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1beta1" }));
  const read = await send({ path: at("v1", "/a") });
  host.answer(({ objects: [object], desiredAPIVersion }) => ({
    response: {
      uid: "another",
      convertedObjects: [{ ...object, apiVersion: desiredAPIVersion }],
      result: { status: "Success" },
    },
  }));
  const unchecked = await send({ path: at("v1", "/a") });
  host.reset();
  await crates.change(spec("v2"), "a", () => host.calls.some(({ apiVersion }) => apiVersion.endsWith("/v1")));

  expect(read.body.spec).toEqual({ replicas: 1 });
  expect(unchecked.status).toBe(200); // The uid of v1beta1 is not checked.
});

test.for<readonly [what: string, clientConfig: (crates: Crates) => object, message: string]>([
  [
    "of a Service that does not exist",
    () => ({ service: { name: "none", namespace: "default", path: "/c", port: 444 } }),
    'Post "https://none.default.svc:444/c?timeout=30s": service "none" not found',
  ],
  [
    "at a port at which nothing listens",
    ({ host }) => ({ url: "https://127.0.0.1:1/a//b/../c", caBundle: host.caBundle }),
    'Post "https://127.0.0.1:1/a/c?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  [
    "with a certificate of an unknown authority",
    ({ host }) => ({ url: host.url }),
    'Post "HOST?timeout=30s": tls: failed to verify certificate: x509: certificate signed by unknown authority',
  ],
  [
    "with a certificate for another host",
    ({ host }) => ({ url: host.url.replace("127.0.0.1", "localhost"), caBundle: host.caBundle }),
    'Post "HOST?timeout=30s": tls: failed to verify certificate: x509: certificate is not valid for any names, but wanted to match localhost',
  ],
])("a read fails with the address of a webhook %s", async ([, clientConfig, why]) => {
  const { at, spec, group, host, send } = crates;
  const webhook = { clientConfig: clientConfig(crates), conversionReviewVersions: ["v1"] };

  await crates.change(spec("v2", { strategy: "Webhook", webhook }), "a", ({ status }) => status === 500);
  const { status, body } = await send({ path: at("v1", "/a") });
  await crates.change(spec("v2"), "a", convertsByWebhook);

  const message = (body.message ?? "")
    .replace(host.url.replace("127.0.0.1", "localhost"), "HOST")
    .replace(host.url, "HOST");
  expect([status, message]).toEqual([500, `conversion webhook for ${group}/v2, Kind=Crate failed: ${why}`]);
});
