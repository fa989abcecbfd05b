/** Sends mutated protobuf bodies to a server: each gets a response, and none an internal error. */
import { createApiServer, encodeProtobuf } from "@kubewright/apiserver";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { servedKinds } from "@kubewright/api-facts";
import type { ServedKind } from "@kubewright/api-facts";
import { readText } from "@kubewright/transport";
import { protobufKinds, randomObject } from "./kinds.ts";
import type { ProtobufKind } from "./kinds.ts";

interface Target {
  readonly kind: ProtobufKind;
  readonly path: string;
}

/** A response that a server should not send. */
export interface WrongAnswer {
  readonly seed: string;
  readonly path: string;
  readonly text: string;
}

/** Sends `count` mutated bodies, each from a separate seed, as dry-run creates. Returns the responses with internal errors. */
export async function sendMutated(count: number, seed: string): Promise<readonly WrongAnswer[]> {
  await using server = createApiServer();
  const transport = server.transport();
  const targets = createTargets();
  const wrong: WrongAnswer[] = [];
  for (let number = 0; number < count; number += 1) {
    const random = createSeededRandom(`${seed} ${number}`);
    const { kind, path } = targets[random.int(targets.length)] ?? { path: "" };
    if (kind === undefined) throw new Error("Cannot send a body: no kind can be created");
    const body = mutated(encodeProtobuf(randomObject(kind, random)), random);
    const headers = { "content-type": "application/vnd.kubernetes.protobuf" };
    const response = await transport.request({ method: "POST", path: `${path}?dryRun=All`, headers, body });
    const text = await readText(response);
    // Some rejections are a 500 without a reason, as in the reference.
    const isOwn = response.status >= 500 && text.includes('"reason":"InternalError"');
    if (isOwn) wrong.push({ seed: `${seed} ${number}`, path, text });
  }
  return wrong;
}

function createTargets(): readonly Target[] {
  const kinds = new Map(protobufKinds().map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind]));
  return servedKinds()
    .filter(({ verbs }) => verbs.includes("create"))
    .flatMap((served) => {
      const apiVersion = served.group === "" ? served.version : `${served.group}/${served.version}`;
      const kind = kinds.get(`${apiVersion} ${served.kind}`);
      return kind === undefined ? [] : [{ kind, path: pathOf(served, apiVersion) }];
    });
}

function pathOf({ group, plural, namespaced }: ServedKind, apiVersion: string): string {
  return `${group === "" ? "/api" : "/apis"}/${apiVersion}${namespaced ? "/namespaces/default" : ""}/${plural}`;
}

/** The envelope stays valid in most bodies, so that the error is in the object. */
function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  let result = Buffer.from(bytes);
  const changes = random.int(4);
  for (let change = 0; change < changes; change += 1) {
    const at = random.int(result.length + 1);
    const length = random.int(8);
    switch (random.int(5)) {
      case 0:
        result[at] = random.int(256);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, at), random.bytes(length), result.subarray(at)]);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(random.int(result.length + 1))]);
        break;
      default:
        result = result.subarray(0, at);
    }
  }
  return result;
}
