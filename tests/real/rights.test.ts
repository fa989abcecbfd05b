// 400 random requests with random rights get the same answers from both servers. tests/long/rights.test.ts sends many more.
// UPDATE=random-rights records the answers of the real server, with which tests/rights/rights.test.ts compares.
import { startEnvironment } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { comparePolicy } from "../rights/compare.ts";
import { openRightsServer } from "../rights/rights-server.ts";
import { sampleAnswers, samplePolicies, writeSample } from "../rights/sample.ts";
import { startServerUnderTest } from "../server-under-test.ts";

const isRecording = ["1", "random-rights"].includes(inject("recording") ?? "");

test("random requests with random rights get the same answers from both servers", { timeout: 300_000 }, async () => {
  await using environment = await startServerUnderTest();
  await using real = await openRightsServer(environment);
  if (isRecording) await writeSample(await sampleAnswers(real, environment.uniqueName("rights")));
  await using embedded = await startEnvironment({ server: "embedded" });
  await using ours = await openRightsServer(embedded);

  const failures: string[] = [];
  for (const options of samplePolicies(environment.uniqueName("rights"))) {
    failures.push(...(await comparePolicy([real, ours], options)).failures);
  }

  expect(failures).toEqual([]);
});
