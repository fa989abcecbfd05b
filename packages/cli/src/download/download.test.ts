// Against a server on loopback: redirects, and errors.
import { createServer } from "node:http";
import { expect, test } from "vitest";

import { download } from "./download.ts";

const action = "read the file";
const signal = new AbortController().signal;

test("a file is downloaded completely, also over absolute and relative redirects", async () => {
  await using server = await startServer();

  expect(await textOf(`${server.url}/far?to=1`)).toBe("the file at /file");
});

test.each([
  ["/missing", /the status is 404$/],
  ["/nowhere", /the status is 302$/],
  ["/loop", /it was redirected more than 10 times$/],
  ["/elsewhere", /it was redirected to "file:\/\/\/etc\/passwd": expected https$/],
  ["/broken", /^Cannot read the file "http:\/\/127\.0\.0\.1:\d+\/broken": /],
])("%s is an error on one line", async (path, message) => {
  await using server = await startServer();

  await expect(textOf(`${server.url}${path}`)).rejects.toThrow(message);
});

test.each(["file:///etc/passwd", "ftp://example.dev", "nothing", ""])(
  "%o is rejected as an address",
  async (address) => {
    await expect(textOf(address)).rejects.toThrow(
      `Cannot read the file: the address is "${address}": expected one that begins with https:// or http://`,
    );
  },
);

test("an aborted download rejects with the reason", async () => {
  await using server = await startServer();
  const stopped = AbortSignal.abort(new Error("Stopped by SIGINT"));

  const reading = Array.fromAsync(download(`${server.url}/file`, { action, env: {}, signal: stopped }));

  await expect(reading).rejects.toThrow("Stopped by SIGINT");
});

async function textOf(address: string): Promise<string> {
  return Buffer.concat(await Array.fromAsync(download(address, { action, env: {}, signal }))).toString();
}

async function startServer() {
  const server = createServer((request, response) => {
    const to = (location: string): void => void response.writeHead(302, { location }).end();
    switch (request.url) {
      case "/far?to=1":
        return to(`http://${request.headers.host}/near`);
      case "/near":
        return to("file");
      case "/file":
        return void response.end("the file at /file");
      case "/loop":
        return to("/loop");
      case "/elsewhere":
        return to("file:///etc/passwd");
      case "/nowhere":
        return void response.writeHead(302).end();
      case "/broken":
        response.writeHead(200, { "content-length": "100" });
        return void response.write("x", () => response.destroy());
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
