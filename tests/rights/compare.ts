/** Sends the requests of a policy to two servers, and reports the first response that differs, with the fewest rights that show it. */
import type { DifferentialRequest } from "../differential/case.ts";
import type { TestRequest } from "../http.ts";
import { caseText } from "../sequences/print-case.ts";
import { answerOf, isDenied } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { RightsRequest } from "./random-request.ts";
import { fewest } from "./fewest.ts";
import { installPolicy } from "./rights-server.ts";
import type { RightsServer } from "./rights-server.ts";
import { policyOf } from "./policy.ts";
import type { Policy, PolicyOptions } from "./policy.ts";

/** The server whose answers are right, and the one under test. */
export type ServerPair = readonly [expected: RightsServer, actual: RightsServer];

export interface Comparison {
  readonly answers: readonly Answer[];
  readonly denied: number;
  /** A report for each difference. */
  readonly failures: readonly string[];
}

/** Failures of one policy that are shrunk. A bug often shows in many requests. */
const reportsMax = 3;

/** Creates the policy on both servers and compares the responses to its requests. */
export async function comparePolicy(servers: ServerPair, options: PolicyOptions): Promise<Comparison> {
  const policy = policyOf(options);
  const responses = await answersOf(servers, policy, policy.rights);
  const failures: string[] = [];
  for (const [number, answers] of responses.entries()) {
    if (!differ(answers) || failures.length === reportsMax) continue;
    failures.push(await reportOf(servers, options, { number, answers }));
  }
  const expected = responses.map(([answer]) => answer);
  return { answers: expected, denied: expected.filter(isDenied).length, failures };
}

type AnswerPair = readonly [expected: Answer, actual: Answer];

function differ([expected, actual]: AnswerPair): boolean {
  return JSON.stringify(expected) !== JSON.stringify(actual);
}

async function answersOf(
  [expected, actual]: ServerPair,
  policy: Policy,
  rights: readonly TestRequest[],
): Promise<readonly AnswerPair[]> {
  const [sendExpected, sendActual] = await Promise.all([
    installPolicy(expected, policy, rights),
    installPolicy(actual, policy, rights),
  ]);
  const pairs: AnswerPair[] = [];
  // In order: a server remembers the mode of impersonation that permitted the last request of a user.
  for (const request of policy.requests) {
    const responses = await Promise.all([sendExpected(request), sendActual(request)]);
    const [first, second] = responses.map((response) => answerOf(response, policy.prefix));
    if (first !== undefined && second !== undefined) pairs.push([first, second]);
  }
  return pairs;
}

interface Failure {
  readonly number: number;
  readonly answers: AnswerPair;
}

async function reportOf(
  servers: ServerPair,
  options: PolicyOptions,
  { number, answers: [expected, actual] }: Failure,
): Promise<string> {
  let tries = 0;
  const alone = (): Policy => {
    const policy = policyOf({ ...options, prefix: `${options.prefix}n${number}x${(tries += 1)}` });
    return { ...policy, requests: policy.requests.slice(number, number + 1) };
  };
  const all = [...alone().rights.keys()];
  const stillDiffers = async (chosen: readonly number[]): Promise<boolean> => {
    const policy = alone();
    const pairs = await answersOf(servers, policy, atIndexes(policy.rights, chosen));
    return pairs.some(differ);
  };
  // A difference that depends on the requests before is reported with all rights.
  const chosen = (await stillDiffers(all)) ? await fewest(all, stillDiffers) : all;
  const policy = policyOf({ ...options, prefix: "{{namespace}}" });
  const steps = [...atIndexes(policy.rights, chosen), ...policy.requests.slice(number, number + 1)];
  return [
    `seed ${options.seed}, request ${number}:`,
    `expected ${JSON.stringify(expected)}`,
    `received ${JSON.stringify(actual)}`,
    caseText(`${options.seed}-${number}`, steps.map(stepOf)),
  ].join("\n");
}

function atIndexes<T>(list: readonly T[], indexes: readonly number[]): readonly T[] {
  return list.filter((_, index) => indexes.includes(index));
}

/** A step of a recorded case. A case has no tokens, so a header has the name of the service account. */
function stepOf({ method, path, body, headers, account }: TestRequest & Partial<RightsRequest>): DifferentialRequest {
  const sender = account === undefined ? {} : { "x-sent-by": `service account ${account}` };
  const sent = { ...(headers as Record<string, string>), ...sender };
  return {
    method: (method ?? "GET") as DifferentialRequest["method"], // Those of the generator.
    path,
    ...(body === undefined ? {} : { body }),
    ...(Object.keys(sent).length === 0 ? {} : { headers: sent }),
  };
}
