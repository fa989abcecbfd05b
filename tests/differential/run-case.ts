/** Sends the requests of a case to a server and records the responses. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import { decodeJson } from "@kubewright/apimachinery";
import { encodeProtobuf } from "@kubewright/apiserver";
import type { Clock } from "@kubewright/async";
import { headerOf, headerValuesOf } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import type { DifferentialCase, DifferentialRequest } from "./case.ts";
import { masked, masksInPlaceOf } from "./mask.ts";
import type { RecordedAnswer } from "./mask.ts";
import { createWatches } from "./watches.ts";
import type { Watches } from "./watches.ts";
import { withSortedCauses } from "./sorted-causes.ts";

/** A response with the names of its compared headers. */
export interface CaseAnswer extends TestResponse {
  readonly comparedHeaders: readonly string[];
  readonly anyOrderOfCauses?: boolean;
}

const headersCompared: readonly string[] = ["content-type", "warning", "retry-after"];

/** The environment of a case. The clock is for effects that take a moment. */
export interface CaseServer {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** Creates the namespace of the case, runs its steps in order, and returns the responses unchanged. */
export async function runCase(
  server: CaseServer,
  { name, requests }: DifferentialCase,
): Promise<readonly CaseAnswer[]> {
  const { transport } = server;
  await sendRequest(transport, { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name } } });
  await using watches = createWatches(transport);
  const responses: CaseAnswer[] = [];
  for (const [number, step] of requests.entries()) {
    responses.push(
      "watch" in step
        ? { ...(await watches.read(step.watch, step.events)), comparedHeaders: headersCompared }
        : {
            ...(await answerTo(server, watches, number, filledIn(step, name, responses))),
            comparedHeaders: [...headersCompared, ...(step.compareHeaders ?? [])],
            ...(step.anyOrderOfCauses === true ? { anyOrderOfCauses: true } : {}),
          },
    );
  }
  return responses;
}

const attemptsMax = 300;
const askAgainAfterMs = 50;

async function answerTo(
  { transport, clock }: CaseServer,
  watches: Watches,
  number: number,
  request: DifferentialRequest,
): Promise<TestResponse> {
  if (request.events !== undefined) return watches.open(number, request, request.events);
  if (request.together !== undefined)
    return outcomesOf(transport, [request, ...request.together], request.either ?? []);
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendRequest(transport, request);
    if (isFinal(request, response) || attempt === attemptsMax) return response;
    await clock.sleep(askAgainAfterMs);
  }
}

/** Whether `until` accepts the response. */
function isFinal({ until, untilContains = "" }: DifferentialRequest, { status, headers, body }: TestResponse): boolean {
  if (until === undefined) return true;
  return status === until && JSON.stringify([valuesOf(headers, "warning"), body]).includes(untilContains);
}

/** Sends all requests before the first response. Their outcomes are sorted, because the server decides on their order. */
async function outcomesOf(
  transport: Transport,
  requests: readonly DifferentialRequest[],
  either: readonly string[],
): Promise<TestResponse> {
  const responses = await Promise.all(requests.map((request) => sendRequest(transport, request)));
  const outcomes = responses.map(({ status, body }) => outcomeText(status, body));
  const compared = outcomes.map((outcome) => (either.includes(outcome) ? either.join(" or ") : outcome));
  return { status: 200, headers: {}, body: { outcomes: compared.toSorted() } };
}

function outcomeText(status: number, body: unknown): string {
  const isStatus = typeof body === "object" && body !== null && "kind" in body && body.kind === "Status";
  return isStatus && "reason" in body ? `${status} ${String(body.reason)}` : String(status);
}

/** The record of the responses of a case. */
export function recorded(responses: readonly CaseAnswer[]): readonly RecordedAnswer[] {
  return masked(responses.map(compared));
}

/** For each response of a case, a function that records another response in its place. */
export function recordedInPlaceOf(
  responses: readonly CaseAnswer[],
): readonly ((response: CaseAnswer) => RecordedAnswer)[] {
  return masksInPlaceOf(responses.map(compared)).map((mask) => (response) => mask(compared(response)));
}

function compared({ status, headers, body: sent, comparedHeaders, anyOrderOfCauses }: CaseAnswer): RecordedAnswer {
  const body = anyOrderOfCauses === true ? withSortedCauses(sent) : sent;
  const kept = comparedHeaders.map((header) => [header, valuesOf(headers, header)] as const);
  return { status, headers: Object.fromEntries(kept.filter(([, values]) => values.length > 0)), body };
}

/** The values of a header. HTTP allows several values in one header, and a transport may join them. */
export function valuesOf(headers: HeaderMap, header: string): readonly string[] {
  return headerValuesOf(headers, header).flatMap((value) => value.split(/, (?=299 - ")/u));
}

function filledIn(
  request: DifferentialRequest,
  namespace: string,
  responses: readonly TestResponse[],
): DifferentialRequest {
  const fill = (text: string): string =>
    text.replaceAll(
      /\{\{(?:namespace|(\d+)\.([\w.-]+)(?:\|([^}]*))?)\}\}/gu,
      (_, index?: string, path?: string, otherwise?: string) =>
        index === undefined ? namespace : textAt(responses[Number(index)], path ?? "", otherwise),
    );
  const headers = Object.entries({ "user-agent": "differential/1", ...request.headers });
  const body = typeof request.body === "string" ? request.body : JSON.stringify(request.body);
  const { together } = request;
  return {
    ...request,
    ...(together === undefined ? {} : { together: together.map((each) => filledIn(each, namespace, responses)) }),
    path: fill(request.path),
    ...(request.untilContains === undefined ? {} : { untilContains: fill(request.untilContains) }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, fill(value)])),
    ...(request.body === undefined ? {} : { body: encoded(request, fill(body)) }),
  };
}

function encoded({ encoding }: DifferentialRequest, body: string): string | Uint8Array {
  switch (encoding) {
    case "protobuf":
      return encodeProtobuf(decodeJson(body).value as KubernetesObject);
    case "base64":
      return Buffer.from(body, "base64");
    default:
      return body;
  }
}

const inHeaders = "headers.";

function textAt(response: TestResponse | undefined, path: string, otherwise: string | undefined): string {
  const found = path.startsWith(inHeaders)
    ? headerOf(response?.headers ?? {}, path.slice(inHeaders.length))
    : path
        .split(".")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], response?.body);
  if (typeof found === "string") return found;
  if (otherwise !== undefined) return otherwise;
  throw new Error(`an earlier response has no text at "${path}": ${JSON.stringify(response)}`);
}
