/** `pods/exec` and `pods/attach`: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { badRequest, serviceUnavailable } from "@kubewright/apimachinery";
import { isTrue } from "../http/query-values.ts";
import type { JsonObject } from "../objects/api-object.ts";
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
    streamSubresource("attach", "PodAttachOptions", streamOptions, () => proxy?.attach),
    streamSubresource("exec", "PodExecOptions", execOptions, (query) => {
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
  options: NonNullable<ConnectSubresource["options"]>,
  runOf: (query: URLSearchParams) => Run | undefined,
): ConnectSubresource {
  return {
    type: "connect",
    name,
    gvk: { group: "", version: "v1", kind },
    verbs: ["create", "get"],
    options,
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

/** The options of attach. Fields without a value are absent. */
function streamOptions(query: URLSearchParams): JsonObject {
  const enabled = Object.entries(streamsIn(query)).filter(([, isEnabled]) => isEnabled);
  const container = query.get("container") ?? "";
  return { ...Object.fromEntries(enabled), ...(container === "" ? {} : { container }) };
}

function execOptions(query: URLSearchParams): JsonObject {
  const command = query.getAll("command");
  return { ...streamOptions(query), command: command.length === 0 ? null : command };
}

function streamsIn(query: URLSearchParams): Streams {
  const [stdin = false, stdout = false, stderr = false, tty = false] = ["stdin", "stdout", "stderr", "tty"].map(
    (name) => query.has(name) && isTrue(query.get(name)),
  );
  return { stdin, stdout, stderr, tty };
}
