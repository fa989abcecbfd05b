/** `pods/exec` and `pods/attach`: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
import { badRequest, serviceUnavailable } from "@kubewright/apimachinery";
import { isTrue } from "../http/query-values.ts";
import type { JsonObject } from "../objects/api-object.ts";
import type { ConnectOptions, ConnectSubresource } from "../contracts/subresource.ts";
import { commandProtocols, serveChannels } from "./command-channels.ts";
import type { Streams } from "./command-channels.ts";
import { noHostError, targetOf } from "./container-target.ts";
import type { CommandResult, ContainerTarget, NodeProxy, StreamSession } from "./node-proxy.ts";
import { acceptHandshake } from "./web-socket/handshake.ts";

type Run = (target: ContainerTarget, session: StreamSession) => Promise<CommandResult>;

/** `exec` and `attach` through `proxy`. */
export function streamSubresources(proxy: NodeProxy | undefined): readonly ConnectSubresource[] {
  return [
    streamSubresource("attach", "PodAttachOptions", attachOptions, () => proxy?.attach),
    streamSubresource("exec", "PodExecOptions", execOptions, (options) => {
      const command = (options["command"] ?? []) as readonly string[]; // Decoded.
      const exec = proxy?.exec;
      if (command.length === 0) throw badRequest("you must specify at least 1 command for the container");
      return exec && ((target, session) => exec(target, { ...session, command }));
    }),
  ];
}

function streamSubresource(
  name: string,
  kind: string,
  options: ConnectOptions,
  runOf: (options: JsonObject) => Run | undefined,
): ConnectSubresource {
  return {
    type: "connect",
    name,
    gvk: { group: "", version: "v1", kind },
    verbs: ["create", "get"],
    needsCreate: true,
    options,
    connect: (request, pod, context) => {
      const { options: reviewed, headers } = request;
      const container = (reviewed["container"] ?? "") as string; // Decoded.
      const target = targetOf(pod, container, { context, request });
      if (target === undefined) throw noHostError(pod);
      const run = runOf(reviewed);
      if (run === undefined) {
        const [shownPod, shownNode] = [context.name, target.node].map((text) => JSON.stringify(text));
        throw serviceUnavailable(
          `Cannot ${name} in pod ${shownPod}: this server has no connection to node ${shownNode}`,
        );
      }
      const handshake = acceptHandshake(headers, commandProtocols);
      const streams = streamsIn(reviewed);
      return {
        status: 101,
        headers: handshake.headers,
        body: new Uint8Array(),
        upgrade: (stream, signal) => serveChannels(stream, { streams, signal }, (session) => run(target, session)),
      };
    },
  };
}

const streamNames = ["stdin", "stdout", "stderr", "tty"] as const;
const properties: ConnectOptions["properties"] = {
  ...Object.fromEntries(streamNames.map((name) => [name, { type: "boolean" }])),
  container: { type: "string" },
};

const attachOptions: ConnectOptions = { properties, parse: parseStreamOptions };

const execOptions: ConnectOptions = {
  properties: { ...properties, command: { type: "array", items: { type: "string" } } },
  parse: (query) => {
    const command = query.getAll("command");
    return { ...parseStreamOptions(query), command: command.length === 0 ? null : command };
  },
};

/** Fields without a value are absent. */
function parseStreamOptions(query: URLSearchParams): JsonObject {
  const enabled = streamNames.filter((name) => query.has(name) && isTrue(query.get(name)));
  const container = query.get("container") ?? "";
  return { ...Object.fromEntries(enabled.map((name) => [name, true])), ...(container === "" ? {} : { container }) };
}

function streamsIn(options: JsonObject): Streams {
  const [stdin = false, stdout = false, stderr = false, tty = false] = streamNames.map(
    (name) => options[name] === true,
  );
  return { stdin, stdout, stderr, tty };
}
