/** The results of health checks, for service level indicators: https://kubernetes.io/docs/reference/instrumentation/slis/ */
import { counterFamily, gaugeFamily } from "../metrics/families.ts";

export class HealthMetrics {
  readonly #last = gaugeFamily({
    name: "kubernetes_healthcheck",
    help: "[STABLE] This metric records the result of a single healthcheck.",
    labels: ["name", "type"],
  });
  readonly #total = counterFamily({
    name: "kubernetes_healthchecks_total",
    help: "[STABLE] This metric records the results of all healthcheck.",
    labels: ["name", "status", "type"],
  });

  /** Records and returns the result of a check. */
  record(endpoint: string, name: string, isHealthy: boolean): boolean {
    this.#last.with(name, endpoint).value = isHealthy ? 1 : 0;
    this.#total.with(name, isHealthy ? "success" : "error", endpoint).value++;
    return isHealthy;
  }

  /** The metrics in text form; empty before the first check. */
  text(): string {
    return [...this.#last.lines(), ...this.#total.lines()].map((line) => `${line}\n`).join("");
  }
}
