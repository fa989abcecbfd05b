/** A separate module, so that its importers do not load pino. */
import type { Logger } from "./logger.ts";

/** A logger that drops every line: the default of code with an optional logger, and for tests. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};
