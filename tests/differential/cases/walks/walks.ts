// Longer walks through the API, in `walks.json`: each takes a few objects of one kind through creation, bad input, patches and deletion.
import { readFileSync } from "node:fs";
import { cases } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

interface WrittenRequest {
  /** The method and the path. */
  readonly request: string;
  /** The content type of the body; JSON by default. */
  readonly type?: string;
  readonly accept?: string;
  readonly body?: unknown;
  readonly until?: number;
}

// The file has this form.
const walks = JSON.parse(readFileSync(new URL("walks.json", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly WrittenRequest[]>
>;

export const walkCases: readonly DifferentialCase[] = cases(
  "walk",
  Object.fromEntries(Object.entries(walks).map(([name, requests]) => [name, requests.map(requestOf)])),
);

function requestOf({ request, type, accept, ...rest }: WrittenRequest): DifferentialRequest {
  const [method, path = ""] = request.split(" ");
  return {
    method: method as DifferentialRequest["method"], // As in the file.
    path,
    headers: { ...(type !== undefined && { "content-type": type }), ...(accept !== undefined && { accept }) },
    ...rest,
  };
}
