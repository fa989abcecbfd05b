/** Errors about the content of a response, with the request in their message: a proxy may have answered one of many. */
import { ProtocolError, isProtocolError } from "../errors.ts";
import type { OutgoingRequest } from "./sender.ts";

type NamedRequest = Pick<OutgoingRequest, "method" | "path">;

/** Calls `decode`. The error of a response that is not JSON, or not the expected JSON, names the request. */
export function decodedFrom<T>(request: NamedRequest, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw withRequest(error, request);
  }
}

/** The same for a response that is decoded while it arrives. */
export async function* streamedFrom<T>(request: NamedRequest, decoded: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* decoded;
  } catch (error) {
    throw withRequest(error, request);
  }
}

function withRequest(error: unknown, { method, path }: NamedRequest): unknown {
  const isProtocol = isProtocolError(error);
  if (!isProtocol && !(error instanceof SyntaxError)) return error;
  const [resource = ""] = path.split("?");
  const problem = isProtocol ? error.message : `Cannot read the response: ${error.message}`;
  return new ProtocolError(`${problem} (${method} ${resource})`, { cause: error });
}
