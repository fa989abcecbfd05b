/** The error of a conversion webhook that does not convert an object. */
import type { ConversionFailure } from "../../metrics/conversion-metrics.ts";

/** A conversion webhook did not convert an object. The message is that of kube-apiserver. */
export class ConversionFailedError extends Error {
  override readonly name = "ConversionFailedError";
  readonly type: ConversionFailure;

  constructor(type: ConversionFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.type = type;
  }
}
