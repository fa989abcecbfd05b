import assert from "node:assert/strict";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { createCertificateAuthority, parseCertificate, parseCertificates } from "./index.ts";

test("parseCertificates() reads a bundle in its order and passes over keys and text around the blocks", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom(1)];
  const one = await createCertificateAuthority({ clock, random, name: "one" });
  const two = await createCertificateAuthority({ clock, random, name: "two" });

  const parsed = parseCertificates(`# one\r\n${one.certificate}${one.key}\ntext${two.certificate}`);

  assert.deepEqual(
    parsed.map((certificate) => certificate.commonName),
    ["one", "two"],
  );
  assert.equal(parsed[0]?.pem, one.certificate);
  assert.deepEqual(parseCertificates(""), []);
});

test("parseCertificate() says what it found when that is not one certificate", async () => {
  const authority = await createCertificateAuthority({ clock: createVirtualClock(), random: createSeededRandom(1) });
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

  assert.throws(() => parseCertificate("nothing"), /found no CERTIFICATE block, must be one/u);
  assert.throws(
    () => parseCertificate(authority.certificate + authority.certificate),
    /found several CERTIFICATE blocks/u,
  );
  assert.throws(() => parseCertificate(broken), /block 1 does not hold an X.509 certificate/u);
});
