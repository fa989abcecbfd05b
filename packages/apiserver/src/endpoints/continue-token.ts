// Where a paged list goes on, as an opaque text that the client sends back. Its form is a kube-apiserver's.
import { apiErrorFrom, badRequest, expired } from "@kubewright/apimachinery";

export interface ContinueToken {
  /** The revision that all pages show; -1 for a list that goes on in the present. */
  readonly revision: number;
  /** The first key of the next page, behind the prefix that all keys of the list have. */
  readonly start: string;
}

const tokenVersion = "meta.k8s.io/v1";

/** The text of a token. */
export function encodeContinueToken({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start: `/${start}` })).toString("base64url");
}

/** Reads a token. Throws 400 for what is none. */
export function parseContinueToken(text: string): ContinueToken {
  const { v, rv, start } = decode(text);
  if (v !== tokenVersion)
    throw invalidToken(`server does not recognize this encoded version ${typeof v === "string" ? v : ""}`);
  if (typeof rv !== "number" || !Number.isSafeInteger(rv) || rv === 0) {
    throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (typeof start !== "string" || start === "") {
    throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  }
  const key = start.startsWith("/") ? start.slice(1) : start;
  if (!isClean(key)) throw invalidToken(`${start}`);
  return { revision: rv, start: key };
}

/** Whether no part of a key is empty or climbs. A key that ends in a slash is none either, but for that before the first. */
function isClean(key: string): boolean {
  return key === "" || key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** 410 for a token whose state is gone, with another one that goes on from there in the present. */
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

function decode(text: string): { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Falls through: whatever was wrong with it, the client sees the same.
  }
  throw invalidToken("it was not made by this server");
}

function invalidToken(problem: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${problem}`);
}
