/** The objects that a list, a watch or a collection delete selects, and the form in which they are sent. */
import {
  apiVersionOfType,
  badRequest,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  SelectorSyntaxError,
} from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { HeaderMap } from "@kubewright/transport";
import { isCustom } from "./served-types.ts";

export interface Selection {
  /** Whether a selector excludes objects. */
  readonly hasSelector: boolean;
  readonly matches: (object: KubernetesObject) => boolean;
}

/** @throws {ApiError} 400 for malformed selectors, and for fields other than name and namespace. */
export function selectionOf(type: ResourceType, namespace: string | undefined, query: URLSearchParams): Selection {
  const labels = parsed(() => parseLabelSelector(query.get("labelSelector") ?? ""));
  const fields = parsed(() => parseFieldSelector(query.get("fieldSelector") ?? ""));
  for (const { field } of fields) if (!selectableFields.has(field)) throw unknownField(type, field);
  return {
    hasSelector: (query.get("labelSelector") ?? "") !== "" || fields.length > 0,
    matches: ({ metadata = {} }) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      matchesLabels(labels, metadata.labels) &&
      matchesFields(fields, (field) => (field === "metadata.name" ? metadata.name : metadata.namespace)),
  };
}

/** The form of objects for an `accept` header: complete, or only metadata. */
export function formOf(
  headers: HeaderMap | undefined,
  type: ResourceType,
): {
  readonly isMetadataOnly: boolean;
  readonly apiVersion: string;
  readonly kind: string;
  readonly listKind: string;
  readonly of: (object: KubernetesObject) => KubernetesObject;
} {
  const apiVersion = apiVersionOfType(type);
  const { kind, listKind = `${kind}List` } = type;
  if (!/as=PartialObjectMetadata(?:List)?\b/u.test(headerOf(headers ?? {}, "accept") ?? "")) {
    return { isMetadataOnly: false, apiVersion, kind, listKind, of: (object) => ({ ...object, apiVersion, kind }) };
  }
  const partial = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };
  return {
    isMetadataOnly: true,
    ...partial,
    listKind: "PartialObjectMetadataList",
    of: ({ metadata = {} }) => ({ ...partial, metadata }),
  };
}

const selectableFields: ReadonlySet<string> = new Set(["metadata.name", "metadata.namespace"]);

function unknownField(type: ResourceType, field: string): Error {
  if (isCustom(type)) return badRequest(`field label not supported: ${field}`);
  return badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof SelectorSyntaxError ? badRequest(error.message) : error;
  }
}
