// Section 4, requirements of the server: watches.
import type { ChecklistSection } from "./line.ts";

const watch = "packages/apiserver/src/watch";
const guarantees = `${watch}/watch-guarantees.test.ts > watches are ordered, unique, reliable, atomic, resumable and bookmarkable, for all sequences of writes and with slow readers`;

export const section: ChecklistSection = {
  number: "4",
  title: "Watch",
  lines: [
    {
      id: "4/stream",
      priority: "P0",
      text: "A watch is a stream of JSON lines, each with a type and an object, sent immediately",
      cases: ["watch-events-created-changed-deleted", "watch-start-stream-type"],
    },
    {
      id: "4/every-write",
      priority: "P0",
      text: "Each write is one event, except for dry runs and writes that change nothing",
      cases: [
        "watch-events-created-changed-deleted",
        "watch-events-no-change-no-event",
        "watch-events-dry-run-no-event",
        "watch-events-put-creates",
        "watch-events-status-and-scale",
        "watch-events-collection",
        "watch-events-finalizers",
        "watch-events-graceful-pod",
        "watch-events-cluster-scoped",
        "watch-events-custom-resource",
      ],
    },
    {
      id: "4/start",
      priority: "P0",
      text: "Without a version or from 0 the stream starts with the objects; from a version it has all later events",
      cases: ["watch-start-without-a-version", "watch-start-version-zero", "watch-start-from-a-version"],
    },
    {
      id: "4/from-the-future",
      priority: "P0",
      text: "A watch from a future version sends nothing until the store reaches it",
      cases: ["watch-start-from-the-future"],
    },
    {
      id: "4/too-old",
      priority: "P0",
      text: "A watch from a compacted version is a 200 with one ERROR event with 410, in every representation",
      cases: [
        "watch-start-too-old",
        "watch-start-too-old-no-initial-events",
        "watch-start-too-old-table",
        "watch-start-too-old-metadata",
      ],
    },
    {
      id: "4/unparsable-version",
      priority: "P0",
      text: "A version that is not a number is a 500",
      cases: ["watch-start-unparsable-version"],
    },
    {
      id: "4/timeout",
      priority: "P0",
      text: "timeoutSeconds ends a watch without an error; by default it ends after 30 to 60 minutes",
      cases: ["watch-start-timeout", "watch-start-bad-timeout"],
      tests: [
        `${watch}/watch-end.test.ts > a watch ends at its timeout, with the server, and with its kind; an aborted watch fails with the reason`,
      ],
    },
    {
      id: "4/selectors",
      priority: "P0",
      text: "An object that starts to match is ADDED, one that stops matching is DELETED with its last matching state; others are not sent",
      cases: [
        "watch-selectors-begins-and-ceases",
        "watch-selectors-never-matches",
        "watch-selectors-change-and-cease-at-once",
        "watch-selectors-by-name",
        "watch-selectors-by-field",
        "watch-selectors-initial-objects",
      ],
    },
    {
      id: "4/bad-selectors",
      priority: "P0",
      text: "An invalid selector is a 400",
      cases: ["watch-selectors-bad-selectors"],
    },
    {
      id: "4/deleted-and-order",
      priority: "P0",
      text: "DELETED has the last state and the version of the deletion; events are in the order of versions, also over all namespaces",
      cases: [
        "watch-events-deleted-with-its-last-state",
        "watch-events-in-the-order-of-writes",
        "watch-events-all-namespaces",
      ],
      tests: [guarantees],
    },
    {
      id: "4/bookmarks",
      priority: "P0",
      text: "Bookmarks are sent each minute and shortly before the end, with the version of the store, if it has changed",
      cases: ["watch-start-timeout-with-bookmark", "watch-start-timeout-without-bookmark"],
      tests: [
        `${watch}/watch.test.ts > bookmarks are sent every minute and shortly before the end, with a revision of the store that never decreases`,
        guarantees,
      ],
    },
    {
      id: "4/watch-list",
      priority: "P0",
      text: "A watch list sends the objects, a bookmark that marks their end, then changes",
      cases: [
        "watch-start-watch-list",
        "watch-start-watch-list-version-zero",
        "watch-start-watch-list-from-a-version",
        "watch-start-watch-list-empty",
        "watch-start-watch-list-selector",
        "watch-start-watch-list-custom",
        "watch-start-watch-list-pods",
      ],
    },
    {
      id: "4/watch-list-too-far-ahead",
      priority: "P0",
      text: "A watch list of a version that is too high is a 200 with an ERROR event with 504",
      cases: ["watch-start-watch-list-too-far-ahead"],
    },
    {
      id: "4/initial-end-without-asking",
      priority: "P0",
      text: "Without a version or from 0, a bookmark marks the end of the initial events if bookmarks are allowed; sendInitialEvents=false sends no initial events",
      cases: [
        "watch-start-bookmarks-alone",
        "watch-start-bookmarks-alone-version-zero",
        "watch-start-initial-events-without-bookmarks",
        "watch-start-no-initial-events",
        "watch-start-no-initial-events-from-a-version",
      ],
    },
    {
      id: "4/option-errors",
      priority: "P1",
      text: "Contradictory options are a 422",
      cases: ["watch-start-option-errors", "read-watch-options"],
    },
    {
      id: "4/flags",
      priority: "P1",
      text: "Any value of watch except false and 0 enables it, a limit is ignored, and a get of one object ignores watch",
      cases: ["watch-start-loose-flags"],
    },
    {
      id: "4/tables",
      priority: "P0",
      text: "A table watch has a row in each event, and the columns in the first event, including bookmarks",
      cases: [
        "watch-forms-table",
        "watch-forms-table-initial",
        "watch-forms-table-watch-list",
        "watch-forms-table-watch-list-empty",
        "watch-forms-table-of-pods",
        "watch-forms-table-of-custom-resources",
        "watch-forms-selector-in-a-table",
      ],
    },
    {
      id: "4/table-objects",
      priority: "P1",
      text: "includeObject selects the object in a row",
      cases: ["watch-forms-table-without-objects", "watch-forms-table-with-objects", "watch-forms-table-bad-include"],
    },
    {
      id: "4/metadata",
      priority: "P0",
      text: "A metadata watch sends metadata, including bookmarks; requested as a list of metadata, the stream ends",
      cases: [
        "watch-forms-metadata",
        "watch-forms-metadata-watch-list",
        "watch-forms-metadata-of-custom-resources",
        "watch-forms-metadata-list",
      ],
    },
    {
      id: "4/legacy-prefix",
      priority: "P1",
      text: "The deprecated path with the prefix watch works, also for one name",
      cases: ["watch-start-legacy-prefix"],
    },
    {
      id: "4/nowhere",
      priority: "P1",
      text: "A watch of a missing namespace has no events, a watch of a missing kind is a 404",
      cases: ["watch-start-missing-namespace", "watch-start-missing-kind"],
    },
    {
      id: "4/yaml",
      priority: "P1",
      text: "A watch as YAML is a 406",
      cases: ["watch-start-yaml"],
    },
    {
      id: "4/websocket",
      priority: "P2",
      text: "A watch over a WebSocket has a frame for each event",
      open: "watches are not upgraded",
    },
    {
      id: "4/history",
      priority: "P1",
      text: "The server keeps events for a minute, and at least a thousand; compaction does not end current watches",
      tests: [
        `${watch}/watch.test.ts > compaction does not end a watch that is up to date`,
        "packages/apiserver/src/storage/event-log.test.ts > a log never holds more events than its limit, and drops old ones above its minimum",
        guarantees,
      ],
    },
    {
      id: "4/slow-readers",
      priority: "P1",
      text: "A slow reader is disconnected, uses no memory, and can resume from its last version",
      tests: [
        `${watch}/watch-end.test.ts > a watch whose reader is too slow ends, and stalled watches hold no events in memory`,
        guarantees,
      ],
    },
    {
      id: "4/restart",
      priority: "P0",
      text: "A shutdown of the server ends its watches; after a restart with the same data, versions increase and older versions are a 410",
      tests: [
        `${watch}/watch-end.test.ts > a watch ends at its timeout, with the server, and with its kind; an aborted watch fails with the reason`,
        "packages/apiserver/src/open-api-server.test.ts > after a restart, watches from earlier versions and the rest of an earlier list get 410",
        "packages/apiserver/src/open-api-server.test.ts > a restarted server has the same objects, and versions continue to rise",
      ],
    },
  ],
};
