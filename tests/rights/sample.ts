/** The requests of `make test` and of the real lane, and the recorded answers of a real server to them. */
import { readFile, writeFile } from "node:fs/promises";
import { answerOf } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { installPolicy } from "./rights-server.ts";
import type { RightsServer } from "./rights-server.ts";
import { policyOf } from "./policy.ts";
import type { PolicyOptions } from "./policy.ts";

/** A request, in short, and its answer. */
export interface SampleAnswer extends Answer {
  readonly request: string;
}

/** Policies with about as many denied requests as the 20,000 requests of the long lane. */
const numbers = [0, 2, 3, 7];

/** The policies of the sample. `prefix`: a name that no other test uses. */
export function samplePolicies(prefix: string): readonly PolicyOptions[] {
  return numbers.map((number) => ({ seed: `sample ${number}`, prefix: `${prefix}w${number}`, count: 100 }));
}

/** Creates the policies of the sample on a server and sends their requests. */
export async function sampleAnswers(server: RightsServer, prefix: string): Promise<readonly SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  for (const options of samplePolicies(prefix)) {
    const policy = policyOf(options);
    const send = await installPolicy(server, policy, policy.rights);
    for (const request of policy.requests) {
      const { account = "administrator", method, path } = request;
      const shown = `${account}: ${method} ${path}`.replaceAll(policy.prefix, "{{namespace}}");
      answers.push({ request: shown, ...answerOf(await send(request), policy.prefix) });
    }
  }
  return answers;
}

const file = new URL("./testdata/answers.json", import.meta.url);

/** The answers to the requests of all policies. */
export async function readSample(): Promise<readonly SampleAnswer[]> {
  return JSON.parse(await readFile(file, "utf8")) as readonly SampleAnswer[];
}

/** Replaces the record, with a line for each answer. */
export async function writeSample(answers: readonly SampleAnswer[]): Promise<void> {
  await writeFile(file, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
}
