// Mydemo's controller starts before its CRD exists, and reconciles as soon as the CRD is installed.
import { fileURLToPath } from "node:url";
import { installCrds, readCrds, waitFor } from "@kubewright/envtest";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { Mydemo } from "../../../examples/crddemo/api/v1/zz_generated.mydemo.ts";
import { run } from "../../../examples/crddemo/internal/run.ts";
import { withinMs } from "../scenario.ts";
import type { Scenario } from "../scenario.ts";

const folder = new URL("../../../examples/crddemo/config/", import.meta.url);

/** The delay before the CRD is installed. */
const crdLateMs = 2_000;

export const crddemo: Scenario = {
  name: "crddemo",
  crds: [],
  shows: [], // The table cannot watch a kind that is not installed; the log shows the progress.
  async play({ env, clock, random, log, signal, say, start, create }) {
    const retries: string[] = [];
    const { promise: isSynced, resolve: onSynced } = Promise.withResolvers<void>();
    start("crddemo", (own) =>
      run({
        transport: env.transport,
        clock,
        random,
        instance: "demo-crddemo",
        log: {
          ...log,
          error(message, fields) {
            if (retries.length === 0) say("Mydemo: waiting for its CRD, which is installed 2 s after the controller.");
            retries.push(message);
            log.debug(message, fields);
          },
        },
        onSynced,
        signal: own,
      }),
    );
    await clock.sleep(crdLateMs, { signal });
    await installCrds(await readCrds([fileURLToPath(new URL("crd/bases", folder))]), { ...env, signal });
    say("Mydemo: its CRD is installed now.");
    await isSynced;

    const [created] = await create(new URL("samples/crddemo_v1_mydemo.yaml", folder));
    const uid = created?.metadata.uid;
    for (const deadline = clock.now() + withinMs; ;) {
      const events = await Array.fromAsync(env.client.list(Event, { namespace: "default", signal }));
      if (events.some(({ reason, regarding }) => reason === "Synced" && regarding?.uid === uid)) break;
      if (clock.now() > deadline) throw new Error('Mydemo "default/example-mydemo" was not synced');
      await clock.sleep(50, { signal });
    }
    await waitFor(Mydemo, { namespace: "default", name: "example-mydemo" }, (found) => found !== undefined, {
      ...env,
      signal,
    });
    return `Mydemo "default/example-mydemo" is synced, after ${retries.length} lists before its kind existed`;
  },
};
