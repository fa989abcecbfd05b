// The continue token of a paged list, in the encoding of a kube-apiserver.
import {
  apiErrorFrom,
  badRequest,
  decodeJson,
  expired,
  goKindOf,
  isJsonObject,
  JsonSyntaxError,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

export interface ContinueToken {
  /** The revision of all pages; -1 for a list that continues at the current revision. */
  readonly revision: bigint;
  /** The first key of the next page, without the prefix that all keys of the list have. */
  readonly start: string;
}

const tokenVersion = "meta.k8s.io/v1";

/** Encodes a token. */
export function encodeContinueToken({
  revision,
  start,
}: {
  readonly revision: number;
  readonly start: string;
}): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start: `/${start}` })).toString("base64url");
}

/** Parses a token. Throws 400 for a malformed token. */
export function parseContinueToken(text: string): ContinueToken {
  const { v, rv, start } = decode(text);
  if (v !== tokenVersion) throw invalidToken(`server does not recognize this encoded version ${v}`);
  if (rv === 0n) throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  if (start === "") throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  const key = start.startsWith("/") ? start.slice(1) : start;
  if (!isClean(key)) throw invalidToken(start);
  return { revision: rv, start: key };
}

/** Whether no segment of a key is empty, `.` or `..`. The empty key, which precedes the first object, is valid. */
function isClean(key: string): boolean {
  return key === "" || key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** 410 for a token whose revision is compacted, with a token that continues at the current revision. */
export function expiredTokenError(start: string): Error {
  const { status } = expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
      "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
      "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
      "deleted between the time the first chunk was returned and now may show up in the list.",
  );
  const token = encodeContinueToken({ revision: -1, start });
  return apiErrorFrom({ ...status, metadata: { continue: token } });
}

interface DecodedToken {
  readonly v: string;
  readonly rv: bigint;
  readonly start: string;
}

/** Decodes the fields in the order of the token: the first one of the wrong type is reported. As in Go, names may have any case. */
function decode(text: string): DecodedToken {
  const bytes = bytesOf(text);
  const value = parseJson(bytes);
  const token = { v: "", rv: 0n, start: "" };
  if (value === null) return token;
  if (!isJsonObject(value)) throw wrongType(goKindOf(value), "value of type storage.continueToken");
  for (const [key, field] of Object.entries(value)) {
    const name = key.toLowerCase();
    if (field === null) continue;
    if (name === "rv") token.rv = decodeRevision(field, Buffer.from(bytes).toString());
    if (name !== "v" && name !== "start") continue;
    if (typeof field !== "string") {
      throw wrongType(goKindOf(field), `struct field continueToken.${name} of type string`);
    }
    token[name] = field;
  }
  return token;
}

/** Decodes base64 for URLs without padding. Line breaks are ignored, as in Go. */
function bytesOf(text: string): Uint8Array {
  const valid = /^[\w\r\n-]*/.exec(text)?.[0].length ?? 0;
  const compact = text.replaceAll(/[\r\n]/g, "");
  const isIncomplete = compact.length % 4 === 1;
  if (valid < text.length || isIncomplete) {
    throw invalidToken(`illegal base64 data at input byte ${Math.min(valid, text.length - 1)}`);
  }
  return Buffer.from(compact, "base64url");
}

function parseJson(bytes: Uint8Array): JsonValue {
  try {
    return decodeJson(bytes).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw invalidToken(error.message);
  }
}

/** Reads the revision as an int64, in the notation of the token: Go does not accept 1.0 and 1e3. */
function decodeRevision(rv: JsonValue, json: string): bigint {
  const isNumber = typeof rv === "number" || typeof rv === "bigint";
  const source = isNumber ? (/"rv"\s*:\s*([^,}\s]+)/i.exec(json)?.[1] ?? "") : "";
  const isInteger = /^-?\d{1,19}$/.test(source);
  if (isInteger && BigInt.asIntN(64, BigInt(source)) === BigInt(source)) return BigInt(source);
  throw wrongType(isNumber ? `number ${source}` : goKindOf(rv), "struct field continueToken.rv of type int64");
}

function wrongType(found: string, expected: string): Error {
  return invalidToken(`json: cannot unmarshal ${found} into Go ${expected}`);
}

function invalidToken(problem: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}
