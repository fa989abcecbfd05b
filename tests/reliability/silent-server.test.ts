/** A server that accepts a request over a real connection and never responds, as a proxy in front of a dead server does. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer as createHttp2Server } from "node:http2";
import { createServer as createHttp1Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import { createSocketTransport, isTransportError } from "@kubewright/transport";
import { expect, test } from "vitest";

const key = { namespace: "default", name: "settings" };

test.each([
  ["HTTP/1.1", "http/1.1"],
  ["HTTP/2", "h2"],
])(
  "over %s a request without a response fails after its limit, its exchange ends, and the next request succeeds",
  async (_version, protocol) => {
    await using server = await startServer(protocol);
    await using transport = createSocketTransport({ server: server.url, tls: { ca: server.ca } });
    const clock = createVirtualClock();
    const client = createClient({ transport, clock });

    const failed = client.get(ConfigMap, key).catch((error: unknown) => error);
    const request = await server.nextRequest();
    const aborted = new Promise((resolve) => {
      request.on("error", () => {}).once("close", resolve);
    });
    await clock.advance(65_000);
    const error = await failed;
    await aborted;
    server.responds = true;
    const found = await client.get(ConfigMap, key);

    expect(request.httpVersion).toBe(protocol === "h2" ? "2.0" : "1.1");
    expect(isTransportError(error) && [error.kind, error.mayHaveBeenProcessed]).toEqual(["timeout", true]);
    expect(String(error)).toContain('GET "/api/v1/namespaces/default/configmaps/settings" within 65000 ms');
    expect(found?.metadata.name).toBe("settings");
  },
);

interface SilentServer extends AsyncDisposable {
  readonly url: string;
  readonly ca: string;
  responds: boolean;
  nextRequest(): Promise<IncomingMessage>;
}

async function startServer(protocol: string): Promise<SilentServer> {
  const authority = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("silent"),
  });
  const { certificate: cert, key: privateKey } = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const sockets: Socket[] = [];
  const requests = Promise.withResolvers<IncomingMessage>();
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    requests.resolve(request);
    if (!silent.responds) return;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { ...key, uid: "u", resourceVersion: "1" } }),
    );
  };
  const options = { cert, key: privateKey };
  const server =
    protocol === "h2"
      ? createHttp2Server(options, onRequest as never) // The parts that it uses are those of HTTP/1.1.
      : createHttp1Server(options, onRequest);
  server.on("secureConnection", (socket: Socket) => sockets.push(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const silent: SilentServer = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, // The address of a TCP server is an object.
    ca: authority.certificate,
    responds: false,
    nextRequest: () => requests.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return silent;
}
