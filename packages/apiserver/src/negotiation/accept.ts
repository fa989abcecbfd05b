// Negotiates the media type of a response: JSON, YAML or protobuf, and as the object itself, a table or metadata alone.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
import { apiErrorFrom, notAcceptable } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import type { AcceptClause } from "./accept-clauses.ts";
import { acceptedTypes, parseAccept } from "./accept-clauses.ts";
import type { Format } from "./media-types.ts";
import { mediaTypes, protobufType, streamMediaTypes } from "./media-types.ts";

export interface MediaTypeOptions {
  readonly format: Format;
  /** Another kind to show the object or list as. */
  readonly as?: TargetKind;
  /** The version of `as`, for example `v1` of `meta.k8s.io`. */
  readonly asVersion: string;
}

export type TargetKind = "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** The media type of a response to a request without an Accept header. */
export const plainJson: MediaTypeOptions = { format: "json", asVersion: "" };

/** The response whose media type is negotiated. */
export interface Negotiated {
  /** A custom resource, which does not support protobuf. */
  readonly custom: boolean;
  /** A collection, which can be watched. */
  readonly collection: boolean;
  /** Whether it can be shown as a table: the result of an action cannot. */
  readonly tables: boolean;
}

/**
 * Reads an `Accept` header.
 *
 * @throws {ApiError} 406 if the client accepts no media type of the response.
 */
export function negotiate(accept: string | undefined, response: Negotiated): MediaTypeOptions {
  if (accept === undefined || accept === "" || accept === "application/json" || accept === "*/*") return plainJson;
  if (!response.custom && !isRoutable(accept)) {
    const types = response.collection ? [...mediaTypes, ...streamMediaTypes] : mediaTypes;
    throw nothingRoutable(types);
  }
  const options = firstAccepted(accept, (format, as) => {
    if (as === "Table") return response.tables && format !== "protobuf";
    return as !== undefined || format !== "protobuf" || !response.custom;
  });
  if (options === undefined) throw nothingAccepted();
  return options;
}

/** The media type of an error, in one of the formats. A client that accepts no plain object gets JSON. */
export function errorMediaType(
  accept: string | undefined,
  formats: readonly Format[] = ["json", "yaml", "protobuf"],
): MediaTypeOptions {
  if (accept === undefined || accept === "") return plainJson;
  return firstAccepted(accept, (format, as) => as === undefined && formats.includes(format)) ?? plainJson;
}

/**
 * The format of a discovery document: JSON or YAML. A path with a route rejects media types that the server does not support before it negotiates.
 *
 * @throws {ApiError} 406 if the client accepts no media type of the response.
 */
export function negotiateDocument(accept: string | undefined, isRoute: boolean): "json" | "yaml" {
  if (accept === undefined || accept === "") return "json";
  if (isRoute && !isRoutable(accept)) throw nothingRoutable(mediaTypes);
  const options = firstAccepted(accept, (format, as) => format !== "protobuf" && as === undefined);
  if (options === undefined) throw nothingAccepted();
  return options.format === "yaml" ? "yaml" : "json";
}

function nothingAccepted(): ApiError {
  return notAcceptable(`only the following media types are accepted: ${mediaTypes.join(", ")}`);
}

/** An error of kube-apiserver's router has empty details. */
function nothingRoutable(types: readonly string[]): ApiError {
  const { status } = notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${types.join(", ")}`);
  return apiErrorFrom({ ...status, details: {} });
}

/** Throws 406 unless the client accepts a route that produces only `mediaType`. */
export function assertAcceptable(accept: string | undefined, mediaType: string): void {
  if (accept === undefined || accept === "" || isRoutable(accept, [mediaType])) return;
  throw nothingRoutable([mediaType]);
}

/** The routes of a kube-apiserver match only the wildcard for all media types. */
function isRoutable(accept: string, produced: readonly string[] = mediaTypes): boolean {
  return acceptedTypes(accept).some((type) => type === "*/*" || produced.includes(type));
}

const formats: ReadonlyMap<string, readonly Format[]> = new Map([
  ["application/json", ["json"]],
  ["application/yaml", ["yaml"]],
  [protobufType, ["protobuf"]],
  ["application/*", ["json", "yaml", "protobuf"]],
  ["*/*", ["json", "yaml", "protobuf"]],
]);

type IsAllowed = (format: Format, as: TargetKind | undefined) => boolean;

function firstAccepted(accept: string, isAllowed: IsAllowed): MediaTypeOptions | undefined {
  for (const clause of parseAccept(accept)) {
    for (const format of formats.get(clause.mediaType) ?? []) {
      const options = optionsOf(format, clause.parameters);
      if (options !== undefined && isAllowed(options.format, options.as)) return options;
    }
  }
  return undefined;
}

const targetKinds: ReadonlySet<string> = new Set<TargetKind>([
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
  "Table",
]);

function optionsOf(format: Format, parameters: AcceptClause["parameters"]): MediaTypeOptions | undefined {
  const [as, group, version, stream = "", serverVersion = ""] = ["as", "g", "v", "stream", "sv"].map((name) =>
    parameters.get(name),
  );
  // YAML cannot be streamed, so a watch is not sent in YAML.
  if (stream !== "" && (stream !== "watch" || format === "yaml")) return undefined;
  if (serverVersion !== "" && serverVersion !== "v1") return undefined;
  if (as === undefined && group === undefined && version === undefined) return { format, asVersion: "" };
  if (as === undefined || !targetKinds.has(as)) return undefined;
  if (group !== "meta.k8s.io" || (version !== "v1" && version !== "v1beta1")) return undefined;
  return { format, as: as as TargetKind, asVersion: version }; // The set above contains only these.
}
