// The shared state of a server: its objects, kinds and plugins, the clock and the random source.
import type { Work } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { FieldManagers } from "./field-managers.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { Store } from "../storage/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import type { RecentObjects } from "./recent-objects.ts";
import type { Registry } from "./registry.ts";
import type { ServerContext } from "../contracts/server-context.ts";

export interface Engine {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly random: Random;
  /** In the order of the chain. */
  readonly admission: readonly AdmissionPlugin[];
  readonly context: ServerContext & { readonly registry: Registry };
  /** Called after each commit. Runs the work that commits have queued. */
  readonly runQueuedWork: () => void;
  readonly recentObjects: RecentObjects;
  readonly fieldManagers: FieldManagers;
  /** In steps, the size of an object of a built-in kind in protobuf, which limits what may be stored. */
  readonly protobufSize: (object: ApiObject) => Work<number>;
}
