// A fresh cluster in virtual time, and helpers for short requests.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { ApiServer, ApiServerOptions } from "../../api-server.ts";
import { createApiServer } from "../../api-server.ts";

export interface TestResponse {
  readonly status: number;
  /** The message of the Status of a failure; empty otherwise. */
  readonly message: string;
  /** The body, parsed if it is JSON, otherwise as a string. */
  readonly body: unknown;
  readonly warnings: readonly string[];
}

export interface Cluster {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
  /** `body` is an object, or a string of JSON that JSON.stringify would not produce. */
  readonly send: (method: string, path: string, body?: unknown, contentType?: string) => Promise<TestResponse>;
  /** Like `send`, but returns the body, and throws if the response is a failure. */
  readonly sendOk: <T>(method: string, path: string, body?: unknown, contentType?: string) => Promise<T>;
  /** The rows of a collection's table. */
  readonly table: (path: string) => Promise<readonly (readonly unknown[])[]>;
}

export const startTime = "2026-11-20T12:00:00Z";

export function startCluster(options: ApiServerOptions = {}): Cluster {
  const clock = createVirtualClock({ startTime: Date.parse(startTime) });
  const server = createApiServer({
    clock,
    random: createSeededRandom("kinds"),
    disableAdmissionPlugins: ["ServiceAccount"],
    onInternalError: (error) => {
      throw error;
    },
    ...options,
  });
  const transport = server.transport();

  async function request(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<TestResponse> {
    const text = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const response = await transport.request({ method, path, headers, ...text });
    const content = await readText(response);
    const warning = response.headers["warning"] ?? [];
    const warnings = (typeof warning === "string" ? [warning] : warning).map((each) => each.replace(/^299 - "(.*)"$/, "$1"));
    let parsed: unknown;
    try {
      parsed = JSON.parse(content);
    } catch {
      parsed = content;
    }
    const { message = "" } = (typeof parsed === "object" ? parsed : {}) as { readonly message?: string };
    return { status: response.status, message: response.status < 300 ? "" : message, body: parsed, warnings };
  }
  const send: Cluster["send"] = (method, path, body, contentType = "application/json") =>
    request(method, path, body, { "content-type": contentType });

  return {
    server,
    clock,
    send,
    // The caller declares the type of the body.
    sendOk: async <T>(...parameters: Parameters<Cluster["send"]>) => {
      const response = await send(...parameters);
      if (response.status >= 300) throw new Error(`${parameters[0]} ${parameters[1]}: ${JSON.stringify(response.body)}`);
      return response.body as T;
    },
    table: async (path) => {
      const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
      const { body } = await request("GET", path, undefined, { accept });
      const { rows } = body as { readonly rows: readonly { readonly cells: readonly unknown[] }[] };
      return rows.map(({ cells }) => cells);
    },
  };
}

export const mergePatch = "application/merge-patch+json";
