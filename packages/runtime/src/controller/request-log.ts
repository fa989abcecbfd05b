/** The log of a reconcile. */
import type { Logger } from "@kubewright/telemetry";

interface LogOptions<R> {
  /** The log of the controller. */
  readonly log: Logger;
  readonly logConstructor: ((log: Logger, request: R) => Logger) | undefined;
}

/** Creates the log of a request. If `logConstructor` throws, its error is logged and the default log is used, so that the request is reconciled. */
export function requestLogOf<R>(request: R, object: string, { log, logConstructor }: LogOptions<R>): Logger {
  try {
    return logConstructor?.(log, request) ?? log.child({ object });
  } catch (error) {
    log.error("Cannot create the log of a reconcile: logConstructor failed", { object, error });
    return log.child({ object });
  }
}
