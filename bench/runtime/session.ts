// One server under the load client, and operators that run against it, one at a time.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { interrupted, output } from "../processes.ts";
import type { Peer } from "./peers.ts";

export interface Sizes {
  /** Widgets in the cluster when an informer syncs. */
  readonly widgets: number;
  readonly pods: number;
  /** Widgets in the cache while events are measured. */
  readonly cached: number;
  readonly updateSeconds: number;
  /** Widgets that get a child and a status. */
  readonly created: number;
}

/** Figures of one run by their names. */
export type Figures = Readonly<Record<string, number>>;

export interface OperatorRun {
  readonly workload: "A" | "B" | "C" | "D";
  readonly kind?: "widgets" | "pods";
  /** Default: all namespaces. */
  readonly namespace?: string;
  /** Our operator compresses the objects in its cache. The peers have no such option. Default false. */
  readonly compress?: boolean;
  /** Flags of the load client's command `meter`. */
  readonly flags: readonly string[];
  readonly signal?: AbortSignal;
}

export interface SessionOptions {
  /** The load client. */
  readonly client: string;
  readonly kubeconfig: string;
  /** For files that are deleted after the measurement. */
  readonly folder: string;
  readonly sizes: Sizes;
}

export class Session {
  readonly sizes: Sizes;
  readonly #client: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ client, kubeconfig, folder, sizes }: SessionOptions) {
    this.sizes = sizes;
    this.#client = client;
    this.#folder = folder;
    this.#env = { KUBECONFIG: kubeconfig };
  }

  /** Runs a command of the load client. */
  async load(words: readonly (string | number)[], signal?: AbortSignal): Promise<Figures> {
    const text = await output(this.#client, words.map(String), { env: this.#env, ...(signal && { signal }) });
    return text === "" ? {} : (JSON.parse(text) as Figures); // The load client prints one object.
  }

  file(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Runs an operator until it has been measured. Adds `block`, the longest block of its event loop in ms, if the operator reports it. */
  async operator(
    peer: Peer,
    { workload, kind = "widgets", namespace = "", compress = false, flags, signal }: OperatorRun,
  ): Promise<Figures> {
    const workloadEnv = { WORKLOAD: workload, KIND: kind, NS: namespace, COMPRESS: String(compress) };
    const env = { ...this.#env, EVENTS: this.events, ...workloadEnv };
    const options = { env, ...(signal && { signal }) };
    const text = await output(this.#client, ["meter", ...flags, "--", ...peer.command], options);
    const block = /^block (\S+)$/m.exec(await readFile(this.events, "utf8"))?.[1];
    return { ...(JSON.parse(text) as Figures), ...(block !== undefined && { block: Number(block) }) };
  }

  /** Resolves once the operator has written the event. */
  async event(name: string, signal: AbortSignal): Promise<void> {
    const pattern = new RegExp(`^${name} `, "m");
    while (!pattern.test(await readFile(this.events, "utf8").catch(() => ""))) await this.sleep(100, signal);
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, interrupted]) });
  }

  get events(): string {
    return this.file("events");
  }
}

/** Runs both at the same time. If one fails, the other is aborted. */
export async function runTogether<A, B>(
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
): Promise<readonly [A, B]> {
  const end = new AbortController();
  const ended = Promise.all([first(end.signal), second(end.signal)]);
  try {
    return await ended;
  } finally {
    end.abort(new Error("The other half of the measurement has ended"));
  }
}
