// The query of a list, a watch and a collection delete, with the error messages of a kube-apiserver.
// https://kubernetes.io/docs/reference/kubernetes-api/common-parameters/common-parameters/
import type { FieldError, FieldRequirement, LabelRequirement } from "@kubewright/apimachinery";
import { isTrue, parseInteger } from "../http/query-values.ts";
import {
  badRequest,
  field,
  invalid,
  parseFieldSelector,
  parseLabelSelector,
  SelectorSyntaxError,
} from "@kubewright/apimachinery";

export interface ListOptions {
  readonly labels: readonly LabelRequirement[];
  readonly fields: readonly FieldRequirement[];
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  /** As sent; `""` when absent. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly timeoutSeconds: number | undefined;
  /** 0: no limit. */
  readonly limit: number;
  readonly continueToken: string;
  readonly sendInitialEvents: boolean | undefined;
}

const listOptionsKind = { group: "meta.k8s.io", kind: "ListOptions" };

/** Parses the options of a list or, with `?watch=1` or `isWatch`, of a watch. Throws an `ApiError` (400 or 422) for invalid options. */
export function parseListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const watch = isWatch || isTrue(query.get("watch"));
  const options = withWatchListDefaults({
    labels: parseSelector(query.get("labelSelector"), parseLabelSelector),
    // A requirement without a field and a value selects all objects.
    fields: parseSelector(query.get("fieldSelector"), parseFieldSelector).filter(
      ({ field: path, value }) => path !== "" || value !== "",
    ),
    watch,
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    timeoutSeconds: parseInteger(query.get("timeoutSeconds")),
    limit: Math.max(0, parseInteger(query.get("limit")) ?? 0),
    continueToken: query.get("continue") ?? "",
    sendInitialEvents: query.has("sendInitialEvents") ? isTrue(query.get("sendInitialEvents")) : undefined,
  });
  const errors = watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalid(listOptionsKind, "", errors);
  return options;
}

function parseSelector<T>(selector: string | null, parse: (selector: string) => readonly T[]): readonly T[] {
  if (selector === null || selector === "") return [];
  try {
    return parse(selector);
  } catch (error) {
    if (error instanceof SelectorSyntaxError) throw badRequest(error.message);
    throw error;
  }
}

/** A watch without a resourceVersion that allows bookmarks receives a bookmark after the initial events. */
function withWatchListDefaults(options: ListOptions): ListOptions {
  const { watch, sendInitialEvents, resourceVersionMatch, resourceVersion, allowWatchBookmarks, continueToken } =
    options;
  if (!watch || sendInitialEvents !== undefined || resourceVersionMatch !== "") return options;
  if (resourceVersion !== "" && resourceVersion !== "0") return options;
  // Without bookmarks, the defaults only reject a continue token.
  if (!allowWatchBookmarks && continueToken === "") return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

function listErrors(options: ListOptions): readonly FieldError[] {
  const { resourceVersion, resourceVersionMatch: match, continueToken, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  const forbid = (path: string, detail: string): number => errors.push(field.forbidden(path, detail));
  if (match !== "") {
    if (resourceVersion === "") {
      forbid("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (continueToken !== "") {
      forbid("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided");
    }
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(field.notSupported("resourceVersionMatch", match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") {
      forbid("resourceVersionMatch", 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    }
  }
  if (sendInitialEvents !== undefined) forbid("sendInitialEvents", "sendInitialEvents is forbidden for list");
  return errors;
}

function watchErrors(options: ListOptions): readonly FieldError[] {
  const { resourceVersionMatch: match, continueToken, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  const forbid = (detail: string): number => errors.push(field.forbidden("resourceVersionMatch", detail));
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    forbid("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (match !== "") {
    if (sendInitialEvents === undefined) {
      forbid("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    }
    if (match !== "NotOlderThan") {
      errors.push(field.notSupported("resourceVersionMatch", match, ["NotOlderThan"]));
    }
    if (continueToken !== "") forbid("resourceVersionMatch is forbidden when continue is provided");
  }
  return errors;
}
