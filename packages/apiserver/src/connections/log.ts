/** `pods/log`: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-read-log-of-the-specified-pod */
import { badRequest, serviceUnavailable } from "@kubewright/apimachinery";
import type { ConnectSubresource } from "../contracts/subresource.ts";
import { targetOf } from "./container-target.ts";
import type { LogOptions } from "./log-options.ts";
import { parseLogOptions, printLine, selectLines } from "./log-options.ts";
import type { ContainerLog, NodeProxy } from "./node-proxy.ts";

/** Logs of the containers that `proxy` runs. */
export function logSubresource(proxy: NodeProxy | undefined): ConnectSubresource {
  return {
    type: "connect",
    name: "log",
    gvk: { group: "", version: "v1", kind: "Pod" },
    verbs: ["get"],
    connect: (request, pod, context) => {
      const { query, signal } = request;
      const options = parseLogOptions(query, context.name);
      const target = targetOf(pod, options.container, { context, request });
      if (target === undefined) return { status: 204, headers: {}, body: new Uint8Array() };
      if (proxy?.logs === undefined) {
        throw serviceUnavailable(
          `Cannot read the log of pod ${JSON.stringify(context.name)}: this server has no connection to node ${JSON.stringify(target.node)}`,
        );
      }
      const log = proxy.logs(target, { previous: options.previous });
      if (log === undefined) {
        throw badRequest(
          `previous terminated container ${JSON.stringify(target.container)} in pod ${JSON.stringify(context.name)} not found`,
        );
      }
      const body = limited(linesOf(log, options, context.clock.wallTime(), signal), options.limitBytes);
      return { status: 200, headers: { "content-type": "text/plain" }, body };
    },
  };
}

async function* linesOf(
  log: ContainerLog,
  options: LogOptions,
  nowMs: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const present = selectLines(log.lines, options, nowMs).map((line) => printLine(line, options));
  if (present.length > 0) yield present.join("");
  if (!options.follow || log.follow === undefined) return;
  for await (const line of log.follow(signal)) yield printLine(line, options);
}

/** The chunks as bytes, up to the limit. */
async function* limited(chunks: AsyncIterable<string>, limit = Infinity): AsyncGenerator<Uint8Array, void, undefined> {
  let left = limit;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    if (bytes.length >= left) {
      yield bytes.subarray(0, left);
      return;
    }
    left -= bytes.length;
    yield bytes;
  }
}
