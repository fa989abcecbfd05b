// The names, labels and values that dashboards written for controller-runtime look for.
import { createVirtualClock } from "@kubewright/async";
import { createWorkQueue } from "@kubewright/workqueue";
import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("reconciles are counted by controller and result, errors of all sorts as one", async () => {
  const metrics = createMetrics();
  const { controller } = metrics;

  controller.created?.({ controller: "myjob", maxConcurrentReconciles: 2 });
  for (const outcome of ["success", "requeue_after", "error", "terminal_error", "timeout"] as const) {
    controller.started?.({ controller: "myjob", object: "default/pi" });
    controller.ended?.({ controller: "myjob", object: "default/pi", outcome, durationMs: 20 });
  }
  controller.started?.({ controller: "myjob", object: "default/pi" });

  const { body } = await metrics.expose();
  expect(body).toContain('controller_runtime_reconcile_total{controller="myjob",result="success"} 1');
  expect(body).toContain('controller_runtime_reconcile_total{controller="myjob",result="error"} 3');
  expect(body).toContain('controller_runtime_reconcile_total{controller="myjob",result="requeue"} 0');
  expect(body).toContain('controller_runtime_reconcile_errors_total{controller="myjob"} 3');
  expect(body).toContain('controller_runtime_terminal_reconcile_errors_total{controller="myjob"} 1');
  expect(body).toContain('controller_runtime_reconcile_timeouts_total{controller="myjob"} 1');
  expect(body).toContain('controller_runtime_reconcile_time_seconds_sum{controller="myjob"} 0.1');
  expect(body).toContain('controller_runtime_max_concurrent_reconciles{controller="myjob"} 2');
  expect(body).toContain('controller_runtime_active_workers{controller="myjob"} 1');
});

test("a panic is counted as an error as well", async () => {
  const { controller, expose } = createMetrics();
  const report = { controller: "myjob", object: "default/pi", durationMs: 20 } as const;
  controller.created?.({ controller: "myjob", maxConcurrentReconciles: 1 });
  controller.ended?.({ ...report, outcome: "error" });
  const before = (await expose()).body;

  controller.ended?.({ ...report, outcome: "panic" });

  expect(before).toContain('controller_runtime_reconcile_panics_total{controller="myjob"} 0');
  const { body } = await expose();
  expect(body).toContain('controller_runtime_reconcile_panics_total{controller="myjob"} 1');
  expect(body).toContain('controller_runtime_reconcile_errors_total{controller="myjob"} 2');
});

test("sizes of requests and responses, slow renewals and reads of certificates have the names of the peers", async () => {
  const { client, leaderElection, certificate, expose } = createMetrics();
  const request = { method: "POST", verb: "create", host: "api:443", resource: "pods", code: 201, latencyMs: 30 };

  client.requestEnded?.({ ...request, requestBytes: 300 });
  client.responseRead?.({ verb: "create", host: "api:443", bytes: 70 });
  leaderElection.slowPath?.({ lease: "demo" });
  certificate.read?.({});
  certificate.read?.({ error: new Error("no such file") });

  const { body } = await expose();
  expect(body).toContain('rest_client_request_size_bytes_bucket{le="256",verb="create",host="api:443"} 0');
  expect(body).toContain('rest_client_request_size_bytes_bucket{le="512",verb="create",host="api:443"} 1');
  expect(body).toContain('rest_client_response_size_bytes_sum{verb="create",host="api:443"} 70');
  expect(body).toContain('leader_election_slowpath_total{name="demo"} 1');
  expect(body).toContain("certwatcher_read_certificate_total 2");
  expect(body).toContain("certwatcher_read_certificate_errors_total 1");
});

test("a work queue's metrics follow its keys, and its gauges are read when metrics are collected", async () => {
  const metrics = createMetrics();
  const clock = createVirtualClock();
  using queue = createWorkQueue<string>({ clock, name: "myjob", observer: metrics.workQueue });
  queue.add("a");
  queue.add("b", { priority: -100 });
  queue.add("c", { rateLimited: true });
  await clock.advance(2_000);
  const lease = await queue.take();
  await clock.advance(3_000);

  const { body } = await metrics.expose();
  lease?.[Symbol.dispose]();
  expect(body).toContain('workqueue_adds_total{name="myjob",controller="myjob"} 3');
  expect(body).toContain('workqueue_depth{name="myjob",controller="myjob",priority="-100"} 1');
  expect(body).toContain('workqueue_retries_total{name="myjob",controller="myjob"} 1');
  expect(body).toContain('workqueue_queue_duration_seconds_sum{name="myjob",controller="myjob"} 2');
  expect(body).toContain('workqueue_longest_running_processor_seconds{name="myjob",controller="myjob"} 3');
  expect(body).toContain('workqueue_unfinished_work_seconds{name="myjob",controller="myjob"} 3');
});

test("the gauges of a kind are sums over its informers, such as those of several namespaces", async () => {
  const { informer, expose } = createMetrics();
  const type = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };
  const [idle, listing] = [{ kind: "idle" }, { kind: "listing", consistency: "any", failures: 0 }] as const;

  for (let count = 0; count < 2; count += 1) informer.stateChanged?.({ type, state: listing, before: idle });
  informer.stateChanged?.({ type, state: { kind: "expired", failures: 1 }, before: listing });
  informer.listSizeChanged?.({ type, change: 3 });
  informer.listSizeChanged?.({ type, change: 4 });
  informer.listSizeChanged?.({ type, change: -1 });

  const { body } = await expose();
  const labels = 'group="apps",kind="Deployment"';
  expect(body).toContain(`kubewright_informer_state{${labels},state="listing"} 1`);
  expect(body).toContain(`kubewright_informer_state{${labels},state="expired"} 1`);
  expect(body).toContain(`kubewright_informer_listed_items{${labels}} 6`);
});

test("the gauges of the cache are read from all running informers of a kind when metrics are collected", async () => {
  const { informer, expose } = createMetrics();
  const type = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };
  const first = { size: 2, memory: { usedBytes: 3_000, heldBytes: 1_048_576 } };
  const second = { size: 1, memory: { usedBytes: 500, heldBytes: 1_048_576 } };

  informer.started?.({ type, informer: first });
  informer.started?.({ type, informer: second });
  first.size = 5;
  const both = await expose();
  informer.stopped?.({ type, informer: second });
  const one = await expose();

  const labels = '{group="apps",kind="Deployment"}';
  expect(both.body).toContain(`kubewright_informer_objects${labels} 6`);
  expect(both.body).toContain(`kubewright_informer_object_bytes${labels} 3500`);
  expect(both.body).toContain(`kubewright_informer_memory_bytes${labels} 2097152`);
  expect(one.body).toContain(`kubewright_informer_objects${labels} 5`);
});

test("comparisons of caches with the server are counted by kind and status", async () => {
  const { informer, expose } = createMetrics();
  const type = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

  informer.consistencyChecked?.({ type, result: "success" });
  informer.consistencyChecked?.({ type, result: "success" });
  informer.consistencyChecked?.({ type, result: "failure", missing: 1, outdated: 0, extra: 0, objects: ["default/a"] });
  informer.consistencyChecked?.({ type, result: "error", error: new Error("refused") });

  const { body } = await expose();
  expect(body).toContain('kubewright_informer_consistency_checks_total{group="",kind="Pod",status="success"} 2');
  expect(body).toContain('kubewright_informer_consistency_checks_total{group="",kind="Pod",status="failure"} 1');
  expect(body).toContain('kubewright_informer_consistency_checks_total{group="",kind="Pod",status="error"} 1');
});

test("requests are counted by code, method and host; one without a response has a separate code", async () => {
  const metrics = createMetrics();
  const report = { method: "GET", verb: "get", host: "api:443", resource: "pods", requestBytes: 100, latencyMs: 30 };

  metrics.client.requestEnded?.({ ...report, code: 200 });
  metrics.client.requestEnded?.({ ...report, code: undefined });

  const { body } = await metrics.expose();
  expect(body).toContain('rest_client_requests_total{code="200",method="GET",host="api:443"} 1');
  expect(body).toContain('rest_client_requests_total{code="<error>",method="GET",host="api:443"} 1');
});

test("requests that have waited for the budget of their host are measured", async () => {
  const metrics = createMetrics();

  metrics.client.requestDelayed?.({ verb: "list", host: "api:443", lane: "bulk", waitedMs: 1500 });

  const { body } = await metrics.expose();
  expect(body).toContain('rest_client_rate_limiter_duration_seconds_sum{verb="list",host="api:443"} 1.5');
});

test("custom metrics are exposed with the standard ones, and two registries share no metrics", async () => {
  const metrics = createMetrics();
  metrics.counter({ name: "backups_total", help: "Backups", labelNames: ["kind"] }).increment({ kind: "full" }, 2);
  metrics.gauge({ name: "size", help: "Size" }).set(7);
  metrics.histogram({ name: "took_seconds", help: "Took", buckets: [1, 2] }).observe(1.5);

  const { body, contentType } = await metrics.expose();
  expect(contentType).toContain("text/plain; version=0.0.4");
  expect(body).toContain('backups_total{kind="full"} 2');
  expect(body).toContain("size 7");
  expect(body).toContain('took_seconds_bucket{le="2"} 1');
  expect((await createMetrics().expose()).body).not.toContain("backups_total");
});
