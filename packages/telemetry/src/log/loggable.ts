/**
 * The form of a value in a log line. More people read logs than the API, so an API object is logged by its name only; other values are cut
 * to a bounded size.
 */
/** Longer strings are cut. */
const textLengthMax = 4096;
/** Deeper structures are logged as "…". */
const depthMax = 5;
/** The maximum number of causes per error. A longer chain is assumed to be a cycle. */
const causesMax = 8;

/** Converts the fields to plain data that can always be encoded as JSON. */
export function loggableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, loggable(value, 0)]));
}

function loggable(value: unknown, depth: number): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value === "bigint" || typeof value === "symbol") return value.toString();
  if (typeof value === "function") return `[function ${value.name}]`;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (isApiObject(value)) return nameOf(value);
  if (depth >= depthMax) return "…";
  if (Array.isArray(value)) return value.map((item) => loggable(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, loggable(item, depth + 1)]));
}

interface ApiObject {
  readonly apiVersion: unknown;
  readonly kind: string;
  readonly metadata: { readonly namespace?: unknown; readonly name?: unknown };
}

function isApiObject(value: object): value is ApiObject {
  if (!("apiVersion" in value && "kind" in value && "metadata" in value)) return false;
  return typeof value.kind === "string" && typeof value.metadata === "object" && value.metadata !== null;
}

/** `Pod default/pi`, `Node node1`. */
function nameOf({ kind, metadata: { namespace, name } }: ApiObject): string {
  return `${kind} ${[namespace, name].filter((part) => typeof part === "string" && part !== "").join("/")}`;
}

/** The stack starts with the message. The causes follow separately. */
function describeError(error: Error): Record<string, unknown> {
  const causes: string[] = [];
  for (let cause = error.cause; cause !== undefined && causes.length < causesMax;) {
    causes.push(cut(cause instanceof Error ? `${cause.name}: ${cause.message}` : `a thrown ${typeof cause}`));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return {
    type: error.name,
    message: cut(error.message),
    ...(error.stack === undefined ? {} : { stack: cut(error.stack) }),
    ...(causes.length === 0 ? {} : { causes }),
  };
}

/** The messages of an error in a log line, from the outermost to its last cause. */
export function errorTexts(error: unknown): readonly string[] {
  if (typeof error === "string") return [error];
  if (typeof error !== "object" || error === null || !("message" in error)) return [];
  const { message, causes = [] } = error as { readonly message: unknown; readonly causes?: readonly unknown[] };
  return [message, ...causes].map(String);
}

function cut(text: string): string {
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax)}… (${text.length} characters)`;
}
