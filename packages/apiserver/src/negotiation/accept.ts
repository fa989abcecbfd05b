// In which form the answer goes out: JSON or YAML, and as the object itself, a table or metadata alone.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
import { apiErrorFrom, notAcceptable } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";

export interface AnswerForm {
  readonly format: "json" | "yaml";
  /** Another kind to show the object or list as. */
  readonly as?: AnswerKind;
  /** The version of `as`, for example `v1` of `meta.k8s.io`. */
  readonly asVersion: string;
}

export type AnswerKind = "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** The form of an answer to a client that names none. */
export const plainJson: AnswerForm = { format: "json", asVersion: "" };

/** What the server can send. A kube-apiserver adds protobuf here, which this server does not speak yet. */
export const availableMediaTypes: readonly string[] = ["application/json", "application/yaml"];

const formats: ReadonlyMap<string, "json" | "yaml"> = new Map([
  ["application/json", "json"],
  ["application/*", "json"],
  ["*/*", "json"],
  ["application/yaml", "yaml"],
]);

const answerKinds: ReadonlySet<string> = new Set<AnswerKind>([
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
  "Table",
]);

/**
 * Reads an `Accept` header.
 *
 * @throws {ApiError} 406 when the client takes nothing that can be sent.
 */
export function negotiate(accept: string | undefined): AnswerForm {
  if (accept === undefined || accept === "" || accept === "application/json" || accept === "*/*") return plainJson;
  const clauses = parseAccept(accept);
  for (const { mediaType, parameters } of clauses) {
    const format = formats.get(mediaType);
    const form = format === undefined ? undefined : formOf(format, parameters);
    if (form !== undefined) return form;
  }
  const types = availableMediaTypes.join(", ");
  throw clauses.some(({ mediaType }) => formats.has(mediaType))
    ? notAcceptable(`only the following media types are accepted: ${types}`)
    : refusedByRouter(notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${types}`));
}

/** What a kube-apiserver's router refuses comes with empty details. */
function refusedByRouter({ status }: ApiError): ApiError {
  return apiErrorFrom({ ...status, details: {} });
}

/** One alternative of an `Accept` header. */
export interface AcceptClause {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The alternatives of an `Accept` header, the preferred ones first. */
export function parseAccept(accept: string): readonly AcceptClause[] {
  const clauses = accept.split(",").map((clause) => {
    const [mediaType = "", ...rest] = clause.split(";").map((part) => part.trim());
    const parameters = new Map<string, string>();
    for (const parameter of rest) {
      const equals = parameter.indexOf("=");
      if (equals > 0) parameters.set(parameter.slice(0, equals), parameter.slice(equals + 1));
    }
    const quality = Number(parameters.get("q") ?? "1");
    return { mediaType: mediaType.toLowerCase(), parameters, quality };
  });
  return clauses.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
}

function formOf(format: "json" | "yaml", parameters: ReadonlyMap<string, string>): AnswerForm | undefined {
  const [as, group, version, stream] = ["as", "g", "v", "stream"].map((name) => parameters.get(name));
  // YAML has no streaming form: a watch cannot be sent in it.
  if (stream !== undefined && (stream !== "watch" || format === "yaml")) return undefined;
  if (as === undefined && group === undefined && version === undefined) return { format, asVersion: "" };
  if (as === undefined || !answerKinds.has(as)) return undefined;
  if (group !== "meta.k8s.io" || (version !== "v1" && version !== "v1beta1")) return undefined;
  return { format, as: as as AnswerKind, asVersion: version }; // The set above holds nothing else.
}
