/** Mydemo's controller under faults: it writes only Events, so the test checks that it has received every Mydemo. */
import { Unstructured } from "@kubewright/apimachinery";
import { fileURLToPath } from "node:url";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { createLogger } from "@kubewright/telemetry";
import { Mydemo } from "../../examples/crddemo/api/v1/zz_generated.mydemo.ts";
import { run } from "../../examples/crddemo/internal/run.ts";
import type { Stage, Subject } from "./subject.ts";

export const crddemo: Subject = {
  name: "crddemo",
  crds: [fileURLToPath(new URL("../../examples/crddemo/config/crd/bases", import.meta.url))],
  controllers: [],
  kinds: [Mydemo],
  operate: ({ transport, clock, random }, signal) =>
    run({ transport, clock, random, signal, instance: "test", log: createLogger({ clock, write() {} }) }),
  async workload(stage) {
    const { client, namespace } = stage;
    await client.create(Unstructured, mydemo(namespace, "a"));
    await client.create(Unstructured, mydemo(namespace, "b"));
    await stage.rests("there are two");
    await assertSynced(stage, "a", "b");

    await client.patch(Mydemo, { namespace, name: "a" }, { type: "merge", body: { spec: { port: 9080 } } });
    await client.delete(Mydemo, { namespace, name: "b" });
    await client.create(Unstructured, mydemo(namespace, "c"));
    await stage.rests("one is changed, one is gone, one is new");
    await assertSynced(stage, "a", "c");
  },
};

async function assertSynced({ client, namespace }: Stage, ...names: readonly string[]): Promise<void> {
  const events = await Array.fromAsync(client.list(Event, { namespace }));
  const synced = new Set(events.filter(({ reason }) => reason === "Synced").map(({ regarding }) => regarding?.name));
  const missing = names.filter((name) => !synced.has(name));
  if (missing.length > 0) throw new Error(`Mydemos that were never synced: ${missing.join(", ")}`);
}

function mydemo(namespace: string, name: string): Mydemo {
  return { apiVersion: "crddemo.k8s.io/v1", kind: "Mydemo", metadata: { namespace, name }, spec: { port: 8080 } };
}
