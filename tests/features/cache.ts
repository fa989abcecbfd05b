/** The rows of docs/features.md about caches and informers. */
import type { FeatureGroup } from "./feature.ts";

export const cacheFeatures: FeatureGroup = {
  title: "Cache and informers",
  features: [
    {
      feature: "One informer of a kind behind all reads, handlers and controllers",
      peers: ["yes", "`Store` of a reflector; shared streams are unstable", "yes", "`@kopf.index` only"],
      api: { informer: ["createInformerCache", "InformerCache.informer"], runtime: ["Cluster.cache"] },
      tests: [
        "packages/informer/src/cache/create-informer-cache.test.ts > all requests for one collection return the same informer, at any time",
        "packages/runtime/src/builder/builder.test.ts > an owned kind is watched once, even if several controllers own it",
      ],
    },
    {
      feature: "Label and field selectors by kind",
      peers: [
        "`ByObject`",
        "`labels`, `fields` of a watcher",
        "`labelSelector`, `fieldSelector`, `shardSelector`",
        "filters of handlers",
      ],
      api: { informer: ["byObject", "CacheConfig.labelSelector", "CacheConfig.fieldSelector"] },
      tests: [
        "packages/runtime/src/cluster/cache-config.test.ts > a label selector of a kind limits its informer, lists and reads of single objects",
        "tests/contract/cache-selection.test.ts > one namespace has its own selector, all others share another, and each object is watched once",
      ],
    },
    {
      feature: "Namespaces by kind, each with its own configuration",
      peers: ["`ByObject.Namespaces`, `AllNamespaces`", "one watcher each", "`namespaces`", "`-n`"],
      api: { informer: ["ByObject.namespaces", "allNamespaces"] },
      tests: [
        "packages/runtime/src/cluster/cache-config.test.ts > each namespace has its own configuration, and allNamespaces is the configuration of all others",
      ],
    },
    {
      feature: "Default namespaces and selectors",
      peers: [
        "`DefaultNamespaces`, `DefaultLabelSelector`, `DefaultFieldSelector`",
        "no",
        "defaults of the operator",
        "`--namespace`",
      ],
      api: {
        informer: [
          "CacheOptions.defaultNamespaces",
          "CacheOptions.defaultLabelSelector",
          "CacheOptions.defaultFieldSelector",
        ],
      },
      tests: [
        "packages/informer/src/cache/cache-options.test.ts > a field has the value of the narrowest level: namespace of the kind, kind, default namespace, default",
        "packages/runtime/src/cluster/namespaces.test.ts > a manager of several namespaces receives their existing and new objects, and requests no others",
      ],
    },
    {
      feature: "Namespaces by pattern, and namespaces that change at run time",
      peers: ["no", "no", "`namespaces` of a running controller", "`-n` with patterns"],
      api: { informer: ["createNamespaceSet", "NamespaceSet.set"], runtime: ["namespacesMatching"] },
      note: "Handlers receive the objects of an added namespace as additions, and nothing about those of a removed one.",
      tests: [
        "packages/informer/src/cache/namespace-set.test.ts > handlers and indexes follow the namespaces: additions of an added one, and nothing of a removed one",
        "tests/contract/namespace-sets.test.ts > a manager of namespaces by pattern reconciles the objects of matching namespaces, also of later ones",
      ],
    },
    {
      feature: "Transforms",
      peers: ["`Transform`, `DefaultTransform`", "`modify`", "wrapper of the item store", "no"],
      api: { informer: ["CacheConfig.transform", "CacheOptions.defaultTransform"] },
      tests: ["packages/runtime/src/cluster/cache-config.test.ts > a transform changes objects before they are stored"],
    },
    {
      feature: "Objects without managed fields",
      peers: ["`TransformStripManagedFields`", "by `modify`", "no", "no"],
      api: { informer: ["createInformer"] },
      note: "Always",
      tests: [
        "packages/informer/src/informer/create-informer.test.ts > a cached object has no managedFields, so that a write of it leaves the server's list alone",
      ],
    },
    {
      feature: "Reads without a copy",
      peers: ["`UnsafeDisableDeepCopy`", "`Arc`", "cloning can be switched off", "no"],
      api: { informer: ["CachedObject", "Informer.entries"] },
      note: "The cache stores bytes. A read object belongs to its reader; `entry` and `entries` show metadata without parsing the object.",
      tests: [
        "packages/informer/src/informer/create-informer.test.ts > an object that was read belongs to its reader, and an old version stays readable",
        "packages/informer/src/informer/create-informer.test.ts > the metadata of a cached object is readable under the names that it has in the object",
      ],
    },
    {
      feature: "Bookmarks",
      peers: ["on by default", "yes", "by fabric8", "yes"],
      api: { client: ["WatchOptions.allowWatchBookmarks"] },
      note: "Always on",
      tests: [
        "packages/informer/src/reflector/reflector.test.ts > the first list may come from the server's cache, and the watch requests bookmarks and a timeout of 5 to 10 minutes",
      ],
    },
    {
      feature: "Sync period with jitter",
      peers: ["`SyncPeriod`, 10 h", "no", "`maxReconciliationInterval`, 10 h", "timers"],
      api: { runtime: ["ClusterCacheOptions.syncPeriodMs"], informer: ["CacheConfig.syncPeriodMs"] },
      tests: [
        "packages/runtime/src/cluster/cache-config.test.ts > every object is delivered again after the sync period, with a jitter of up to 10 percent for each informer",
      ],
    },
    {
      feature: "Reads of kinds without an informer fail",
      peers: ["`ReaderFailOnMissingInformer`", "no", "no", "no"],
      api: { runtime: ["ClusterCacheOptions.readerFailOnMissingInformer", "ResourceNotCachedError"] },
      tests: [
        "packages/runtime/src/cluster/cache-config.test.ts > with readerFailOnMissingInformer, a read rejects until the kind is watched",
      ],
    },
    {
      feature: "Waits for the first sync",
      peers: [
        "`BlockUntilSynced`, `WaitForCacheSync`",
        "`wait_until_ready`",
        "`cacheSyncTimeout`",
        "order of the start",
      ],
      api: { informer: ["Informer.waitForSync"], runtime: ["Manager.waitForSync"] },
      tests: [
        "packages/runtime/src/manager/manager.test.ts > waitForSync() resolves when caches have synced, and rejects when the manager ends before",
      ],
    },
    {
      feature: "Informers that stop at run time",
      peers: ["`RemoveInformer`", "end of the stream", "deregistered event sources", "when its CRD is deleted"],
      api: { informer: ["InformerCache.removeInformer", "InformerCache.acquire"] },
      tests: [
        "packages/informer/src/cache/create-informer-cache.test.ts > an informer stops when its last user disposes it, and is created again on the next use",
      ],
    },
    {
      feature: "Field indexes",
      peers: ["`IndexField`, lists by exact match", "no", "`addIndexers`", "`@kopf.index`"],
      api: { informer: ["Informer.addIndex", "InformerCache.byIndex"], client: ["ListOptions.index"] },
      tests: [
        "packages/runtime/src/cluster/cache-config.test.ts > a list by an index returns the cached objects with this value",
        "packages/runtime/src/controller/context.test.ts > a change of a Secret reconciles the objects that refer to it, found by an index",
      ],
    },
    {
      feature: "Watches of metadata only",
      peers: ["`PartialObjectMetadata`, `OnlyMetadata`", "`PartialObjectMeta`", "that of fabric8", "no"],
      api: {
        runtime: ["MetadataWatchedOptions"],
        informer: ["SharedInformerOptions.metadataOnly"],
        client: ["ReadOptions.metadataOnly"],
      },
      tests: [
        "tests/contract/metadata-and-unstructured.test.ts > a metadata-only controller reads metadata from the cache, its own writes included, and whole objects from the server",
        "tests/contract/metadata-and-unstructured.test.ts > a kind owned as metadata only enqueues the owner when a child disappears",
        "tests/contract/watch-lists.test.ts > a metadata-only streamed list has metadata only",
      ],
    },
    {
      feature: "Kinds without types",
      peers: ["`Unstructured`", "`DynamicObject`", "`GenericKubernetesResource`", "always"],
      api: { apimachinery: ["unstructuredType", "UnstructuredObject"], client: ["RestMapper.resourceFor"] },
      tests: [
        "tests/contract/metadata-and-unstructured.test.ts > a kind without generated types works with get, list, watch, the builder and the cache",
        "tests/contract/metadata-and-unstructured.test.ts > a kind whose name is known only at run time is found by discovery",
      ],
    },
    {
      feature: "Handler of watch errors",
      peers: ["`DefaultWatchErrorHandler`", "errors in the stream", "handler of stopped informers", "backoff settings"],
      api: { informer: ["InformerObserver.stateChanged"], runtime: ["ManagerOptions.observers"] },
      note: "The state `backingOff` has the error. No error ends an informer.",
      tests: [
        "packages/informer/src/informer/create-informer.test.ts > an observer receives the error of each failed list and watch with its kind, as a watch error handler",
        "packages/telemetry/src/observe/operator-observer.test.ts > an observer of events receives each event with the part and the method that it belongs to",
      ],
    },
    {
      feature: "Custom informers",
      peers: ["`NewInformer`", "`for_stream`", "`itemStore`", "no"],
      api: {
        informer: ["CacheOptions.newInformer"],
        runtime: ["ClusterCacheOptions.newCache", "createInformerSource"],
      },
      tests: [
        "packages/informer/src/cache/create-informer-cache.test.ts > newInformer creates the informers of the cache from the options of each",
        "packages/runtime/src/manager/manager-options.test.ts > newClient and newCache create the clients and the cache, and all clients share the mapper",
        "packages/runtime/src/source/source.test.ts > an informer source passes the events of an informer that the program starts",
      ],
    },
    {
      feature: "Bounded cache",
      peers: ["no", "no", "by Caffeine", "no"],
      api: { runtime: ["ClusterCacheOptions.boundedFor", "BoundedKind"] },
      tests: [
        "tests/contract/metadata-and-unstructured.test.ts > an object of a bounded kind is read from the server once per version, while two writers update it",
      ],
    },
    {
      feature: "Compressed objects",
      peers: ["no", "no", "no", "no"],
      api: { informer: ["CacheOptions.compress"] },
      tests: [
        "packages/informer/src/store/compression.test.ts > compressed objects equal the received ones, and need a fraction of the memory",
      ],
    },
    {
      feature: "Selection by shards",
      peers: ["no", "no", "`shardSelector`", "no"],
      tests: [],
      omitted:
        "The parameter is alpha in Kubernetes 1.36 and off by default: a server without the feature gate ignores it and sends all objects. Label selectors divide objects.",
    },
    {
      feature: "Cache for tests",
      peers: ["`informertest.FakeInformers`", "feed streams", "no", "no"],
      api: { "client/testing": ["createFakeClient", "createMemoryApiServer"], informer: ["createInformerCache"] },
      tests: [
        "packages/informer/src/cache/fake-cache.test.ts > an informer cache on a fake client delivers the writes of a test",
        "packages/client/src/testing/memory-api-server.test.ts > events are held until they are released, and lists return the objects meanwhile",
      ],
    },
    {
      feature: "WatchList",
      peers: ["feature gate of client-go", "`streaming_lists()`", "no", "no"],
      api: { informer: ["CacheOptions.watchList"] },
      note: "With a fallback to lists in pages",
      tests: [
        "packages/informer/src/reflector/initial-events.test.ts > a server that rejects the parameters is listed in pages, from then on",
        "tests/contract/watch-lists.test.ts > informers that stream a list while two writers change it agree with the server in the end",
      ],
    },
    {
      feature: "Lists in pages",
      peers: ["client-go", "`page_size`", "`informerListLimit`", "no"],
      api: { client: ["defaultPageSize"] },
      tests: [
        "packages/informer/src/reflector/reflector.test.ts > a list whose pages expire begins again, and no part of the first attempt is delivered",
      ],
    },
    {
      feature: "First list from the server's cache",
      peers: ["client-go", "`ListSemantic`", "client", "no"],
      api: { informer: ["Consistency"] },
      tests: [
        "packages/informer/src/reflector/reflector.test.ts > the first list may come from the server's cache, and the watch requests bookmarks and a timeout of 5 to 10 minutes",
      ],
    },
    {
      feature: "Reads return the program's own writes",
      peers: [
        "`EnableReadYourWritesConsistency`, experimental, off by default",
        "no",
        "temporary cache",
        "waits up to 5 s",
      ],
      note: 'On by default, also for writes in flight and after lost responses; `consistency: "cached"` of a read does not wait',
      api: {
        runtime: ["createCachedClient"],
        client: ["ReadOptions.consistency"],
        informer: ["Informer.waitForVersion"],
      },
      tests: [
        "packages/runtime/src/cluster/cached-client.test.ts > a read after a write waits until the watch has delivered the write",
        "packages/runtime/src/cluster/incomplete-cache.test.ts > a read waits for a write in flight of the same object, and not for others",
        "packages/runtime/src/cluster/incomplete-cache.test.ts > a reconciler that creates a missing child with a generated name makes one, although the first response was lost",
        "tests/reliability/stale-cache.test.ts > a reconciler that creates a child when it finds none creates one, when its cache lags %s events behind",
      ],
    },
    {
      feature: "Comparison with the server, which finds lost events",
      peers: ["no", "no", "no", "no"],
      api: { informer: ["CacheConfig.consistencyCheckPeriodMs"] },
      tests: [
        "tests/contract/cache-consistency.test.ts > a comparison reports an event that the watch has lost, and nothing else, while other writers write",
      ],
    },
  ],
};
