/** The servers of a manager: health probes, metrics and profiles. */
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { InformerCache } from "@kubewright/informer";
import { parseBindAddress } from "@kubewright/serving";
import type { BindAddress } from "@kubewright/serving";
import { createHealthChecks, startHealthServer } from "@kubewright/telemetry";
import type { HealthChecks, Logger, Metrics } from "@kubewright/telemetry";
import { assertInformersProgress } from "./informer-liveness.ts";
import type { LifecycleState } from "./lifecycle-state.ts";
import type { ManagerServer } from "./lifecycle.ts";
import type { ManagerHealthOptions, ManagerMetricsOptions, ManagerPprofOptions } from "./manager-options.ts";
import { serveMetrics, serveProfiles } from "./serve-metrics.ts";
import { waitedFor } from "../source/waited-for.ts";

export interface ManagerServersOptions {
  readonly health: ManagerHealthOptions;
  readonly serving: ManagerMetricsOptions;
  readonly pprof: ManagerPprofOptions;
  readonly metrics: Metrics;
  /** Creates the access reviews of secure metrics. */
  readonly client: Client;
  readonly cache: InformerCache;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** The state of the manager. */
  readonly state: () => LifecycleState["kind"];
}

export class ManagerServers {
  readonly healthz: HealthChecks = createHealthChecks("healthz");
  readonly readyz: HealthChecks = createHealthChecks("readyz");
  /** The addresses of the servers that listen. */
  readonly addresses: { health?: string; metrics?: string; pprof?: string } = {};
  readonly #options: ManagerServersOptions;
  readonly #healthAddress: BindAddress | undefined;
  readonly #metricsAddress: BindAddress | undefined;
  readonly #pprofAddress: BindAddress | undefined;

  constructor(options: ManagerServersOptions) {
    const { cache, clock, state, health, serving, pprof } = options;
    this.#options = options;
    this.#healthAddress = parseBindAddress(health.bindAddress ?? "0", "health.bindAddress");
    this.#metricsAddress = parseBindAddress(serving.bindAddress ?? "0", "metrics.bindAddress");
    this.#pprofAddress = parseBindAddress(pprof.bindAddress ?? "0", "pprof.bindAddress");
    this.healthz.add("informers", () => {
      if (state() === "running") assertInformersProgress(cache.informers(), clock.now());
    });
    this.readyz.add("manager", () => {
      if (state() !== "running") throw new Error(`the manager is ${state()}`);
    });
    this.readyz.add("informer-sync", () => {
      const pending = cache.informers().filter((informer) => !informer.hasSynced);
      if (pending.length > 0) throw new Error(`waiting for ${pending.map(waitedFor).join(", ")}`);
    });
  }

  /** Starts the configured servers and yields each one once it listens. */
  async *start(signal: AbortSignal): AsyncGenerator<ManagerServer> {
    const { metrics, serving, pprof, client, clock, random, log } = this.#options;
    const common = { client, clock, random, log, signal };
    if (this.#healthAddress) {
      const server = await startHealthServer(this.#healthAddress, { healthz: this.healthz, readyz: this.readyz });
      this.addresses.health = addressOf(server);
      log.info("Serving health probes", { address: this.addresses.health });
      yield { name: "health probe server", close: (options) => server.close(options) };
    }
    if (this.#metricsAddress) {
      const { secureServing: isSecure = false, certificate, tls, extraHandlers } = serving;
      const own = { address: this.#metricsAddress, isSecure, certificate, tls, extraHandlers };
      const server = await serveMetrics(metrics, { ...common, ...own });
      this.addresses.metrics = addressOf(server);
      log.info("Serving metrics", { address: this.addresses.metrics, isSecure });
      yield { name: "metrics server", close: (options) => server.close(options) };
    }
    if (this.#pprofAddress) {
      const { secureServing: isSecure = false, certificate, tls } = pprof;
      const server = await serveProfiles({ ...common, address: this.#pprofAddress, isSecure, certificate, tls });
      this.addresses.pprof = addressOf(server);
      log.info("Serving profiles", { address: this.addresses.pprof, isSecure });
      yield { name: "profiling server", close: (options) => server.close(options) };
    }
  }
}

/** HOST:PORT, as in a URL: an IPv6 address is in brackets. */
function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
