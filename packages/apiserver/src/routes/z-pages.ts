/**
 * `/statusz` and `/flagz`: the state and the flags of the server. Text by default; an object of `config.k8s.io` for clients that accept the
 * kind. https://kubernetes.io/docs/reference/instrumentation/zpages/
 */
import { notAcceptable, printYaml } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { jsonResponse, textResponse } from "../http/responses.ts";
import { parseAccept } from "../negotiation/accept-clauses.ts";
import { errorMediaType } from "../negotiation/accept.ts";
import { jsonType, yamlType } from "../negotiation/media-types.ts";

export interface ZPage {
  readonly kind: "Statusz" | "Flagz";
  /** The lines below the heading, with a leading line break if an empty line follows the heading. */
  readonly text: () => string;
  /** The fields of the object beside `kind`, `apiVersion` and `metadata`. */
  readonly fields: () => object;
}

type PageFormat =
  | { readonly type: "text" }
  | { readonly type: "object"; readonly format: "json" | "yaml"; readonly version: string };

const group = "config.k8s.io";
const deprecatedVersion = "v1alpha1";
const versions: ReadonlySet<string> = new Set(["v1beta1", deprecatedVersion]);

/** The name of the server on these pages. */
const component = "apiserver";

const textType = "text/plain";
const formats: ReadonlyMap<string, readonly ("json" | "yaml" | "text")[]> = new Map([
  [jsonType, ["json"]],
  [yamlType, ["yaml"]],
  ["application/*", ["json", "yaml"]],
  [textType, ["text"]],
  ["text/*", ["text"]],
  ["*/*", ["json", "yaml", "text"]],
]);

/** Serves a page. The response is 406 unless the client accepts text or a version of the page's kind. Every method is accepted. */
export function serveZPage(page: ZPage, request: ServerRequest): ServerResponse {
  const accept = headerOf(request.headers, "accept") ?? "";
  const accepted = acceptedFormat(accept, page.kind);
  const resource = page.kind.toLowerCase();
  const counted = { resource, group: "", version: "" };
  if (accepted === undefined) return { ...notAccepted(accept), counted };
  if (accepted.type === "text") return { ...textResponse(200, `${heading(resource)}${page.text()}`), counted };
  const { format, version } = accepted;
  const object = {
    kind: page.kind,
    apiVersion: `${group}/${version}`,
    metadata: { name: component },
    ...page.fields(),
  };
  const headers = {
    "content-type": `${format === "json" ? jsonType : yamlType};g=${group};v=${version};as=${page.kind}`,
    ...(version === deprecatedVersion
      ? { warning: `299 - "This version of the ${resource} endpoint is deprecated. Please use a newer version."` }
      : {}),
  };
  const body = format === "json" ? JSON.stringify(object) : printYaml(object);
  return { status: 200, headers, body: Buffer.from(body), counted: { resource, group, version } };
}

const separators = [":", ": ", "=", " "];

/** A random separator of names and values. Programs cannot rely on the format of the text. */
export function randomSeparator(random: { readonly int: (maxExclusive: number) => number }): string {
  return separators[random.int(separators.length)] ?? ":";
}

function acceptedFormat(accept: string, kind: string): PageFormat | undefined {
  if (accept.trim() === "") return { type: "text" };
  for (const { mediaType, parameters } of parseAccept(accept)) {
    if (parameters.has("stream") || parameters.has("sv")) continue;
    const [as, g, version = ""] = ["as", "g", "v"].map((name) => parameters.get(name));
    const isPlain = as === undefined && g === undefined && version === "";
    const isVersion = as === kind && g === group && versions.has(version);
    for (const format of formats.get(mediaType) ?? []) {
      if (format === "text" && isPlain) return { type: "text" };
      if (format !== "text" && isVersion) return { type: "object", format, version };
    }
  }
  return undefined;
}

function notAccepted(accept: string): ServerResponse {
  const { status } = notAcceptable(
    `only the following media types are accepted: ${[jsonType, yamlType, textType].join(", ")}`,
  );
  if (errorMediaType(accept, ["json", "yaml"]).format !== "yaml") return jsonResponse(406, status);
  return { status: 406, headers: { "content-type": yamlType }, body: Buffer.from(printYaml(status)) };
}

function heading(name: string): string {
  return `\n${component} ${name}\nWarning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n`;
}
