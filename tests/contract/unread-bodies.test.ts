// Requests that are rejected before their body is read: the response does not wait for the body. Over HTTP/1.1 a kube-apiserver keeps the response until
// up to 256 KiB of the body have arrived, so these tests use HTTP/2.
import { expect, test } from "vitest";
import { useRawClient } from "./raw-client.ts";

const suite = useRawClient();

const json = { "content-type": "application/json" };

test.for<[string, string, string, Readonly<Record<string, string>>, number]>([
  ["an unknown token", "POST", "", { ...json, "impersonate-user": "jane", authorization: "Bearer unknown" }, 401],
  ["a user without rights", "POST", "", { ...json, "impersonate-user": "jane" }, 403],
  ["an update by a user without rights", "PUT", "/a", { ...json, "impersonate-user": "jane" }, 403],
  ["a media type that is not accepted", "POST", "", { "content-type": "text/plain" }, 415],
  ["a method without a route", "PUT", "", json, 405],
  ["an unknown subresource", "PUT", "/a/nothing", json, 404],
])("%s is rejected before the body has arrived", async ([title, method, suffix, headers, expected]) => {
  // A client certificate of a kube-apiserver's client authenticates before a token.
  if (title === "an unknown token" && suite.server.apiServer === undefined) return;

  const { status } = await suite.client.sendRequest({
    protocol: "h2",
    method,
    path: suite.configMaps + suffix,
    headers,
    body: Buffer.from('{"metadata":{'),
    endsAfterAnswer: true,
  });

  expect(status).toBe(expected);
});
