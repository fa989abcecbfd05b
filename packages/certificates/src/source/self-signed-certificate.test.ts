import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import { beforeAll, expect, test } from "vitest";
import { createCertificateAuthority } from "../authority.ts";
import { parseCertificate } from "../certificate.ts";
import type { Certificate } from "../certificate.ts";
import { createSelfSignedCertificate } from "./self-signed-certificate.ts";

const dayMs = 86_400_000;

/** What encodes certificates is loaded from the disk when it is first needed, and so in real time. */
beforeAll(async () => {
  await createCertificateAuthority({ clock: createVirtualClock(), random: createSeededRandom("first") });
});

test("for a year a self-signed certificate is valid every day, and each has its own key", async () => {
  const clock = createVirtualClock({ startTime: Date.UTC(2026, 0, 1) });
  const source = createSelfSignedCertificate({ clock, random: createSeededRandom("self") });
  const used: Certificate[] = [];
  const keys = new Set<string>();
  const task = spawn(
    (signal) =>
      source.run(
        (pair) => {
          used.push(parseCertificate(pair.certificate));
          keys.add(pair.key);
        },
        { signal },
      ),
    {
      name: "source",
      onError(error) {
        throw error;
      },
    },
  );

  const invalid: number[] = [];
  for (let day = 0; day < 365; day += 1) {
    await clock.advance(dayMs);
    const now = clock.wallTime();
    const current = used.at(-1);
    if (!current || now < current.notBeforeMs || now > current.notAfterMs) invalid.push(day);
  }
  await clock.runUntilSettled(task.stop());

  expect(invalid).toEqual([]);
  expect(used).toHaveLength(7); // At the start and every 60 days.
  expect(keys.size).toBe(7);
});
