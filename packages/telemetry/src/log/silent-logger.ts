/** In a file of its own, so that code which needs no other logger does not load pino. */
import type { Logger } from "./logger.ts";

/** A logger that drops everything, for tests and for code that may be used without one. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
};
