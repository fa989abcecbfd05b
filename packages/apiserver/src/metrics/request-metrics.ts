/** Counts requests by kube-apiserver's labels. Map look-ups find the series of a request without building strings. */
import type { PageLabels } from "../http/server-request.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { Histogram, Value } from "./families.ts";
import { counterFamily, histogramFamily } from "./families.ts";

const labels = ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"];
const secondsBounds = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

/** The labels of a request, apart from its resource. */
export interface RequestLabels {
  /** `LIST`, `APPLY`, `CONNECT`. */
  readonly verb: string;
  readonly subresource: string;
  readonly scope: "cluster" | "namespace" | "resource";
  readonly dryRun: "" | "All" | "invalid";
}

/** The series of requests that differ only in the status of the response. */
class RequestSeries {
  readonly #duration: Histogram;
  readonly #byCode = new Map<number, Value>();
  readonly #counterOf: (code: string) => Value;

  constructor(duration: Histogram, counterOf: (code: string) => Value) {
    this.#duration = duration;
    this.#counterOf = counterOf;
  }

  count(code: number, seconds: number | undefined): void {
    let counter = this.#byCode.get(code);
    if (counter === undefined) {
      counter = this.#counterOf(String(code));
      this.#byCode.set(code, counter);
    }
    counter.value++;
    if (seconds !== undefined) this.#duration.observe(seconds);
  }
}

type Tree = Map<string, Tree | RequestSeries>;

export class RequestMetrics {
  readonly #total = counterFamily({
    name: "apiserver_request_total",
    help: "[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.",
    labels: [...labels, "code"],
  });
  readonly #durations = histogramFamily(
    {
      name: "apiserver_request_duration_seconds",
      help: "[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.",
      labels,
    },
    secondsBounds,
  );
  /** Entries are dropped with a version that is no longer served; its counts remain. */
  readonly #byResource = new WeakMap<VersionedResource, Tree>();
  readonly #byPath: Tree = new Map();

  /** Counts a request to a resource. `seconds` is left out for a watch, which lasts longer than its response headers. */
  countResource(resource: VersionedResource, request: RequestLabels, code: number, seconds: number | undefined): void {
    const { verb, subresource, scope, dryRun } = request;
    let root = this.#byResource.get(resource);
    if (root === undefined) {
      root = new Map();
      this.#byResource.set(resource, root);
    }
    const branch = branchOf(branchOf(branchOf(root, verb), scope), subresource);
    const found = branch.get(dryRun);
    if (found instanceof RequestSeries) {
      found.count(code, seconds);
      return;
    }
    const { group, plural } = resource;
    const values = [verb, dryRun, group, resource.version.name, plural, subresource, scope, "apiserver"];
    this.#addSeries(branch, dryRun, values).count(code, seconds);
  }

  /** Counts a request to a health endpoint. */
  countPath(path: string, verb: string, code: number, seconds: number): void {
    const branch = branchOf(this.#byPath, path);
    const found = branch.get(verb);
    const series =
      found instanceof RequestSeries ? found : this.#addSeries(branch, verb, [verb, "", "", "", "", path, "", ""]);
    series.count(code, seconds);
  }

  /** Counts a request to `/statusz` or `/flagz`. */
  countPage({ resource, group, version }: PageLabels, verb: string, code: number, seconds: number): void {
    const branch = branchOf(branchOf(this.#byPath, resource), version);
    const found = branch.get(verb);
    const series =
      found instanceof RequestSeries
        ? found
        : this.#addSeries(branch, verb, [verb, "", group, version, resource, "", "", "apiserver"]);
    series.count(code, seconds);
  }

  *lines(): Generator<string, void, undefined> {
    yield* this.#total.lines();
    yield* this.#durations.lines();
  }

  #addSeries(branch: Tree, key: string, values: readonly string[]): RequestSeries {
    const series = new RequestSeries(this.#durations.with(...values), (code) => this.#total.with(...values, code));
    branch.set(key, series);
    return series;
  }
}

function branchOf(tree: Tree, key: string): Tree {
  const found = tree.get(key);
  if (found instanceof Map) return found;
  const branch: Tree = new Map();
  tree.set(key, branch);
  return branch;
}
