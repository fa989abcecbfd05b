/**
 * Explains why a webhook's patch cannot be applied, with the messages of a kube-apiserver. The patch of a client is rejected without a
 * reason, so these messages are computed only here, after a patch has failed.
 */
import { applyJsonPatch, getOwn, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonPatch, JsonPatchOperation, JsonValue } from "@kubewright/apimachinery";

/** The message for the first operation that cannot be applied. `error` is the error of the whole patch. */
export function patchFailure(value: JsonValue, patch: JsonPatch, error: unknown): string {
  const { count, current } = longestPrefix(value, patch);
  const operation = patch[count];
  return (operation && operationFailure(operation, current)) ?? messageOf(error);
}

interface Prefix {
  readonly count: number;
  /** The value after these operations. */
  readonly current: JsonValue;
}

/** The longest prefix of the patch that can be applied. Found by bisection: each attempt copies the value, and a patch can have thousands of operations. */
function longestPrefix(value: JsonValue, patch: JsonPatch): Prefix {
  let best: Prefix = { count: 0, current: value };
  let failing = patch.length + 1;
  while (failing - best.count > 1) {
    const count = Math.floor((best.count + failing) / 2);
    try {
      best = { count, current: applyJsonPatch(value, patch.slice(0, count)) };
    } catch {
      failing = count;
    }
  }
  return best;
}

const missing = "missing value";

/** `undefined` for an unknown failure. */
function operationFailure(operation: JsonPatchOperation, value: JsonValue): string | undefined {
  const { op, path } = operation;
  const place = placeOf(value, path);
  switch (op) {
    case "add":
      if (place.container === undefined)
        return `add operation does not apply: doc is missing path: "${path}": ${missing}`;
      return withPrefix(`error in add for path: '${path}'`, insertProblem(place));
    case "remove":
      if (place.container === undefined) {
        return `remove operation does not apply: doc is missing path: "${path}": ${missing}`;
      }
      return withPrefix(`error in remove for path: '${path}'`, removeProblem(place));
    case "replace":
      if (path === "") return "replace operation value must be object or array: %!w(<nil>)";
      if (place.container === undefined)
        return `replace operation does not apply: doc is missing path: ${path}: ${missing}`;
      return `replace operation does not apply: doc is missing key: ${path}: ${missing}`;
    case "test":
      if (path === "") return "testing value  failed: test failed";
      if (place.container === undefined) return `test operation does not apply: is missing path: ${path}: ${missing}`;
      return (
        withPrefix(`error in test for path: '${path}'`, indexProblem(place)) ??
        `testing value ${path} failed: test failed`
      );
    case "move": {
      if (!Object.hasOwn(operation, "from")) return withoutFrom(op);
      const from = placeOf(value, operation.from);
      if (from.container === undefined) {
        return `move operation does not apply: doc is missing from path: ${operation.from}: ${missing}`;
      }
      const problem = indexProblem(from) ?? removeProblem(from);
      if (problem !== undefined) return `error in move for path: '${from.key}': ${problem}`;
      // A value that moves below itself is removed before its new place is looked up.
      if (place.container === undefined || path.startsWith(`${operation.from}/`)) {
        return `move operation does not apply: doc is missing destination path: ${path}: ${missing}`;
      }
      return withPrefix(`error in move for path: '${path}'`, insertProblem(place));
    }
    case "copy": {
      if (!Object.hasOwn(operation, "from")) return withoutFrom(op);
      const from = placeOf(value, operation.from);
      if (from.container === undefined) {
        return `copy operation does not apply: doc is missing from path: ${operation.from}: ${missing}`;
      }
      const problem = indexProblem(from);
      if (problem !== undefined) return `error in copy for from: '${operation.from}': ${problem}`;
      if (place.container === undefined) {
        return `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`;
      }
      return withPrefix("error while adding value during copy", insertProblem(place));
    }
    default:
      return undefined;
  }
}

/** An admission policy can omit the field, which the type of a patch requires. */
function withoutFrom(op: string): string {
  return `${op} operation failed to decode from: operation, missing from field: ${missing}`;
}

/** The container and the key that a path refers to. The container may not exist. */
interface Place {
  readonly container: JsonValue | undefined;
  readonly key: string;
}

function placeOf(value: JsonValue, path: string): Place {
  const parts = path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = parts.pop() ?? "";
  let node: JsonValue | undefined = path.includes("/") ? value : undefined;
  for (const part of parts) node = childOf(node, part);
  return { container: isJsonArray(node) || isJsonObject(node) ? node : undefined, key };
}

function childOf(node: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isJsonArray(node)) return node.at(Number(key));
  return isJsonObject(node) ? getOwn(node, key) : undefined;
}

function indexProblem({ container, key }: Place): string | undefined {
  if (!isJsonArray(container)) return undefined;
  return notANumber(key) ?? outside(Number(key), container.length);
}

function insertProblem({ container, key }: Place): string | undefined {
  if (!isJsonArray(container) || key === "-") return undefined;
  const problem = notANumber(key);
  if (problem !== undefined) return `value was not a proper array index: '${key}': ${problem}`;
  return outside(Number(key), container.length + 1);
}

function removeProblem(place: Place): string | undefined {
  const { container, key } = place;
  if (!isJsonObject(container) || Object.hasOwn(container, key)) return indexProblem(place);
  return `Unable to remove nonexistent key: ${key}: ${missing}`;
}

function notANumber(key: string): string | undefined {
  return /^[+-]?\d+$/.test(key) ? undefined : `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`;
}

function outside(index: number, size: number): string | undefined {
  if (index < size && index >= -size) return undefined;
  return `Unable to access invalid index: ${index}: invalid index referenced`;
}

function withPrefix(what: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${what}: ${problem}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
