/** The metrics of conversion webhooks, with the names and labels of kube-apiserver. */
import type { Family, Histogram, Value } from "./families.ts";
import { counterFamily, histogramFamily } from "./families.ts";

/** Why a conversion failed, as the label `failure_type`. */
export type ConversionFailure = "call" | "malformed_response" | "partial_response" | "invalid_converted_object";

/** One call of a conversion webhook. */
export interface ConversionCall {
  /** The name of the definition. */
  readonly definition: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  /** `undefined` if the conversion succeeded. */
  readonly failure: ConversionFailure | undefined;
  readonly seconds: number;
}

export class ConversionMetrics {
  readonly #requests = counterFamily({
    name: "apiserver_conversion_webhook_request_total",
    help: "[ALPHA] Counter for conversion webhook requests with success/failure and failure error type",
    labels: ["failure_type", "result"],
  });
  readonly #durations = histogramFamily(
    {
      name: "apiserver_conversion_webhook_duration_seconds",
      help: "[ALPHA] Conversion webhook request latency",
      labels: ["failure_type", "result"],
    },
    [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
  );
  readonly #definitionDurations = histogramFamily(
    {
      name: "apiserver_crd_conversion_webhook_duration_seconds",
      help: "[ALPHA] CRD webhook conversion duration in seconds",
      labels: ["crd_name", "from_version", "succeeded", "to_version"],
    },
    Array.from({ length: 15 }, (_, exponent) => 0.001 * 2 ** exponent),
  );

  get families(): readonly Family<Histogram | Value>[] {
    return [this.#requests, this.#durations, this.#definitionDurations];
  }

  observe({ definition, fromVersion, toVersion, failure, seconds }: ConversionCall): void {
    const failureType = failure === undefined ? "" : `conversion_webhook_${failure}_failure`;
    const result = failure === undefined ? "success" : "failure";
    this.#requests.with(failureType, result).value++;
    this.#durations.with(failureType, result).observe(seconds);
    this.#definitionDurations.with(definition, fromVersion, String(failure === undefined), toVersion).observe(seconds);
  }
}
