// The continue token of a paged list, in the encoding of a kube-apiserver.
import { apiErrorFrom, badRequest, expired, goKindOf } from "@kubewright/apimachinery";

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
  if (v !== tokenVersion)
    throw invalidToken(`server does not recognize this encoded version ${typeof v === "string" ? v : ""}`);
  if (rv === 0n) throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  if (typeof start !== "string" || start === "") {
    throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  }
  const key = start.startsWith("/") ? start.slice(1) : start;
  if (!isClean(key)) throw invalidToken(`${start}`);
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
  readonly v?: unknown;
  readonly rv: bigint;
  readonly start?: unknown;
}

function decode(text: string): DecodedToken {
  const json = Buffer.from(text, "base64url").toString();
  const value = parseJson(json);
  if (typeof value !== "object" || value === null) throw invalidToken("it was not made by this server");
  const { rv }: { readonly rv?: unknown } = value;
  return { ...value, rv: decodeRevision(rv, json) };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The error is the same for every malformed token.
  }
}

/** Reads the revision as an int64, whose digits a JavaScript number would round. */
function decodeRevision(rv: unknown, json: string): bigint {
  if (rv === undefined || rv === null) return 0n;
  const source = typeof rv === "number" ? (/"rv"\s*:\s*([^,}\s]+)/.exec(json)?.[1] ?? "") : "";
  const isInteger = /^-?\d{1,19}$/.test(source);
  if (isInteger && BigInt.asIntN(64, BigInt(source)) === BigInt(source)) return BigInt(source);
  const type = typeof rv === "number" ? `number ${source}` : goKindOf(rv);
  throw invalidToken(`json: cannot unmarshal ${type} into Go struct field continueToken.rv of type int64`);
}

function invalidToken(problem: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}
