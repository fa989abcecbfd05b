// Bodies over 3 MiB: the client can read the 413 over every protocol, even while it is still sending.
import { expect, test } from "vitest";
import { useRawClient } from "./raw-client.ts";
import type { RawResponse, RawRequest } from "./raw-client.ts";

const suite = useRawClient();

const bodySizeMax = 3 * 1024 * 1024;
const largeBody = Buffer.alloc(4 * 1024 * 1024, " ");

const refusal = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: "Request entity too large: limit is 3145728",
  reason: "RequestEntityTooLarge",
  code: 413,
};

const requests: readonly [string, Pick<RawRequest, "protocol" | "headers">][] = [
  ["HTTP/1.1 with a length", { protocol: "http/1.1", headers: { "content-length": String(largeBody.length) } }],
  ["HTTP/1.1 in chunks", { protocol: "http/1.1" }],
  ["HTTP/2", { protocol: "h2" }],
];

function post(asked: Partial<RawRequest>): Promise<RawResponse> {
  const { headers, ...rest } = asked;
  return suite.client.sendRequest({
    protocol: "http/1.1",
    method: "POST",
    path: suite.configMaps,
    ...rest,
    headers: { "content-type": "application/json", ...headers },
  });
}

test.for(requests)("a body of 4 MiB over %s is rejected with 413", async ([, asked]) => {
  const { status, body } = await post({ ...asked, body: largeBody });

  expect(status).toBe(413);
  expect(JSON.parse(body.toString())).toEqual(refusal);
});

test.for(requests)("a client over %s reads the 413 while it is still sending", async ([, asked]) => {
  const { status, body: response } = await post({ ...asked, body: largeBody, endsAfterAnswer: true });

  expect(status).toBe(413);
  expect(JSON.parse(response.toString())).toEqual(refusal);
});

test("an HTTP/1.1 connection is kept if at most 256 KiB follow the limit, and closed otherwise", async () => {
  const answerTo = async (bytesOver: number, isSized: boolean): Promise<unknown> => {
    const body = largeBody.subarray(0, bodySizeMax + bytesOver);
    const { status, headers } = await post({
      body,
      headers: isSized ? { "content-length": String(body.length) } : {},
    });
    return [status, headers.connection === "close"];
  };

  expect(await answerTo(1, true)).toEqual([413, false]);
  expect(await answerTo(1, false)).toEqual([413, false]);
  expect(await answerTo(256 * 1024 + 1, true)).toEqual([413, false]);
  expect(await answerTo(256 * 1024 + 2, true)).toEqual([413, true]);
  expect(await answerTo(256 * 1024 + 1, false)).toEqual([413, false]);
  expect(await answerTo(256 * 1024 + 2, false)).toEqual([413, true]);
});

test("a body of exactly 3 MiB is read", async () => {
  const { status, body } = await post({ body: largeBody.subarray(0, bodySizeMax) });

  expect(status).toBe(400);
  expect(body.toString()).toContain("unexpected end of JSON input");
});

test.for<[string, string, Readonly<Record<string, string>>, number]>([
  ["POST", "?dryRun=Bad", {}, 413],
  ["POST", "?timeout=bad", {}, 400],
  ["POST", "", { "content-type": "text/plain" }, 415],
  ["PUT", "/a?dryRun=Bad", {}, 413],
  ["PUT", "/a", { "content-type": "text/plain" }, 413],
  ["PATCH", "/a?dryRun=Bad", { "content-type": "application/merge-patch+json" }, 413],
  ["PATCH", "/a", { "content-type": "application/apply-patch+yaml" }, 413],
  ["PATCH", "/a", { "content-type": "text/plain" }, 415],
  ["DELETE", "/a", { "content-type": "text/plain" }, 413],
  ["DELETE", "", {}, 413],
  ["PUT", "/a/nothing", {}, 404],
  ["GET", "/a", {}, 404],
])(
  "a large body in %s of the path %s with the headers %o is answered with %i",
  async ([method, path, headers, status]) => {
    const sized = { "content-length": String(largeBody.length), ...headers };

    const response = await post({ method, path: suite.configMaps + path, headers: sized, body: largeBody });

    expect(response.status).toBe(status);
  },
);

test.for<[string, string]>([
  ["a path without a resource", "/nothing"],
  ["an unknown resource", "/api/v1/nothings"],
])("a large body to %s is answered with 404", async ([, path]) => {
  const { status } = await post({ path, body: largeBody });

  expect(status).toBe(404);
});
