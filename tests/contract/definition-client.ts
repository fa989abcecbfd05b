// Waits until a server has processed a definition. The embedded server does so before it responds; a real one takes a moment.
import type { Clock } from "@kubewright/async";
import type { TestRequest } from "../http.ts";
import { widgetCrd } from "./widget-crd.ts";
import { post } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const triesMax = 300;
const triesEveryMs = 50;

export interface DefinitionStatus {
  readonly acceptedNames?: { readonly kind: string; readonly shortNames?: readonly string[] };
  readonly conditions?: readonly DefinitionCondition[];
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** A definition in this group with these names. */
export function definition(group: string, plural: string, names: object): object {
  const { spec } = widgetCrd(group);
  return { metadata: { name: `${plural}.${group}` }, spec: { ...(spec as object), names: { plural, ...names } } };
}

export function statusOf({ body }: WriteResponse): DefinitionStatus {
  return body.status ?? {};
}

export function conditionOf(response: WriteResponse, type: string): DefinitionCondition | undefined {
  return statusOf(response).conditions?.find((condition) => condition.type === type);
}

export class DefinitionClient {
  readonly #writers: Writers;
  readonly #clock: Clock;

  constructor(writers: Writers, clock: Clock) {
    this.#writers = writers;
    this.#clock = clock;
  }

  /** Reads this path until the response satisfies the predicate. */
  read(path: string, isDone: (response: WriteResponse) => boolean): Promise<WriteResponse> {
    return this.#until(() => this.#writers.send({ path }), isDone);
  }

  established(path: string): Promise<WriteResponse> {
    return this.read(path, isEstablished);
  }

  async anyEstablished(paths: readonly string[]): Promise<void> {
    await this.#until(
      () => this.#writers.together(paths.map((path) => ({ path }))),
      (answers) => answers.some(isEstablished),
    );
  }

  gone(path: string): Promise<WriteResponse> {
    return this.read(path, ({ status }) => status === 404);
  }

  /** Creates an instance. A real server rejects it until its handler has received the latest conditions of the definition. */
  createUntilAllowed(path: string, body: object): Promise<WriteResponse> {
    return this.sendUntil(post(path, body), ({ status }) => status !== 403);
  }

  /** Sends this request until the response satisfies the predicate. */
  sendUntil(request: TestRequest, isDone: (response: WriteResponse) => boolean): Promise<WriteResponse> {
    return this.#until(() => this.#writers.send(request), isDone);
  }

  async #until<T>(send: () => Promise<T>, isDone: (response: T) => boolean): Promise<T> {
    for (let tries = 1; ; tries++) {
      const response = await send();
      if (isDone(response)) return response;
      if (tries === triesMax) throw new Error(`The last of ${triesMax} responses is ${JSON.stringify(response)}`);
      await this.#clock.sleep(triesEveryMs);
    }
  }
}

function isEstablished(response: WriteResponse): boolean {
  return conditionOf(response, "Established")?.status === "True";
}
