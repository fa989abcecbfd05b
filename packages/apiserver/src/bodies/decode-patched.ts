// Decodes a patched object. Each patch type reports a value that does not decode in another way.
import { whenDone, whenFailed } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { Decoded, DecodeSource } from "../contracts/object-codec.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { withMetadata } from "../writes/decode-value.ts";

export interface PatchedDecoding {
  readonly source: DecodeSource;
  /** Returns the value in the order of keys in which a kube-apiserver decodes it. Called only for a value that does not decode. Default: the order of the value. */
  readonly inOrder?: () => Work<ApiObject>;
  /** Returns the error for a value that does not decode. */
  readonly failure: (problem: string) => Error;
}

/** Decodes `value`, in place and in steps. Throws the error that `failure` returns. */
export function decodePatched(value: ApiObject, expected: ExpectedKind, decoding: PatchedDecoding): Work<Decoded> {
  const { source, inOrder, failure } = decoding;
  const attempt = (object: ApiObject): Work<Decoded | { readonly problem: string }> => {
    const decode = (): Work<Decoded | { readonly problem: string }> => withMetadata(object, expected, source);
    return whenFailed(decode, (error) => {
      const problem = decodeProblem(error, expected);
      if (problem === undefined) throw error;
      return { problem };
    });
  };
  return whenDone(attempt(value), (first) => {
    if (!("problem" in first)) return first;
    // Only the first of several wrong values is reported. Sorting the keys of every patched object would be too expensive.
    return whenDone(inOrder === undefined ? first : whenDone(inOrder(), attempt), (second) => {
      throw failure("problem" in second ? second.problem : first.problem);
    });
  });
}

/** The problem that the decoder of a kind reports, without the prefix that names the kind. */
function decodeProblem(error: unknown, expected: ExpectedKind): string | undefined {
  const message = error instanceof Error && "status" in error ? statusMessage(error.status) : undefined;
  const lead = `${expected.kind} in version ${JSON.stringify(expected.version)} cannot be handled as a ${expected.kind}: `;
  return message?.startsWith(lead) === true ? message.slice(lead.length) : undefined;
}

function statusMessage(status: unknown): string | undefined {
  if (typeof status !== "object" || status === null || !("message" in status)) return undefined;
  return typeof status.message === "string" ? status.message : undefined;
}
