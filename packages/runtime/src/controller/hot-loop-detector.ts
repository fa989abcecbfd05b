/**
 * Detects hot loops: reconciles of one request that the controller itself causes, by its own writes or by requeues without a pause.
 *
 * A reconcile that writes something new makes progress, such as a state machine that records each step in the status. A loop writes what it has written
 * before, apart from versions and times. A loop that never repeats, such as a counter, is detected by its rate.
 */
import { createHash } from "node:crypto";
import type { Clock } from "@kubewright/async";
import { formatKey } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import type { ReconcileCause } from "../reconcile/cause.ts";

/** The length of the windows in which reconciles are counted. */
const windowMs = 10_000;
/** More consecutive reconciles without progress are a hot loop. */
const repeatsMax = 10;
/** More reconciles are a hot loop, even if each of them makes progress. */
const reconcilesMax = 100;
/** A requeue after less than this time is part of a loop. */
const requeueMinMs = 100;

export interface HotLoop {
  readonly request: string;
  /** The number of reconciles in the window that the controller has caused. */
  readonly reconciles: number;
  readonly windowMs: number;
  /** Whether the last reconciles have written nothing new. */
  readonly repeats: boolean;
}

export interface HotLoopDetectorOptions {
  readonly clock: Clock;
  /** Whether reconciles of a loop that repeats wait for the end of the window. */
  readonly delays: boolean;
  /** Called once for each loop. */
  readonly onHotLoop: (hotLoop: HotLoop) => void;
}

/** The writes of a request in the window, and the reconciles that these writes and requeues have caused. */
interface Activity {
  /** The versions that were written. */
  readonly versions: Set<string>;
  /** Hashes of the contents that were written. */
  readonly contents: Set<string>;
  /** Whether the last reconcile has written something new. */
  hasProgress: boolean;
  reconciles: number;
  /** The number of reconciles since the last progress. */
  repeats: number;
}

export class HotLoopDetector {
  readonly #options: HotLoopDetectorOptions;
  #activities = new Map<string, Activity>();
  #windowEnd = 0;
  /** The loops of this window, and those of the last window, which are not reported again. */
  #loops = new Set<string>();
  #lastLoops: ReadonlySet<string> = new Set();

  constructor(options: HotLoopDetectorOptions) {
    this.#options = options;
  }

  /** Called before each reconcile. Counts it and returns 0, or returns the delay after which it may run. */
  delayMs(request: string, causes: readonly ReconcileCause[]): number {
    this.#startWindow();
    const activity = this.#activityOf(request, causes);
    if (!activity) return 0;
    const { delays, clock } = this.#options;
    const reconciles = activity.reconciles + 1;
    const repeats = activity.hasProgress ? 0 : activity.repeats + 1;
    if (repeats > repeatsMax || reconciles > reconcilesMax) this.#report(request, reconciles, repeats);
    if (delays && repeats > repeatsMax) return this.#windowEnd - clock.now();
    Object.assign(activity, { reconciles, repeats, hasProgress: false });
    return 0;
  }

  /** The client of a reconcile, which records the writes. */
  observed(request: string, client: Client): Client {
    const record = <T extends Stored>(written: T): T => {
      this.#record(request, contentOf(written)).versions.add(written.metadata.resourceVersion);
      return written;
    };
    return client.intercept((next) => ({
      create: async (call) => record(await next.create(call)),
      update: async (call) => record(await next.update(call)),
      patch: async (call) => record(await next.patch(call)),
      delete: async (call) => {
        await next.delete(call);
        this.#record(request, `delete ${call.type.kind} ${formatKey(call.key)}`);
      },
    }));
  }

  #startWindow(): void {
    const now = this.#options.clock.now();
    if (now < this.#windowEnd) return;
    this.#lastLoops = now < this.#windowEnd + windowMs ? this.#loops : new Set();
    this.#loops = new Set();
    this.#activities = new Map();
    this.#windowEnd = now + windowMs;
  }

  /** The activity of a request if the controller itself has caused the reconcile. */
  #activityOf(request: string, causes: readonly ReconcileCause[]): Activity | undefined {
    const versions = this.#activities.get(request)?.versions;
    const isSelfCaused = causes.length > 0 && causes.every((cause) => isOwnWrite(cause, versions) || isRequeue(cause));
    return isSelfCaused ? this.#startedActivity(request) : undefined;
  }

  #record(request: string, content: string): Activity {
    const activity = this.#startedActivity(request);
    const { size } = activity.contents;
    activity.contents.add(createHash("sha256").update(content).digest("base64"));
    activity.hasProgress ||= activity.contents.size > size;
    return activity;
  }

  #startedActivity(request: string): Activity {
    const found = this.#activities.get(request);
    if (found) return found;
    const started = { versions: new Set<string>(), contents: new Set<string>(), hasProgress: false };
    const activity: Activity = { ...started, reconciles: 0, repeats: 0 };
    this.#activities.set(request, activity);
    return activity;
  }

  #report(request: string, reconciles: number, repeats: number): void {
    const isKnown = this.#loops.has(request) || this.#lastLoops.has(request);
    this.#loops.add(request);
    if (!isKnown) this.#options.onHotLoop({ request, reconciles, windowMs, repeats: repeats > repeatsMax });
  }
}

function isOwnWrite({ event, resourceVersion }: ReconcileCause, versions: ReadonlySet<string> | undefined): boolean {
  return event === "updated" && resourceVersion !== undefined && versions?.has(resourceVersion) === true;
}

function isRequeue({ event, afterMs = 0 }: ReconcileCause): boolean {
  return event === "requeue" && afterMs < requeueMinMs;
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The object without what changes in each write: versions, generations and times. */
function contentOf({ metadata, ...fields }: Stored): string {
  const { managedFields: _managedFields, resourceVersion: _version, generation: _generation, ...stable } = metadata;
  return JSON.stringify({ ...fields, metadata: stable }, (key, value: unknown) => {
    if (key === "observedGeneration" || (typeof value === "string" && timePattern.test(value))) return undefined;
    return typeof value === "bigint" ? String(value) : value;
  });
}
