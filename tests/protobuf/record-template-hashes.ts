// Records the hashes that kube-controller-manager's library computes for a fixed set of random Pod templates, for the test of our hash:
//
//   npx node --conditions=source tests/protobuf/record-template-hashes.ts

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeJson } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { createSeededRandom } from "@kubewright/async";
import { randomMessage } from "./random-object.ts";

const build = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));
const file = new URL("../../packages/controlplane/src/deployment/testdata/template-hashes.jsonl", import.meta.url);
const random = createSeededRandom("templates");

const quantities =
  "0 1 1k 100m 7 1023 5E 1n 123456789n -1 128Mi 100Mi 1Ki 1Ti 1Pi 10Pi 1Ei -5Gi 12345678901234567890 500M 1500m 1e3 999999999999999999";
const questions: JsonObject[] = [
  { template: {} },
  { template: {}, collisionCount: 0 },
  { template: { metadata: { labels: { b: "1", a: "é" }, annotations: {} } }, collisionCount: 3 },
  ...quantities.split(" ").map((cpu) => ({ template: { spec: { containers: [{ resources: { limits: { cpu } } }] } } })),
  ...Array.from({ length: 60 }, () => ({
    template: withoutTimes(randomMessage("io.k8s.api.core.v1.PodTemplateSpec", random)),
  })),
];

const lines = questions.map((question) => encodeJson(question));
const program = execFileSync(build, ["template-hash"], { encoding: "utf8" }).trim();
const hashes = execFileSync(program, { input: `${lines.join("\n")}\n`, encoding: "utf8" })
  .trim()
  .split("\n");
writeFileSync(file, lines.map((line, index) => `${line.slice(0, -1)},"hash":${hashes[index]}}\n`).join(""));

/** The hash of a template with a time depends on the time zone of the machine. */
function withoutTimes(value: JsonObject): JsonObject {
  return JSON.parse(
    encodeJson(value)
      .replaceAll(/"(?:creationTimestamp|deletionTimestamp)":(?:null|"[^"]*"),?|"managedFields":\[[^\]]*\],?/gu, "")
      .replaceAll(",}", "}"),
  ) as JsonObject;
}
