// The workloads of bench/runtime on @kubernetes/client-node, which has informers and no controllers: the queue is written here.
// bench/README.md explains the variables.
import { CoreV1Api, CustomObjectsApi, KubeConfig, makeInformer, setHeaderOptions } from "@kubernetes/client-node";
import { event, now } from "../stamps.ts";

const { WORKLOAD: workload = "A", KIND: kind = "widgets", NS: namespace = "" } = process.env;
const Widget = { group: "bench.example.dev", version: "v1", plural: "widgets" };
const config = new KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(CoreV1Api);
const custom = config.makeApiClient(CustomObjectsApi);

process.on("SIGUSR2", () => globalThis.gc?.());

/** A queue of keys: each key at most once in it, and in one worker at a time. */
class Queue {
  #ready = [];
  #dirty = new Set();
  #processing = new Set();

  constructor(workers, reconcile) {
    this.workers = workers;
    this.reconcile = reconcile;
  }

  add(key) {
    if (this.#dirty.has(key)) return;
    this.#dirty.add(key);
    if (this.#processing.has(key)) return;
    this.#ready.push(key);
    this.#start();
  }

  #start() {
    while (this.#processing.size < this.workers && this.#ready.length > 0) {
      const key = this.#ready.shift();
      this.#dirty.delete(key);
      this.#processing.add(key);
      this.reconcile(key)
        .catch((error) => {
          process.stderr.write(`Reconcile of ${key} failed: ${error}\n`);
          setTimeout(() => this.add(key), 50);
        })
        .finally(() => {
          this.#processing.delete(key);
          if (this.#dirty.has(key)) this.#ready.push(key);
          this.#start();
        });
    }
  }
}

function widgetInformer() {
  if (namespace === "") {
    return makeInformer(config, "/apis/bench.example.dev/v1/widgets", () => custom.listClusterCustomObject(Widget));
  }
  const path = `/apis/bench.example.dev/v1/namespaces/${namespace}/widgets`;
  return makeInformer(config, path, () => custom.listNamespacedCustomObject({ ...Widget, namespace }));
}

function configMapInformer() {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  return makeInformer(config, path, () => core.listNamespacedConfigMap({ namespace }));
}

function podInformer() {
  return makeInformer(config, "/api/v1/pods", () => core.listPodForAllNamespaces());
}

async function start(informer) {
  informer.on("error", (error) => {
    process.stderr.write(`Informer failed: ${error}\n`);
    setTimeout(() => informer.start(), 1000);
  });
  await informer.start();
}

async function createConfigMap(widget) {
  const { namespace, name, uid } = widget.metadata;
  const owner = { apiVersion: "bench.example.dev/v1", kind: "Widget", name, uid };
  const metadata = {
    name,
    namespace,
    ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
  };
  const data = { image: widget.spec.image, replicas: String(widget.spec.replicas) };
  try {
    await core.createNamespacedConfigMap({ namespace, body: { metadata, data } });
  } catch (error) {
    if (error.code !== 409) throw error;
  }
}

async function patchStatus(widget) {
  const { namespace, name, generation } = widget.metadata;
  await custom.patchNamespacedCustomObjectStatus(
    { ...Widget, namespace, name, body: { status: { phase: "Ready", observedGeneration: generation } } },
    setHeaderOptions("Content-Type", "application/merge-patch+json"),
  );
}

async function sync() {
  await start(kind === "pods" ? podInformer() : widgetInformer());
  event(`synced ${now()}`);
}

async function control() {
  const widgets = widgetInformer();
  const configMaps = workload === "B" ? undefined : configMapInformer();
  const stamps = [];
  let isFirst = true;
  const queue = new Queue(10, async (key) => {
    const stamp = now();
    const [namespace, name] = key.split("/");
    const widget = widgets.get(name, namespace);
    if (!widget) return;
    if (workload === "B") {
      stamps.push(`rec ${widget.metadata.resourceVersion} ${stamp}`);
      return;
    }
    if (!configMaps.get(name, namespace)) await createConfigMap(widget);
    if (widget.status?.phase !== "Ready") await patchStatus(widget);
    if (isFirst) event(`firstrec ${now()}`);
    isFirst = false;
  });
  let isSynced = false;
  const addWidget = ({ metadata }) => queue.add(`${metadata.namespace}/${metadata.name}`);
  const addOwner = ({ metadata }) => {
    const owner = metadata.ownerReferences?.find((each) => each.controller && each.kind === "Widget");
    if (owner) queue.add(`${metadata.namespace}/${owner.name}`);
  };
  for (const verb of ["add", "update", "delete"]) {
    widgets.on(verb, (widget) => isSynced && addWidget(widget));
    configMaps?.on(verb, (configMap) => isSynced && addOwner(configMap));
  }
  await Promise.all([start(widgets), configMaps && start(configMaps)]);
  isSynced = true;
  event(`synced ${now()}`);
  for (const widget of widgets.list()) addWidget(widget);
  process.on("SIGTERM", () => {
    if (stamps.length > 0) event(stamps.join("\n"));
    process.exit(0);
  });
}

await (workload === "A" ? sync() : control());
