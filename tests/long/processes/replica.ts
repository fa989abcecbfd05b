/** Replicas of `journal-operator.ts` as processes, each with a separate network. */
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { configFromKubeconfig } from "@kubewright/client";
import type { Environment } from "@kubewright/envtest";
import { onTestFinished } from "vitest";
import { startOperatorProcess } from "../../reliability/operator-process.ts";
import type { OperatorProcess } from "../../reliability/operator-process.ts";
import { startTcpProxy } from "../../reliability/tcp-proxy.ts";
import type { TcpProxy } from "../../reliability/tcp-proxy.ts";

const program = fileURLToPath(new URL("journal-operator.ts", import.meta.url));

export interface Replica extends OperatorProcess {
  readonly identity: string;
  readonly proxy: TcpProxy;
}

/** A write of the journal, and the time at which the test saw it. */
export interface JournalEntry {
  readonly by: string;
  readonly at: number;
}

export async function startReplica(
  env: Environment,
  identity: string,
  flags: readonly string[] = [],
): Promise<Replica> {
  const text = await env.kubeconfig();
  const { server } = await configFromKubeconfig(text);
  const proxy = await startTcpProxy(Number(new URL(server).port));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const operator = await startOperatorProcess(program, {
    kubeconfig: text.replaceAll(server, `https://127.0.0.1:${proxy.port}`),
    flags: [`--identity=${identity}`, "--health-probe-bind-address=0", "--leader-elect", ...flags],
  });
  return { ...operator, identity, proxy };
}

/** Creates the journal and records its writes until the test ends. */
export async function followJournal({ client, clock }: Environment): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  const stop = new AbortController();
  const { metadata } = await client.create(ConfigMap, { metadata: { namespace: "default", name: "journal" } });
  const follow = async (): Promise<void> => {
    const from = {
      namespace: "default",
      fieldSelector: "metadata.name=journal",
      resourceVersion: metadata.resourceVersion,
    };
    for await (const { object } of client.watch(ConfigMap, { ...from, signal: stop.signal })) {
      entries.push({ by: object.data?.["by"] ?? "", at: clock.now() });
    }
  };
  const followed = follow().catch((error: unknown) => error);
  onTestFinished(async () => {
    stop.abort(new Error("the test has ended"));
    await followed;
  });
  return entries;
}

/** The authors in the order of their first write after the last write of another. */
export function authorsInTurn(entries: readonly JournalEntry[]): readonly string[] {
  return entries.map(({ by }) => by).filter((by, index, all) => by !== all[index - 1]);
}
