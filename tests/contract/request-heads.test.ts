// Heads of requests over HTTP/1.1 that clients send rarely: a client that waits before its body, upgrades to other protocols, whole URLs, and several hosts.
import { expect, test } from "vitest";
import { useRawClient } from "./raw-client.ts";

const suite = useRawClient();

/** The status lines of the responses to a head, whose body is sent after a status of 100. */
function statusesOf(
  method: string,
  target: string,
  headers: readonly string[],
  name: string,
): Promise<readonly number[]> {
  const body = JSON.stringify({ metadata: { name } });
  return suite.client.sendText(
    [`${method} ${target} HTTP/1.1`, "Content-Type: application/json", `Content-Length: ${body.length}`, ...headers],
    body,
  );
}

test("a client that waits gets 100 once the body is wanted", async () => {
  expect(await statusesOf("POST", suite.configMaps, ["Expect: 100-continue"], "waits")).toEqual([100, 201]);
});

test("a client without rights that waits gets no 100", async () => {
  const headers = ["Expect: 100-continue", "Impersonate-User: jane"];

  expect(await statusesOf("POST", suite.configMaps, headers, "forbidden")).toEqual([403]);
});

test("an upgrade to an unknown protocol is ignored, and the body is read", async () => {
  const headers = ["Connection: Upgrade", "Upgrade: h2c", "Expect: 100-continue"];

  expect(await statusesOf("POST", suite.configMaps, headers, "upgrade")).toEqual([100, 201]);
});

test("the target of a request may be the whole URL", async () => {
  const target = `${suite.client.url}${suite.configMaps}?dryRun=All`;

  expect(await statusesOf("POST", target, ["Expect: 100-continue"], "url")).toEqual([100, 201]);
});

test("the scheme of a whole URL does not matter, and a URL without a path is not found", async () => {
  const { host } = new URL(suite.client.url);

  expect(await suite.client.sendText([`GET ftp://${host}/version HTTP/1.1`], "")).toEqual([200]);
  expect(await suite.client.sendText([`GET ${suite.client.url} HTTP/1.1`], "")).toEqual([404]);
  expect(await suite.client.sendText([`GET ${suite.client.url}?a=b HTTP/1.1`], "")).toEqual([404]);
});

test("a request with two hosts is rejected", async () => {
  const { host } = new URL(suite.client.url);

  expect(await suite.client.sendText(["GET /version HTTP/1.1", `Host: ${host}`], "")).toEqual([400]);
  expect(await suite.client.sendText(["GET /version HTTP/1.1", "host: localhost"], "")).toEqual([400]);
});
