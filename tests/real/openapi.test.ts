// OpenAPI documents in protobuf, read by gnostic, the library that kubectl and kube-apiserver use.
import { execFile, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { headerOf, readBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { typeDescriptions } from "../kubectl/both-servers.ts";
import { definitions, group } from "../openapi/definitions.ts";

const buildScript = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));
const buildTimeMs = 1_200_000;

let program: string;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(buildScript, ["openapi"]);
  program = stdout.trim();
}, buildTimeMs);

test("gnostic parses the JSON and the protobuf of each document to the same message", async () => {
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

test("both servers publish the same schemas of custom kinds, in v2 and in v3", async () => {
  await using embedded = await startEnvironment({ server: "embedded", crds: definitions });
  await using real = await startEnvironment({ server: "real", crds: definitions });
  await untilPublished(real);

  const expected = await publishedSchemas(real.transport);

  expect(Object.keys(expected)).toHaveLength(2 * 2 * (definitions.length + 1)); // With lists; one kind has two versions.
  expect(await publishedSchemas(embedded.transport)).toEqual(expected);
});

test("with the descriptions of a kube-apiserver, both servers publish the same documents, but for texts of the server", async () => {
  await using real = await startEnvironment({ server: "real", crds: definitions });
  await untilPublished(real);
  const descriptions = await typeDescriptions(real.transport);
  await using embedded = await startEnvironment({
    server: "embedded",
    crds: definitions,
    apiServer: { loadTypeDescriptions: () => descriptions },
  });

  const texts = new Set([...textsIn(descriptions), ...textsOfDefinitions]);
  const paths = await documentPaths(real.transport);
  expect(await documentPaths(embedded.transport)).toEqual(paths);
  for (const path of ["/openapi/v2", ...paths.map((each) => `/openapi/v3/${each}`)]) {
    const [expected, found] = [
      await partsOf(real.transport, path, texts),
      await partsOf(embedded.transport, path, texts),
    ];
    expect(Object.keys(found), path).toEqual(Object.keys(expected));
    for (const [part, value] of Object.entries(expected)) expect(found[part], `${path}: ${part}`).toBe(value);
  }
  expect(paths.length).toBeGreaterThan(46);
});

/** The names of the documents of v3. */
async function documentPaths(transport: Transport): Promise<readonly string[]> {
  const index = JSON.parse((await fetched(transport, "/openapi/v3", "application/json")).toString()) as Index;
  return Object.keys(index.paths).sort();
}

/**
 * The paths and schemas of a document, each as JSON with sorted keys. The order of the keys is that of their names. References to parameters are replaced
 * by the parameters, because the names of these are hashes of texts. `texts` are the descriptions of types that are compared.
 */
async function partsOf(
  transport: Transport,
  path: string,
  texts: ReadonlySet<string>,
): Promise<Readonly<Record<string, string>>> {
  const document = JSON.parse((await fetched(transport, path, "application/json")).toString()) as DocumentParts;
  const { paths = {}, components, definitions: ofSecond = {}, parameters = {}, ...rest } = document;
  const shared = Object.values(parameters).map((parameter) => canonical(parameter, textsOfDefinitions));
  const named = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [`#/parameters/${name}`, parameter]),
  );
  const parts: Parts = { ...paths, ...ofSecond, ...components?.schemas, "the rest": rest };
  const keys = Object.keys(parts).sort();
  // The texts of parameters are not compared, also where a type has the same.
  const textsAt = (key: string): ReadonlySet<string> => (key in paths ? textsOfDefinitions : texts);
  const compared = keys.map((key) => [key, canonical(parts[key], textsAt(key), named)] as const);
  return Object.fromEntries([...compared, ["the parameters", [...new Set(shared)].sort().join("\n")]]);
}

/** All texts in a value, at every depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((item) => textsIn(item)) : [];
}

type Parts = Readonly<Record<string, unknown>>;

interface DocumentParts {
  readonly paths?: Parts;
  readonly components?: { readonly schemas?: Parts };
  readonly definitions?: Parts;
  readonly parameters?: Parts;
}

/** A real server publishes CRDs within seconds. */
async function untilPublished({ transport, clock }: Pick<Environment, "transport" | "clock">): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (Object.keys(await publishedSchemas(transport)).length === 2 * 2 * (definitions.length + 1)) return;
    await clock.sleep(100);
  }
  throw new Error("the schemas are not published");
}

/** The schemas of custom kinds by version of OpenAPI and name, as JSON with sorted keys. */
async function publishedSchemas(transport: Transport): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const path of ["/openapi/v2", `/openapi/v3/apis/${group}/v1`, `/openapi/v3/apis/${group}/v2`]) {
    const { body } = await sendRequest(transport, { path });
    const document = body as Partial<SchemaSource>; // Text while the group version is not published.
    const schemas = document.definitions ?? document.components?.schemas ?? {};
    for (const [name, schema] of Object.entries(schemas)) {
      if (name.startsWith("com.example.openapi.")) found[`${path} ${name}`] = canonical(schema, textsOfDefinitions);
    }
  }
  return found;
}

interface SchemaSource {
  readonly definitions: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Those of the CRDs, and the reason phrases of responses. */
const textsOfDefinitions: ReadonlySet<string> = new Set([
  ...textsIn(definitions),
  "OK",
  "Created",
  "Accepted",
  "Unauthorized",
]);

/** JSON with sorted keys, and `described` in place of descriptions that are not in `texts`: each server has its own. */
function canonical(value: unknown, texts: ReadonlySet<string>, named: Parts = {}): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (key === "description" && typeof item === "string") return item === "" || texts.has(item) ? item : "described";
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    const { $ref } = item as { readonly $ref?: unknown };
    const shown = (typeof $ref === "string" ? named[$ref] : undefined) ?? item;
    return Object.fromEntries(Object.entries(shown).sort(([first], [second]) => (first < second ? -1 : 1)));
  });
}

interface Index {
  readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

/** A document in both formats, as the program reads it. */
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
