// OpenAPI documents in protobuf, read by gnostic: the library that kubectl and kube-apiserver read and write them with.
import { execFile, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEnvironment } from "@kubewright/envtest";
import { headerOf, readBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { beforeAll, expect, test } from "vitest";
import { definitions } from "../openapi/definitions.ts";

const buildScript = fileURLToPath(new URL("../../tools/real/openapi/build.sh", import.meta.url));
const buildTimeMs = 1_200_000;

let program: string;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(buildScript);
  program = stdout.trim();
}, buildTimeMs);

test("gnostic makes of the JSON of each document what it reads in protobuf", async () => {
  await using env = await startEnvironment({ server: "embedded", crds: definitions });
  const index = JSON.parse((await fetched(env.transport, "/openapi/v3", "application/json")).toString()) as Index;
  const lines = [await lineOf(env.transport, "v2", "/openapi/v2")];
  for (const { serverRelativeURL } of Object.values(index.paths)) {
    lines.push(await lineOf(env.transport, "v3", serverRelativeURL));
  }

  const verdicts = await compared(lines);

  expect(verdicts).toHaveLength(lines.length);
  expect(new Set(verdicts)).toEqual(new Set(["equal"]));
});

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

/** A document in both forms, as the program reads it. */
async function lineOf(transport: Transport, version: "v2" | "v3", path: string): Promise<string> {
  const protobuf = `application/com.github.proto-openapi.spec.${version}@v1.0+protobuf`;
  const [json, encoded] = [
    await fetched(transport, path, "application/json"),
    await fetched(transport, path, protobuf),
  ];
  return `${version} ${json.toString("base64")} ${encoded.toString("base64")}\n`;
}

async function fetched(transport: Transport, path: string, accept: string): Promise<Buffer> {
  const response = await transport.request({ method: "GET", path, headers: { accept } });
  const body = await readBody(response);
  expect([path, accept, response.status]).toEqual([path, accept, 200]);
  expect(headerOf(response.headers, "content-type")).toBe(
    path === "/openapi/v3" ? "text/plain; charset=utf-8" : accept.replace("@", "."),
  );
  return Buffer.from(body);
}

async function compared(lines: readonly string[]): Promise<readonly string[]> {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const output = text(child.stdout);
  child.stdin.end(lines.join(""));
  return (await output).split("\n").slice(0, -1);
}
