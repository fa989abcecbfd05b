// The certificates of many years, by the steps of a program.
import { X509Certificate } from "node:crypto";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import {
  createCertificateAuthority,
  loadCertificateAuthority,
  parseCertificate,
  parseCertificates,
} from "@kubewright/certificates";
import { expect, test } from "vitest";
import { bundlePropagationMs, fromSecretData, nextStep, toSecretData, withAuthority } from "./stored-certificates.ts";
import type { StoredCertificates } from "./stored-certificates.ts";

const hosts = ["webhooks.default.svc"];
const dayMs = 86_400_000;

test("for eleven years, the serving certificate is valid for a month and trusted by the bundle at every step", async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom("years");
  const tools = { clock, random };
  const faults: string[] = [];
  const bundles = new Set<string>();
  let stored: StoredCertificates | undefined;

  for (let day = 0; day < 11 * 365; day += 10) {
    for (;;) {
      const step = nextStep(stored, { hosts, nowMs: clock.wallTime(), bundlePublishedForMs: bundlePropagationMs });
      if (step.kind === "serve") break;
      if (step.kind === "createAuthority") {
        stored = withAuthority(stored, pairOf(await createCertificateAuthority(tools)), clock.wallTime());
      } else {
        const authority = loadCertificateAuthority({ ...step.stored.authority, ...tools });
        const serving = await authority.issueServing({ hosts });
        const servingAuthority = parseCertificate(authority.certificate).fingerprint;
        stored = { ...step.stored, serving, servingAuthority };
      }
      if (stored.serving && !isTrusted(stored)) faults.push(`day ${day}: not trusted`);
      bundles.add(stored.bundle);
    }
    const expires = parseCertificate(stored?.serving?.certificate ?? "").notAfterMs;
    if (expires < clock.wallTime() + 29 * dayMs) faults.push(`day ${day}: expires`);
    await clock.advance(10 * dayMs);
  }

  expect(faults).toEqual([]);
  expect(bundles.size).toBe(2);
}, 60_000);

test("certificates are read from a Secret unchanged, and an incomplete Secret has no certificates", async () => {
  const tools = { clock: createVirtualClock(), random: createSeededRandom("secret") };
  const authority = await createCertificateAuthority(tools);
  const stored = withAuthority(undefined, pairOf(authority), tools.clock.wallTime());
  const serving = { ...stored, serving: pairOf(await authority.issueServing({ hosts })), servingAuthority: "f" };

  expect(fromSecretData(toSecretData(stored))).toEqual(stored);
  expect(fromSecretData(toSecretData(serving))).toEqual(serving);
  expect(fromSecretData({})).toBeUndefined();
  expect(fromSecretData({ "ca.crt": "AAAA" })).toBeUndefined();
});

const never = 0;
const justNow = bundlePropagationMs - 1;
const longAgo = bundlePropagationMs;

test.each([
  { what: "of the current authority is served", served: "current", published: never, step: "serve" },
  {
    what: "of the current authority is renewed in time",
    served: "current",
    day: 61,
    published: never,
    step: "issueServing",
  },
  {
    what: "of the previous authority is served before the bundle is published",
    served: "former",
    published: never,
    step: "serve",
  },
  {
    what: "of the previous authority is served until the bundle has propagated",
    served: "former",
    published: justNow,
    step: "serve",
  },
  {
    what: "of the previous authority is replaced after that",
    served: "former",
    published: longAgo,
    step: "issueServing",
  },
  {
    what: "of the previous authority is served while it is due for renewal",
    served: "former",
    day: 61,
    published: justNow,
    step: "serve",
  },
  {
    what: "of the previous authority is replaced at once if it has expired",
    served: "former",
    day: 91,
    published: never,
    step: "issueServing",
  },
  {
    what: "for another Service is replaced at once",
    served: "former",
    hosts: ["other.default.svc"],
    published: never,
    step: "issueServing",
  },
] as const)("a certificate $what", async ({ served, published: bundlePublishedForMs, step, ...rest }) => {
  const clock = createVirtualClock();
  const tools = { clock, random: createSeededRandom("steps") };
  const former = await createCertificateAuthority(tools);
  const current = await createCertificateAuthority(tools);
  const issuer = served === "current" ? current : former;
  const stored: StoredCertificates = {
    ...withAuthority(undefined, pairOf(current), clock.wallTime()),
    serving: await issuer.issueServing({ hosts }),
    servingAuthority: parseCertificate(issuer.certificate).fingerprint,
  };
  const nowMs = clock.wallTime() + ("day" in rest ? rest.day : 0) * dayMs;

  const next = nextStep(stored, { hosts: "hosts" in rest ? rest.hosts : hosts, nowMs, bundlePublishedForMs });

  expect(next.kind).toBe(step);
});

function pairOf({ certificate, key }: { certificate: string; key: string }): { certificate: string; key: string } {
  return { certificate, key };
}

function isTrusted({ serving, bundle }: StoredCertificates): boolean {
  const certificate = new X509Certificate(serving?.certificate ?? "");
  return parseCertificates(bundle).some(({ pem }) => certificate.verify(new X509Certificate(pem).publicKey));
}
