// The certificates of many years, step by step as a program takes them.
import { X509Certificate } from "node:crypto";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import {
  createCertificateAuthority,
  loadCertificateAuthority,
  parseCertificate,
  parseCertificates,
} from "@kubewright/certificates";
import { expect, test } from "vitest";
import { fromSecretData, nextStep, toSecretData, withAuthority } from "./stored-certificates.ts";
import type { StoredCertificates } from "./stored-certificates.ts";

const hosts = ["webhooks.default.svc"];
const dayMs = 86_400_000;

test("for eleven years and at every step, what is served with is valid for a month and trusted by the bundle", async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom("years");
  const tools = { clock, random };
  const faults: string[] = [];
  const bundles = new Set<string>();
  let stored: StoredCertificates | undefined;

  for (let day = 0; day < 11 * 365; day += 10) {
    for (let step = nextStep(stored, hosts, clock.wallTime()); step !== "keep";) {
      if (step === "makeAuthority" || !stored) {
        stored = withAuthority(stored, pairOf(await createCertificateAuthority(tools)), clock.wallTime());
      } else {
        const authority = loadCertificateAuthority({ ...stored.authority, ...tools });
        const serving = await authority.issueServing({ hosts });
        const servingAuthority = parseCertificate(authority.certificate).fingerprint;
        stored = { ...stored, serving, servingAuthority };
      }
      if (stored.serving && !isTrusted(stored)) faults.push(`day ${day}: not trusted`);
      bundles.add(stored.bundle);
      step = nextStep(stored, hosts, clock.wallTime());
    }
    const expires = parseCertificate(stored?.serving?.certificate ?? "").notAfterMs;
    if (expires < clock.wallTime() + 29 * dayMs) faults.push(`day ${day}: expires`);
    await clock.advance(10 * dayMs);
  }

  expect(faults).toEqual([]);
  expect(bundles.size).toBe(2);
}, 60_000);

test("certificates come back from a Secret as they went into it, and what is no such Secret is not taken for one", async () => {
  const tools = { clock: createVirtualClock(), random: createSeededRandom("secret") };
  const authority = await createCertificateAuthority(tools);
  const stored = withAuthority(undefined, pairOf(authority), tools.clock.wallTime());
  const serving = { ...stored, serving: pairOf(await authority.issueServing({ hosts })), servingAuthority: "f" };

  expect(fromSecretData(toSecretData(stored))).toEqual(stored);
  expect(fromSecretData(toSecretData(serving))).toEqual(serving);
  expect(fromSecretData({})).toBeUndefined();
  expect(fromSecretData({ "ca.crt": "AAAA" })).toBeUndefined();
});

test("a Service by another name gets another serving certificate", async () => {
  const tools = { clock: createVirtualClock(), random: createSeededRandom("hosts") };
  const authority = await createCertificateAuthority(tools);
  const stored: StoredCertificates = {
    ...withAuthority(undefined, pairOf(authority), tools.clock.wallTime()),
    serving: await authority.issueServing({ hosts }),
    servingAuthority: parseCertificate(authority.certificate).fingerprint,
  };

  expect(nextStep(stored, hosts, tools.clock.wallTime())).toBe("keep");
  expect(nextStep(stored, ["other.default.svc"], tools.clock.wallTime())).toBe("makeServing");
});

function pairOf({ certificate, key }: { certificate: string; key: string }): { certificate: string; key: string } {
  return { certificate, key };
}

function isTrusted({ serving, bundle }: StoredCertificates): boolean {
  const certificate = new X509Certificate(serving?.certificate ?? "");
  return parseCertificates(bundle).some(({ pem }) => certificate.verify(new X509Certificate(pem).publicKey));
}
