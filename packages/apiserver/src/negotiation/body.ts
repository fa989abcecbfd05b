// Parses request bodies to JSON values, and finds the duplicate keys that strict validation reports.
import {
  afterPause,
  badRequest,
  decodeJsonInSteps,
  goKindOf,
  jsonDepthMax,
  JsonSyntaxError,
  numberLiteralsOf,
  unsupportedMediaType,
  whenDone,
  whenFailed,
  withMarkedNumbers,
} from "@kubewright/apimachinery";
import type { NumberLiterals, Work } from "@kubewright/apimachinery";
import type { HeaderMap } from "@kubewright/transport";
import { headerOf } from "@kubewright/transport";
import type { Format } from "./media-types.ts";
import { jsonType, mediaTypes, protobufType, yamlType } from "./media-types.ts";
import { parseYaml, YamlError } from "./yaml.ts";

export interface DecodedBody {
  readonly value: unknown;
  /** Duplicate keys, as `duplicate field "data.a"`. */
  readonly strictErrors: readonly string[];
  /** Of a JSON text with numbers that are not plain integers. */
  readonly literals?: NumberLiterals | undefined;
}

/** The format of the body; a missing Content-Type means JSON. Throws 415 for any other type. */
export function bodyFormat(headers: HeaderMap): Format {
  const mediaType = mediaTypeOf(headers);
  switch (mediaType) {
    case "":
    case jsonType:
      return "json";
    case yamlType:
      return "yaml";
    case protobufType:
      return "protobuf";
    default:
      throw unknownBodyType(mediaTypes);
  }
}

/** The Content-Type without parameters, in lower case; `""` without this header. */
export function mediaTypeOf(headers: HeaderMap): string {
  const contentType = headerOf(headers, "content-type") ?? "";
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** 415 with the list of the accepted media types. */
export function unknownBodyType(accepted: readonly string[]): Error {
  const types = accepted.join(", ");
  return unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${types}`,
  );
}

/**
 * Parses a body, in steps. A JSON number that is too large for a double is an infinite value. `kind` is what the path expects, for the message of a 400; `undefined`: options, whose message is shorter.
 *
 * @throws {ApiError} 400 if the body is not valid JSON (or YAML).
 */
export function decodeBody(
  body: Uint8Array,
  format: "json" | "yaml",
  kind: string | undefined,
  reportDuplicates: boolean,
): Work<DecodedBody> {
  const text = textOfBody(body);
  const decode = (): Work<DecodedBody> =>
    format === "yaml" ? parseYaml(text) : decodeJsonBody(text, reportDuplicates);
  return whenFailed(decode, (error) => {
    if (error instanceof JsonSyntaxError) throw notJson(kind, error.message, text);
    if (error instanceof YamlError) throw notYaml(kind, error.message, text);
    throw error;
  });
}

function decodeJsonBody(text: string, reportDuplicates: boolean): Work<DecodedBody> {
  const decoding = decodeJsonInSteps(text, { reportDuplicates, acceptsInfinity: true, depthMax: jsonDepthMax });
  return afterPause(decoding, ({ value, duplicateKeys }) => {
    const strictErrors = duplicateKeys.map((path) => `duplicate field "${path}"`);
    return whenDone(withMarkedNumbers(text), (marked) => ({
      value,
      strictErrors,
      literals: numberLiteralsOf(marked),
    }));
  });
}

function notJson(kind: string | undefined, problem: string, text: string): Error {
  return kind === undefined
    ? badRequest(`couldn't get version/kind; json parse error: ${problem}`)
    : noKind(kind, problem, text);
}

function notYaml(kind: string | undefined, problem: string, text: string): Error {
  return kind === undefined ? badRequest(problem) : unrecognized(kind, problem, text);
}

/** The body as text. */
export function textOfBody(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}

/** 400: the kind and version of the body are unknown. */
export function unrecognized(kind: string, problem: string, body: string | Uint8Array): Error {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${summaryOf(body)})`);
}

/** 400: the body is not a JSON object with a kind. */
export function noKind(kind: string, problem: string, text: string): Error {
  return unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, text);
}

/** The `kind` and `apiVersion` of a decoded body; an absent name and null are the empty string. */
export interface TypeNames {
  readonly kind: string;
  readonly apiVersion: string;
}

/** Reads the type of a body, in the order of `names`. `failure` returns the error for a name that is not a string. */
export function typeNamesOf(
  body: { readonly [name: string]: unknown },
  failure: (problem: string) => Error,
  names: readonly string[] = hasTwoWrongNames(body) ? Object.keys(body) : ["apiVersion", "kind"],
): TypeNames {
  const found = { kind: "", apiVersion: "" };
  for (const name of names) {
    if (name !== "kind" && name !== "apiVersion") continue;
    const value = body[name] ?? "";
    if (typeof value !== "string") {
      const problem = `json: cannot unmarshal ${goKindOf(value)} into Go struct field .${name} of type string`;
      throw failure(`couldn't get version/kind; json parse error: ${problem}`);
    }
    found[name] = value;
  }
  return found;
}

/** Only then does the order of the fields matter. A body may have 100,000 fields. */
function hasTwoWrongNames({ kind = "", apiVersion = "" }: { readonly [name: string]: unknown }): boolean {
  return typeof kind !== "string" && typeof apiVersion !== "string";
}

const summaryLength = 30;

/** The first bytes of a body for an error message, in hexadecimal digits unless it begins like JSON. */
function summaryOf(body: string | Uint8Array): string {
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return "<empty>";
  const encoding = bytes[0] === "{".charCodeAt(0) ? "utf8" : "hex";
  const shown = bytes.subarray(0, summaryLength).toString(encoding);
  return bytes.length > summaryLength ? `${shown} ...` : shown;
}
