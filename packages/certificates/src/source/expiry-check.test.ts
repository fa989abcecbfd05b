import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createCertificateAuthority } from "../index.ts";
import type { IssuedCertificate } from "../index.ts";
import { expect, test } from "vitest";
import { createExpiryCheck, expiryNoticeMs } from "./expiry-check.ts";

const weekMs = 7 * 24 * 3_600_000;

test("an expiry check fails before there is a certificate, and a day before the end of one without renewal", async () => {
  const clock = createVirtualClock();
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom("expiry") });
  let give: (pair: IssuedCertificate) => void = () => {};
  const { source, check } = createExpiryCheck(
    {
      async run(use) {
        give = use;
      },
    },
    { clock },
  );
  const used: IssuedCertificate[] = [];
  await source.run((pair) => void used.push(pair), { signal: new AbortController().signal });

  await expect(check()).rejects.toThrow("there is no certificate yet");
  give(await authority.issueServing({ hosts: ["a"], lifetimeMs: weekMs }));
  await check();
  await clock.advance(weekMs - expiryNoticeMs - 1_000);
  await check();
  await clock.advance(1_000);
  await expect(check()).rejects.toThrow(/^the certificate expires at \S+Z and has not been renewed$/);
  give(await authority.issueServing({ hosts: ["a"], lifetimeMs: weekMs }));
  await check();

  expect(used.length).toBe(2);
});
