// The program when it loses its leadership, on virtual time.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { isLeadershipError } from "@kubewright/client";
import { eventually } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { leaseName } from "../run.ts";
import { programNamespace, readManifests, startFixture } from "./mydemo-fixture.ts";

test("the program stops its workers and ends with an error when another process leads", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("leadership")];
  const manifests = await readManifests();
  const fixture = await clock.runUntilSettled(startFixture({ server: "embedded", clock, random, ...manifests }));
  const { client } = fixture.env;
  const key = { namespace: programNamespace, name: leaseName };
  const failures: unknown[] = [];

  await clock.runUntilSettled(
    fixture.startReplica(
      "ours",
      { leaderElection: { namespace: programNamespace, identity: "ours" } },
      { onFailure: (error) => void failures.push(error.cause) },
    ),
  );
  await clock.runUntilSettled(
    eventually(() => expect(fixture.messages("ours")).toContain("Started workers"), { clock }),
  );
  await clock.runUntilSettled(
    client.patch(Lease, key, { type: "merge", body: { spec: { holderIdentity: "theirs" } } }),
  );
  await clock.runUntilSettled(eventually(() => expect(failures).toHaveLength(1), { clock }));

  expect(isLeadershipError(failures[0])).toBe(true);
  expect(fixture.messages("ours").at(-1)).toBe("Shutting down workers");
  const lease = await clock.runUntilSettled(client.get(Lease, key));
  expect(lease?.spec?.holderIdentity).toBe("theirs");
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
});
