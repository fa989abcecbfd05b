// Two replicas of the program, of which one leads.
import { eventually } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { crds, programNamespace, startFixture } from "./mydemo-fixture.ts";

test("one of two replicas runs the workers; when it stops, the other replica syncs the existing Mydemos", async () => {
  await using fixture = await startFixture({ crds: [crds] });
  const { env, namespace } = fixture;
  const mydemos = fixture.clientset.crddemoV1().mydemos(namespace);
  const synced = `Successfully synced '${namespace}/a'`;
  const start = (identity: string): ReturnType<typeof fixture.startReplica> =>
    fixture.startReplica(identity, { namespace, leaderElection: { namespace: programNamespace, identity } });
  const untilLogged = (replica: string, message: string): Promise<void> =>
    eventually(() => expect(fixture.messages(replica)).toContain(message), env);

  const first = await start("first");
  await untilLogged("first", "Started workers");
  await start("second");
  await untilLogged("second", "New leader elected");
  await mydemos.create({ metadata: { name: "a" }, spec: { ip: "127.0.0.1" } });
  await untilLogged("first", synced);
  const whileFirstLed = fixture.messages("second");
  await first.stop();
  await untilLogged("second", synced);

  expect(whileFirstLed).not.toContain("Starting workers");
  expect(fixture.messages("first")).toContain("Shutting down workers");
  expect(fixture.messages("first")).not.toContain("A request about the lease failed");
}, 60_000);
