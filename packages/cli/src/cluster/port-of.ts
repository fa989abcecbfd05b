/** Parses `--port` of the commands that start a cluster. */
import { CommandError } from "../io.ts";

/**
 * The port of the flag. 0, for any free port, when it is absent.
 *
 * @throws {CommandError} if it is invalid. `action` completes "Cannot".
 */
export function portOf(text: string | undefined, action: string): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`Cannot ${action}: --port is "${text}": expected a number from 0 to 65535`);
}
