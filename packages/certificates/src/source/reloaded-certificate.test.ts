import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import { createCertificateAuthority } from "../index.ts";
import type { IssuedCertificate } from "../index.ts";
import { expect, test } from "vitest";
import { certificateReloadMs, createReloadedCertificate } from "./reloaded-certificate.ts";

test("a certificate is waited for, used once, and used again when it was replaced", async () => {
  const clock = createVirtualClock();
  const authority = await createCertificateAuthority({ clock, random: createSeededRandom("reload") });
  const [first, second] = [
    await authority.issueServing({ hosts: ["a.example.com"] }),
    await authority.issueServing({ hosts: ["b.example.com"] }),
  ];
  let stored: IssuedCertificate | undefined;
  const used: IssuedCertificate[] = [];
  const source = createReloadedCertificate({
    clock,
    read: () => (stored ? Promise.resolve(stored) : Promise.reject(new Error("there is no file"))),
  });

  const running = spawn((signal) => source.run((pair) => void used.push(pair), { signal }), {
    name: "source",
    onError(error) {
      throw error;
    },
  });
  await clock.advance(certificateReloadMs);
  expect(used).toEqual([]);
  stored = first;
  await clock.advance(3 * certificateReloadMs);
  stored = { certificate: "half a file", key: second.key };
  await clock.advance(certificateReloadMs);
  stored = second;
  await clock.advance(certificateReloadMs);
  await clock.runUntilSettled(running.stop());

  expect(used).toEqual([first, second]);
});
