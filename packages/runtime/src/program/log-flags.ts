/** The flags of the log, with the names of controller-runtime's zap options, so that manifests written for Go operators work unchanged. */
import type { LogLevel, LoggerOptions } from "@kubewright/telemetry";
import { ProgramError } from "../errors.ts";

export interface LogFlags {
  readonly zapDevel: boolean;
  /** "json" or "console". Absent: "console" with `zapDevel` or on a terminal, otherwise "json". */
  readonly zapEncoder: string | undefined;
  /** "debug", "info", "warn", "error", or an integer from 1, which is "debug". Absent: "debug" with `zapDevel`, otherwise "info". */
  readonly zapLogLevel: string | undefined;
}

/**
 * The options of the logger.
 *
 * @throws {ProgramError} if a flag has an invalid value.
 */
export function logOptions(
  { zapDevel, zapEncoder, zapLogLevel }: LogFlags,
  { isTerminal }: { readonly isTerminal: boolean },
): Required<Pick<LoggerOptions, "level" | "format" | "colors">> {
  const format = formatOf(zapEncoder ?? (zapDevel || isTerminal ? "console" : "json"));
  return {
    level: levelOf(zapLogLevel ?? (zapDevel ? "debug" : "info")),
    format,
    colors: isTerminal && format === "text",
  };
}

function formatOf(encoder: string): "json" | "text" {
  switch (encoder.toLowerCase()) {
    case "json":
      return "json";
    case "console":
      return "text";
    default:
      throw new ProgramError(`Cannot read --zap-encoder: it is "${encoder}", must be "json" or "console"`);
  }
}

function levelOf(value: string): LogLevel {
  const level = value.toLowerCase();
  if (level === "debug" || level === "info" || level === "warn" || level === "error") return level;
  if (/^[1-9]\d*$/u.test(level)) return "debug";
  throw new ProgramError(
    `Cannot read --zap-log-level: it is "${value}", must be "debug", "info", "warn", "error" or an integer from 1`,
  );
}
