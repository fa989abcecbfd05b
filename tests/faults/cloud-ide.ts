/** The workspace service under faults: callers who retry until they get a response get one workspace. */
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { isNotFound } from "@kubewright/apimachinery";
import type { VirtualClock } from "@kubewright/async";
import { createManager } from "@kubewright/runtime";
import { setup } from "../../examples/cloud-ide/internal/setup.ts";
import { isSpaceError } from "../../examples/cloud-ide/internal/space-error.ts";
import type { SpaceService } from "../../examples/cloud-ide/internal/space-service.ts";
import type { StatusInformer } from "../../examples/cloud-ide/internal/status-informer.ts";
import type { Subject } from "./subject.ts";

const namespace = "cloud-ide";
const image = "code-server-go1.19";

/** A caller repeats its call after this time, and gives up after this number of calls. */
const askAgainMs = 2_000;
const triesMax = 10;

/** Each use needs a separate subject, because it holds the newest process, which callers reach. */
export function createCloudIde(): Subject {
  let newest: { readonly service: SpaceService; readonly statuses: StatusInformer } | undefined;

  return {
    name: "cloud-ide",
    crds: [],
    controllers: ["node-simulator"],
    kinds: [Pod],
    async operate({ transport, clock, random }, signal) {
      const manager = createManager({ transport, clock, random, cache: { defaultNamespaces: [namespace] } });
      newest = setup(manager, { policy: { namespace, allowedImages: [image] } });
      await manager.start({ signal });
    },
    async workload({ client, clock, rests }) {
      await client.create(Namespace, { metadata: { name: namespace } });
      const signal = new AbortController().signal;
      const call = { signal, caller: "test" };
      const info = (name: string): Parameters<SpaceService["createSpaceAndWaitForRunning"]>[0] => ({
        name,
        namespace,
        image,
        port: 9999,
        resourceLimit: null,
      });
      for (const name of ["a", "b"]) {
        await untilAnswered(clock, async () => await current().service.createSpaceAndWaitForRunning(info(name), call));
      }
      await rests("two workspaces run");

      await untilAnswered(clock, async () => {
        await current()
          .service.deleteSpace({ namespace, name: "b" }, call)
          .catch((error: unknown) => {
            if (!isGone(error)) throw error; // An earlier try came through.
          });
      });
      await rests("one of them is deleted");
      if (current().statuses.waiting > 0) throw new Error(`${current().statuses.waiting} callers still wait`);
    },
  };

  function current(): NonNullable<typeof newest> {
    if (!newest) throw new Error("no process has started");
    return newest;
  }
}

/** A caller: calls, waits for the response with a timeout, and calls again. */
async function untilAnswered(clock: VirtualClock, ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const response = ask().then(
      () => "answered" as const,
      (error: unknown) => error,
    );
    const late = clock.sleep(30_000).then(() => new Error("no answer in 30 s"));
    const outcome = await clock.runUntilSettled(Promise.race([response, late]));
    if (outcome === "answered") return;
    if (tries === triesMax) throw outcome;
    await clock.advance(askAgainMs);
  }
}

function isGone(error: unknown): boolean {
  return isNotFound(error) || (isSpaceError(error) && error.reason === "NotFound");
}
