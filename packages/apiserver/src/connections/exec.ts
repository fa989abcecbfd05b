/** `pods/exec` and `pods/attach`: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { badRequest, serviceUnavailable } from "@kubewright/apimachinery";
import { isTrue } from "../http/query-values.ts";
import type { ConnectSubresource } from "../registry/subresource.ts";
import { commandProtocols, serveChannels } from "./command-channels.ts";
import type { Streams } from "./command-channels.ts";
import { noHostError, targetOf } from "./container-target.ts";
import type { CommandResult, ContainerTarget, NodeProxy, StreamSession } from "./node-proxy.ts";
import { acceptHandshake } from "./web-socket/handshake.ts";

type Run = (target: ContainerTarget, session: StreamSession) => Promise<CommandResult>;

/** `exec` and `attach` through `proxy`. */
export function streamSubresources(proxy: NodeProxy | undefined): readonly ConnectSubresource[] {
  return [
    streamSubresource("attach", "PodAttachOptions", () => proxy?.attach),
    streamSubresource("exec", "PodExecOptions", (query) => {
      const command = query.getAll("command");
      const exec = proxy?.exec;
      if (command.length === 0) throw badRequest("you must specify at least 1 command for the container");
      return exec && ((target, session) => exec(target, { ...session, command }));
    }),
  ];
}

function streamSubresource(
  name: string,
  kind: string,
  runOf: (query: URLSearchParams) => Run | undefined,
): ConnectSubresource {
  return {
    type: "connect",
    name,
    gvk: { group: "", version: "v1", kind },
    verbs: ["create", "get"],
    connect: (request, pod, context) => {
      const { query, headers } = request;
      const target = targetOf(pod, query.get("container") ?? "", { context, request });
      if (target === undefined) throw noHostError(pod);
      const run = runOf(query);
      if (run === undefined) {
        const [shownPod, shownNode] = [context.name, target.node].map((text) => JSON.stringify(text));
        throw serviceUnavailable(
          `Cannot ${name} in pod ${shownPod}: this server has no connection to node ${shownNode}`,
        );
      }
      const handshake = acceptHandshake(headers, commandProtocols);
      const streams = streamsIn(query);
      return {
        status: 101,
        headers: handshake.headers,
        body: new Uint8Array(),
        upgrade: (stream, signal) => serveChannels(stream, { streams, signal }, (session) => run(target, session)),
      };
    },
  };
}

function streamsIn(query: URLSearchParams): Streams {
  const [stdin = false, stdout = false, stderr = false, tty = false] = ["stdin", "stdout", "stderr", "tty"].map(
    (name) => query.has(name) && isTrue(query.get(name)),
  );
  return { stdin, stdout, stderr, tty };
}
