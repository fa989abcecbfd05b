// Bytes in paths and queries that are not UTF-8, and NUL.
import { expect, test } from "vitest";
import { useRawClient } from "./raw-client.ts";

const suite = useRawClient();

interface Shown {
  readonly status: number | undefined;
  readonly message?: string;
  readonly name?: string;
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Shown> {
  const { status, body } = await suite.client.sendRequest({ protocol: "http/1.1", path, headers });
  const { message, details } = JSON.parse(body.toString()) as {
    readonly message?: string;
    readonly details?: { readonly name?: string };
  };
  const name = details?.name;
  return { status, ...(message === undefined ? {} : { message }), ...(name === undefined ? {} : { name }) };
}

test("messages show the bytes of names that are not UTF-8", async () => {
  const asJane = { "impersonate-user": "jane" };

  expect(await get(`${suite.configMaps}/a%ff`)).toEqual({
    status: 404,
    message: 'configmaps "a\\xff" not found',
    name: "a\ufffd",
  });
  expect(await get("/api/v1/namespaces/%c3%28%C3%A9")).toEqual({
    status: 404,
    message: 'namespaces "\\xc3(é" not found',
    name: "\ufffd(é",
  });
  expect(await get("/nope/%ff", asJane)).toEqual({
    status: 403,
    message: 'forbidden: User "jane" cannot get path "/nope/\\xff"',
  });
});

test.each(["%00", "%00b%3Dc%2C", "a%00", "a%3D%00", "a%3Db%00", "a%20in%20(%00b)", "!%00a"])(
  "a label selector with a NUL is accepted: %s",
  async (selector) => {
    expect((await get(`${suite.configMaps}?labelSelector=${selector}`)).status).toBe(200);
  },
);

test("messages show a NUL in numbers and versions as Go does", async () => {
  expect((await get(`${suite.configMaps}?limit=%00`)).message).toBe(
    'strconv.ParseInt: parsing "\\x00": invalid syntax',
  );
  expect((await get(`${suite.configMaps}?resourceVersion=%00`)).message).toBe(
    'invalid resource version: resourceVersion: Invalid value: "\\x00": strconv.ParseUint: parsing "\\x00": invalid syntax',
  );
});
