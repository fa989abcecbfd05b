/** What the load client measures of one server. The same steps, in the same order, for each of them. */
import { output } from "./processes.ts";
import type { MeasuredServer } from "./servers.ts";

export interface LoadFigures {
  readonly restMb: number;
  /** By the number of workers. */
  readonly creates: ReadonlyMap<number, Rate>;
  /** With all objects of the run in the server. */
  readonly filledMb: number;
  readonly list: Rate;
  readonly pagedList: Rate;
  /** Events that reached their watchers. */
  readonly fanOut: Rate;
  readonly statusP50Ms: number;
  readonly statusP99Ms: number;
}

export interface Rate {
  readonly perSecond: number;
  /** Processor time of the server for one create, megabyte or event, in ms. */
  readonly cpuMs: number;
}

/** The protocol of the load client: HTTP/1.1 with a connection per worker, or HTTP/2 with one connection for all workers. */
export type Protocol = "HTTP/1.1" | "HTTP/2";

export interface LoadSizes {
  /** Objects in the server when lists and memory are measured. */
  readonly objects: number;
  readonly runs: number;
  readonly watchers: number;
  readonly updates: number;
  readonly statusUpdates: number;
}

/** Workers that create objects at the same time, and the share of all objects that they create. */
export const workerCounts: readonly (readonly [workers: number, share: number])[] = [
  [1, 0.1],
  [16, 0.4],
  [64, 0.5],
];

type Answer = Readonly<Record<string, number>>;

/** Measures a fresh server with the load client at `client`, and leaves the objects in it. */
export async function measureLoad(
  client: string,
  protocol: Protocol,
  server: MeasuredServer,
  sizes: LoadSizes,
): Promise<LoadFigures> {
  const env = { KUBECONFIG: server.kubeconfig, LOAD_HTTP: protocol === "HTTP/2" ? "2" : "1" };
  const ask = async (...words: readonly (string | number)[]): Promise<Answer> =>
    JSON.parse(await output(client, words.map(String), { env })) as Answer;
  const rated = async (unit: string, count: (answer: Answer) => number, asked: Promise<Answer>): Promise<Rate> => {
    const before = await server.cpuSeconds();
    const answer = await asked;
    const cpuMs = ((await server.cpuSeconds()) - before) * 1000;
    return { perSecond: answer[unit] ?? Number.NaN, cpuMs: cpuMs / count(answer) };
  };

  const restMb = await server.memoryMb();
  await ask("crd");
  await output(client, ["ns", "bench", "fan"], { env });
  const creates = new Map<number, Rate>();
  for (const [workers, share] of workerCounts) {
    const count = Math.round(sizes.objects * share);
    const creating = ask("gen", "widgets", "-n", count, "-ns", "bench", "-prefix", `c${workers}`, "-c", workers);
    creates.set(workers, await rated("per_s", () => count, creating));
  }
  const filledMb = await server.memoryMb();
  const megabytes = (answer: Answer): number => (answer["MB"] ?? 0) * sizes.runs;
  const list = await rated("MB_per_s", megabytes, ask("list", "-limit", 0, "-runs", sizes.runs));
  const pagedList = await rated("MB_per_s", megabytes, ask("list", "-limit", 500, "-runs", sizes.runs));
  const watching = ask("fanout", "-watchers", sizes.watchers, "-updates", sizes.updates);
  const fanOut = await rated("events_per_s", (answer) => answer["events"] ?? 0, watching);
  const status = await ask("status", "-n", sizes.statusUpdates);
  return {
    restMb,
    creates,
    filledMb,
    list,
    pagedList,
    fanOut,
    statusP50Ms: status["patch_p50_ms"] ?? Number.NaN,
    statusP99Ms: status["patch_p99_ms"] ?? Number.NaN,
  };
}
