/** The messages of failed calls: those of client-go, because users search for them and tests compare them. */
import { isDeadlineError } from "@kubewright/async";
import { decodeJson, isStatus, quoteGoString } from "@kubewright/apimachinery";
import { isTransportError } from "@kubewright/transport";
import { certificateRejection } from "./certificate-rejection.ts";

const textsByCode: { readonly [code: number]: string } = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** The maximum length of an error body in a message. */
const shownLengthMax = 2048;

/** The message for a response with this status: that of the Status in its body, or a general one. */
export function failedStatus(code: number, contentType: string | undefined, body: string): string {
  const status = statusIn(body);
  if (status !== undefined) return status;
  const text = contentType === undefined || contentType.startsWith("text/") ? body.slice(0, shownLengthMax).trim() : "";
  const shown = contentType?.startsWith("text/") === true ? text : "unknown";
  const known = textsByCode[code];
  if (known !== undefined) return known;
  if (code === 403 || code === 415) return shown;
  if (code === 406) {
    const plain = "the server was unable to respond with a content type that the client supports";
    return shown === "unknown" || shown === "" ? plain : shown;
  }
  if (code >= 500) return `an error on the server (${quoteGoString(shown)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${code} but did not return more information`;
}

function statusIn(body: string): string | undefined {
  try {
    const { value } = decodeJson(body);
    return isStatus(value) && value.status !== "Success" ? value.message : undefined;
  } catch {
    return undefined; // The body of an error may be anything.
  }
}

/** The message for a call without a response. */
export function failedExchange(error: unknown): string {
  if (isDeadlineError(error)) return "context deadline exceeded";
  if (isTransportError(error)) {
    if (error.kind === "connect" && error.found.includes("ECONNREFUSED")) {
      return `dial tcp ${error.address}: connect: connection refused`;
    }
    if (error.kind === "dns") return `dial tcp: lookup ${error.address.replace(/:\d+$/, "")}: no such host`;
    const rejection = error.kind === "tls" ? certificateRejection(error.cause) : undefined;
    if (rejection !== undefined) return `tls: failed to verify certificate: x509: ${rejection}`;
    if (error.kind === "ended" || error.kind === "reset") return "EOF";
    return error.found;
  }
  return error instanceof Error ? error.message : String(error);
}
