// The result of a command, which the server sends as a Status on the error channel.

import { ApiError, decodeJson, isJsonObject, isStatus } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import type { CommandResult } from "./command-session.ts";

/**
 * Decodes the message of the error channel.
 *
 * @throws {ApiError} if the command could not be run.
 * @throws {ProtocolError} if the message is not a Status.
 */
export function commandResult(message: string, action: string): CommandResult {
  const status = statusIn(message);
  if (!isStatus(status)) throw new ProtocolError(`Cannot ${action}: the result is ${shown(message)}, must be a Status`);
  if (status.status === "Success") return { exitCode: 0 };
  if (status.reason !== ("NonZeroExitCode" as string)) throw new ApiError(action, status);

  const cause = status.details?.causes?.find(({ reason }) => reason === ("ExitCode" as string));
  const exitCode = /^\d{1,3}$/u.test(cause?.message ?? "") ? Number(cause?.message) : Number.NaN;
  if (exitCode >= 1 && exitCode <= 255) return { exitCode };
  throw new ProtocolError(`Cannot ${action}: the exit code is ${shown(cause?.message ?? "")}, must be from 1 to 255`);
}

/** Kubelets omit apiVersion and kind. */
function statusIn(message: string): unknown {
  try {
    const { value } = decodeJson(message);
    return isJsonObject(value) ? { apiVersion: "v1", kind: "Status", ...value } : value;
  } catch {
    return undefined; // The caller reports the message.
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
