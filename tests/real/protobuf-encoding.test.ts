// The Kubernetes library encodes random objects of every built-in kind to the same bytes, and we decode them to the same objects.
import { execFile, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { decodeProtobuf, encodeProtobuf } from "@kubewright/apiserver";
import { createSeededRandom } from "@kubewright/async";
import { beforeAll, expect, test } from "vitest";
import { protobufKinds, randomObject } from "../protobuf/kinds.ts";

const buildScript = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));
const buildTimeMs = 1_200_000;
const objectsOfAKind = 20;

/** One is in a module that the program does not contain, the other has no kind in its message. */
const leftOut: ReadonlySet<string> = new Set(["APIService", "WatchEvent"]);

const kinds = protobufKinds().filter(({ kind }) => !leftOut.has(kind));
const objects = kinds.flatMap((kind) =>
  Array.from({ length: objectsOfAKind }, (_, number) =>
    randomObject(kind, createSeededRandom(`${kind.apiVersion} ${kind.kind} ${number}`)),
  ),
);

let encodedByGo: readonly Buffer[];

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(buildScript, ["go-client"]);
  encodedByGo = await encodeInGo(stdout.trim(), objects);
}, buildTimeMs);

test("there is a message of the library for each object", () => {
  expect(encodedByGo.length).toBe(objects.length);
  expect(encodedByGo.filter(({ length }) => length === 0)).toEqual([]);
});

test.for(kinds.map(({ apiVersion, kind }, index) => [`${apiVersion} ${kind}`, index] as const))(
  "objects of the kind %s are written and read as Kubernetes' library does",
  ([, index]) => {
    for (let at = index * objectsOfAKind; at < (index + 1) * objectsOfAKind; at += 1) {
      const object = objects[at] ?? {};
      const bytes = encodedByGo[at] ?? Buffer.alloc(0);

      expect(decodeProtobuf(bytes)).toEqual(object);
      expect(Buffer.from(encodeProtobuf(object)).equals(bytes)).toBe(true);
    }
  },
);

async function encodeInGo(program: string, all: readonly KubernetesObject[]): Promise<readonly Buffer[]> {
  const child = spawn(program, ["encode"], { stdio: ["pipe", "pipe", "inherit"] });
  const output = text(child.stdout);
  child.stdin.end(all.map((object) => `${encodeJson(object)}\n`).join(""));
  const lines = (await output).split("\n").slice(0, -1);
  return lines.map((line) => Buffer.from(line, "base64"));
}
