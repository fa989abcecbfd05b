// Section 4, requirements of the server: watches.
import type { ChecklistSection } from "./line.ts";

const endpoints = "packages/apiserver/src/endpoints";
const guarantees = `${endpoints}/watch-guarantees.test.ts > watches are ordered, unique, reliable, atomic, resumable and bookmarkable, for all sequences of writes and with slow readers`;

export const section: ChecklistSection = {
  number: "4",
  title: "Watch",
  lines: [
    {
      id: "4/stream",
      priority: "P0",
      text: "A watch is a stream of JSON lines, each a type and an object with its kind, sent as they happen",
      cases: ["watch-events-created-changed-deleted", "watch-start-stream-type"],
    },
    {
      id: "4/every-write",
      priority: "P0",
      text: "Each write is one event; one that changes nothing and a dry run are none",
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
      text: "Without a version or from 0 the objects come first, from a version all that came after it",
      cases: ["watch-start-without-a-version", "watch-start-version-zero", "watch-start-from-a-version"],
    },
    {
      id: "4/from-the-future",
      priority: "P0",
      text: "From a version ahead of the store a watch is silent until it comes",
      cases: ["watch-start-from-the-future"],
    },
    {
      id: "4/too-old",
      priority: "P0",
      text: "From a forgotten version a watch is 200, one ERROR event with 410, and the end, in every form",
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
      text: "A version that is no number is 500",
      cases: ["watch-start-unparsable-version"],
    },
    {
      id: "4/timeout",
      priority: "P0",
      text: "timeoutSeconds ends a watch cleanly, by default it ends after 30 to 60 minutes",
      cases: ["watch-start-timeout", "watch-start-bad-timeout"],
      tests: [
        `${endpoints}/watch-end.test.ts > a watch ends at its timeout, with the server, and with its kind; an aborted watch fails with the reason`,
      ],
    },
    {
      id: "4/selectors",
      priority: "P0",
      text: "What begins to match is ADDED, what ceases to is DELETED in its last matching state, the rest is not seen",
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
      text: "A selector that cannot be read is 400",
      cases: ["watch-selectors-bad-selectors"],
    },
    {
      id: "4/deleted-and-order",
      priority: "P0",
      text: "DELETED has the last state and the version of the deletion; events come in the order of versions, over namespaces too",
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
      text: "Bookmarks come each minute and shortly before the end, with the store's version, when there is something new to say",
      cases: ["watch-start-timeout-with-bookmark", "watch-start-timeout-without-bookmark"],
      tests: [
        `${endpoints}/watch.test.ts > bookmarks are sent every minute and shortly before the end, with a revision of the store that never decreases`,
        guarantees,
      ],
    },
    {
      id: "4/watch-list",
      priority: "P0",
      text: "A watch list sends the objects, a bookmark that says so, then changes",
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
      text: "A watch list of a version that does not come is 200 and an ERROR event with 504",
      cases: ["watch-start-watch-list-too-far-ahead"],
    },
    {
      id: "4/initial-end-without-asking",
      priority: "P0",
      text: "From no version or 0, a bookmark marks the end of the initial events if bookmarks are allowed; false sends no initial events",
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
      text: "Options that do not go together are 422",
      cases: ["watch-start-option-errors", "read-watch-options"],
    },
    {
      id: "4/flags",
      priority: "P1",
      text: "Any value of watch but false and 0 watches, a limit is ignored, and a get of one object ignores watch",
      cases: ["watch-start-loose-flags"],
    },
    {
      id: "4/tables",
      priority: "P0",
      text: "A table watch has a row in each event and the columns in the first, bookmarks included",
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
      text: "includeObject decides what a row carries",
      cases: ["watch-forms-table-without-objects", "watch-forms-table-with-objects", "watch-forms-table-bad-include"],
    },
    {
      id: "4/metadata",
      priority: "P0",
      text: "A metadata watch shows metadata, bookmarks included; as a list of them the stream just ends",
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
      text: "The older path with watch in front works, for one name too",
      cases: ["watch-start-legacy-prefix"],
    },
    {
      id: "4/nowhere",
      priority: "P1",
      text: "A namespace that is not there is watched in silence, a kind that is not there is 404",
      cases: ["watch-start-missing-namespace", "watch-start-missing-kind"],
    },
    {
      id: "4/yaml",
      priority: "P1",
      text: "A watch as YAML is 406",
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
      text: "A minute of events and at least a thousand are kept; compaction ends no watch that is up to date",
      tests: [
        `${endpoints}/watch.test.ts > compaction does not end a watch that is up to date`,
        "packages/apiserver/src/storage/event-log.test.ts > a log never holds more events than its limit, and drops old ones above its minimum",
        guarantees,
      ],
    },
    {
      id: "4/slow-readers",
      priority: "P1",
      text: "A reader that is too slow is cut off, costs nothing, and may come back with its last version",
      tests: [
        `${endpoints}/watch-end.test.ts > a watch whose reader is too slow ends, and stalled watches hold no events in memory`,
        guarantees,
      ],
    },
    {
      id: "4/restart",
      priority: "P0",
      text: "The end of the server ends its watches; started again on the same data versions rise and older ones are 410",
      tests: [
        `${endpoints}/watch-end.test.ts > a watch ends at its timeout, with the server, and with its kind; an aborted watch fails with the reason`,
        "packages/apiserver/src/open-api-server.test.ts > after a restart, watches from earlier versions and the rest of an earlier list get 410",
        "packages/apiserver/src/open-api-server.test.ts > a restarted server has the same objects, and versions continue to rise",
      ],
    },
  ],
};
