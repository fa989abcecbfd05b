import assert from "node:assert/strict";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { bundleOf, createCertificateAuthority, parseCertificate, parseCertificates, rotationOf } from "./index.ts";

const day = 24 * 60 * 60 * 1000;

test.for([
  { at: -1, expected: { kind: "keep", renewAtMs: 60 * day } },
  { at: 0, expected: { kind: "keep", renewAtMs: 60 * day } },
  { at: 60 * day - 1, expected: { kind: "keep", renewAtMs: 60 * day } },
  { at: 60 * day, expected: { kind: "renew", expiresAtMs: 90 * day } },
  { at: 90 * day, expected: { kind: "renew", expiresAtMs: 90 * day } },
  { at: 90 * day + 1, expected: { kind: "expired" } },
])("rotationOf() at $at ms of a lifetime of 90 days is $expected", ({ at, expected }) => {
  assert.deepEqual(rotationOf({ notBeforeMs: 0, notAfterMs: 90 * day }, at), expected);
});

test("a server that checks once a day for a virtual year always has a valid certificate and renews six times", async () => {
  const clock = createVirtualClock({ startTime: Date.UTC(2026, 0, 1) });
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom(1) });
  const issue = async (): Promise<string> => (await authority.issueServing({ hosts: ["localhost"] })).certificate;
  let current = parseCertificate(await issue());
  const found: string[] = [];

  for (let count = 0; count < 365; count += 1) {
    await clock.advance(day);
    const rotation = rotationOf(current, clock.wallTime());
    found.push(rotation.kind);
    if (rotation.kind !== "keep") current = parseCertificate(await issue());
  }

  assert.equal(found.filter((kind) => kind === "renew").length, 6);
  assert.equal(found.includes("expired"), false);
});

test("bundleOf() holds old and new authority, newest first and each once, until the old one is expired", async () => {
  const clock = createVirtualClock({ startTime: Date.UTC(2026, 0, 1) });
  const random = createSeededRandom(1);
  const old = await createCertificateAuthority({ clock, random, name: "old", lifetimeMs: 90 * day });
  await clock.advance(60 * day);
  const next = await createCertificateAuthority({ clock, random, name: "new", lifetimeMs: 90 * day });
  const namesAt = (nowMs: number): readonly (string | undefined)[] =>
    parseCertificates(bundleOf([old.certificate, next.certificate, old.certificate], nowMs)).map(
      ({ commonName }) => commonName,
    );

  assert.deepEqual(namesAt(clock.wallTime()), ["new", "old"]);
  assert.deepEqual(namesAt(clock.wallTime() + 31 * day), ["new"]);
});
