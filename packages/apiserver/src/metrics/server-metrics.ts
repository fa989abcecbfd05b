/**
 * The metrics of a server, with the names and labels of kube-apiserver. Metrics of etcd, Go, queues and caches are left out: this server does not have
 * these components.
 */
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Store } from "../storage/store.ts";
import type { Family, Histogram, Value } from "./families.ts";
import { counterFamily, gaugeFamily } from "./families.ts";
import { RequestMetrics } from "./request-metrics.ts";

export interface MetricsSource {
  readonly store: Store;
  readonly registry: Registry;
  /** When the server started, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly buildInfo: BuildInfo;
  /** The seats of each priority level. Default: there are no levels. */
  readonly nominalSeats?: () => ReadonlyMap<string, number>;
  /** The metrics of the server's parts. Default: none. */
  readonly families?: readonly Family<Histogram | Value>[];
}

/** The version of the server, as the labels of `kubernetes_build_info`. */
export interface BuildInfo {
  readonly buildDate: string;
  readonly compiler: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly gitVersion: string;
  readonly goVersion: string;
  readonly major: string;
  readonly minor: string;
  readonly platform: string;
}

/** The flow of a request, as flow control counts it. */
export interface FlowLabels {
  /** The name of the FlowSchema. */
  readonly schema: string;
  /** The name of the PriorityLevelConfiguration. */
  readonly level: string;
}

/** One open watch. */
export class OpenWatch {
  /** The number of events that the watches of the resource have sent. */
  readonly events: Value;
  readonly #open: Value;
  #isOpen = true;

  constructor(open: Value, events: Value) {
    this.#open = open;
    this.events = events;
    open.value++;
  }

  /** Counts the watch as closed. A second call does nothing. */
  close(): void {
    if (this.#isOpen) this.#open.value--;
    this.#isOpen = false;
  }
}

/** The kinds of requests that are counted while they are served. */
export type RequestKind = "mutating" | "readOnly";

export class ServerMetrics {
  readonly requests: RequestMetrics = new RequestMetrics();
  readonly #source: MetricsSource;
  readonly #inflight = gaugeFamily({
    name: "apiserver_current_inflight_requests",
    help: "[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.",
    labels: ["request_kind"],
  });
  readonly #dispatched = counterFamily({
    name: "apiserver_flowcontrol_dispatched_requests_total",
    help: "[BETA] Number of requests executed by API Priority and Fairness subsystem",
    labels: ["flow_schema", "priority_level"],
  });
  readonly #seats = gaugeFamily({
    name: "apiserver_flowcontrol_nominal_limit_seats",
    help: "[BETA] Nominal number of execution seats configured for each priority level",
    labels: ["priority_level"],
  });
  readonly #watches = gaugeFamily({
    name: "apiserver_longrunning_requests",
    help: "[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.",
    labels: ["verb", "group", "version", "resource", "subresource", "scope", "component"],
  });
  readonly #watchEvents = counterFamily({
    name: "apiserver_watch_events_total",
    help: "[ALPHA] Number of events sent in watch clients",
    labels: ["group", "version", "resource"],
  });
  readonly #objects = gaugeFamily({
    name: "apiserver_storage_objects",
    help: "[STABLE] (Deprecated since 1.34.0) [DEPRECATED, consider using apiserver_resource_objects instead] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
    labels: ["resource"],
  });
  readonly #resourceObjects = gaugeFamily({
    name: "apiserver_resource_objects",
    help: "[ALPHA] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.",
    labels: ["group", "resource"],
  });
  readonly #process = gaugeFamily({
    name: "process_start_time_seconds",
    help: "Start time of the process since unix epoch in seconds.",
    labels: [],
  });
  readonly #build = gaugeFamily({
    name: "kubernetes_build_info",
    help: "[BETA] A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
    labels: [
      "build_date",
      "compiler",
      "git_commit",
      "git_tree_state",
      "git_version",
      "go_version",
      "major",
      "minor",
      "platform",
    ],
  });
  readonly inflight: Readonly<Record<RequestKind, Value>>;
  readonly #byFlow = new WeakMap<FlowLabels, Value>();

  /** When the server started, in milliseconds since the Unix epoch. */
  get startedAt(): number {
    return this.#source.startedAt;
  }

  constructor(source: MetricsSource) {
    this.#source = source;
    this.inflight = { mutating: this.#inflight.with("mutating"), readOnly: this.#inflight.with("readOnly") };
  }

  countFlow(flow: FlowLabels): void {
    let counter = this.#byFlow.get(flow);
    if (counter === undefined) {
      counter = this.#dispatched.with(flow.schema, flow.level);
      this.#byFlow.set(flow, counter);
    }
    counter.value++;
  }

  /** Counts a watch of a resource until it is closed. */
  openWatch(
    { group, plural, version }: VersionedResource,
    { isSingle, namespace }: { readonly isSingle: boolean; readonly namespace: string },
  ): OpenWatch {
    const scope = isSingle ? "resource" : namespace === "" ? "cluster" : "namespace";
    return new OpenWatch(
      this.#watches.with("WATCH", group, version.name, plural, "", scope, "apiserver"),
      this.#watchEvents.with(group, version.name, plural),
    );
  }

  /** The metrics in text form. */
  text(): string {
    this.#countObjects();
    this.#seats.clear();
    for (const [level, seats] of this.#source.nominalSeats?.() ?? []) this.#seats.with(level).value = seats;
    this.#process.with().value = this.#source.startedAt / 1000;
    this.#build.with(...buildLabels(this.#source.buildInfo)).value = 1;
    const families: readonly Family<Histogram | Value>[] = [
      this.#inflight,
      this.#dispatched,
      this.#seats,
      this.#watches,
      this.#objects,
      this.#resourceObjects,
      this.#watchEvents,
      this.#build,
      this.#process,
      ...(this.#source.families ?? []),
    ];
    const lines = [...this.requests.lines(), ...families.flatMap((family) => [...family.lines()])];
    return `${lines.join("\n")}\n`;
  }

  #countObjects(): void {
    const { registry, store } = this.#source;
    this.#objects.clear();
    this.#resourceObjects.clear();
    if (!store.isHealthy) return; // The counts would show writes that could not be stored.
    for (const { group, plural, storage, review, compute } of registry.all()) {
      if (review !== undefined || compute !== undefined) continue;
      const { size } = store.table(storage.key).current;
      this.#objects.with(group === "" ? plural : `${plural}.${group}`).value = size;
      this.#resourceObjects.with(group, plural).value = size;
    }
  }
}

function buildLabels(buildInfo: BuildInfo): readonly string[] {
  const { buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform } = buildInfo;
  return [buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform];
}
