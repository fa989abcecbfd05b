/** The rows of docs/features.md about sources, handlers and predicates. */
import type { FeatureGroup } from "./feature.ts";

export const sourceFeatures: FeatureGroup = {
  title: "Sources, handlers and predicates",
  features: [
    {
      feature: "Sources: kinds, informers, channels, functions, polls",
      peers: [
        "`Kind`, `Informer`, `Channel`, `Func`",
        "streams, `reconcile_on`, `reconcile_all_on`",
        "informer, polling, inbound, timer",
        "`watch`, `timer`, `daemon`",
      ],
      api: {
        runtime: [
          "createKindSource",
          "createInformerSource",
          "createChannelSource",
          "createFuncSource",
          "createPollingSource",
        ],
      },
      note: "A poll for each object is a daemon with `timer` that pushes to a channel.",
      tests: [
        "packages/runtime/src/source/source.test.ts > an informer source passes the events of an informer that the program starts",
        "packages/runtime/src/source/channel-source.test.ts > a channel maps the events that pass its predicates to requests by its handler",
        "packages/runtime/src/source/polling-source.test.ts > a polling source enqueues the requests of each poll, until it is stopped",
      ],
    },
    {
      feature: "Handlers: object, owner, map function, functions by event, low priority",
      peers: ["yes", "`trigger_self`, `trigger_owners`, `trigger_with`", "mappers of primaries and secondaries", "no"],
      api: {
        runtime: [
          "enqueueRequestForObject",
          "enqueueRequestForOwner",
          "enqueueRequestsFromMapFunc",
          "handlerFuncs",
          "lowPriorityWhenUnchanged",
        ],
      },
      tests: [
        "packages/runtime/src/handler/handler.test.ts > enqueueRequestForOwner finds the old and the new owner of an update",
        "packages/runtime/src/handler/handler.test.ts > handlerFuncs() calls the function of the event, and drops events without one",
        "packages/runtime/src/builder/watches.test.ts > owns() with matchEveryOwner: $matchEveryOwner enqueues $expected",
      ],
    },
    {
      feature: "Predicates: generation, version, labels, annotations, finalizers, a field, selector; and, or, not",
      peers: ["yes", "predicates by hashes", "filters by event", "filters of labels, annotations, fields, `when`"],
      api: {
        runtime: [
          "generationChanged",
          "resourceVersionChanged",
          "labelsChanged",
          "annotationsChanged",
          "finalizersChanged",
          "valueChanged",
          "labelSelectorMatches",
          "allOf",
          "TypedControllerBuilder.withEventFilter",
        ],
      },
      tests: [
        "packages/runtime/src/predicate/predicate.test.ts > generationChanged on an update where $title: $passes",
        "packages/runtime/src/predicate/predicate.test.ts > valueChanged compares the selected value, at any depth",
        "packages/runtime/src/builder/watches.test.ts > withEventFilter() applies to each kind of the controller, with the predicates of the kind",
      ],
    },
    {
      feature: "Watches that start and stop while the controller runs",
      peers: ["`Controller.Watch`; they do not end", "no", "registered event sources", "no"],
      api: { runtime: ["Controller.watch", "ControllerWatch.stop"] },
      tests: [
        "packages/runtime/src/controller/watch.test.ts > a source that is added while the controller runs enqueues requests until it is stopped",
        "packages/runtime/src/controller/watch.test.ts > the objects of a kind that is watched while the controller runs are enqueued, and its informer stops with the watch",
      ],
    },
  ],
};
