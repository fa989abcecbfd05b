// Section 2.2, requirements of the server: single objects and lists, their versions, pages and continue tokens.
import type { ChecklistSection } from "./line.ts";

const reads = "packages/apiserver/src/endpoints/reads.test.ts";

export const section: ChecklistSection = {
  number: "2.2",
  title: "Get and list",
  lines: [
    {
      id: "2.2/one-counter",
      priority: "P0",
      text: "Resource versions are decimal numbers from one counter for all kinds, which increases with each write",
      tests: [
        "packages/apiserver/src/watch/watch-guarantees.test.ts > watches are ordered, unique, reliable, atomic, resumable and bookmarkable, for all sequences of writes and with slow readers",
      ],
      cases: ["watch-events-in-the-order-of-writes"],
    },
    {
      id: "2.2/get-versions",
      priority: "P0",
      text: "A get accepts no version, 0, or the minimum version of the response",
      cases: ["list-versions-get-versions"],
    },
    {
      id: "2.2/get-too-far-ahead",
      priority: "P0",
      text: "A get of a version that is too high is a 504 with a cause and Retry-After",
      cases: ["list-versions-get-too-far-ahead"],
    },
    {
      id: "2.2/get-unparsable",
      priority: "P0",
      text: "A get of a version that is not a 64-bit number is a 500",
      cases: ["list-versions-get-unparsable"],
    },
    {
      id: "2.2/list-latest",
      priority: "P0",
      text: "A list without a version returns the latest state",
      cases: ["list-versions-order", "list-pages-exact-fit"],
    },
    {
      id: "2.2/list-zero",
      priority: "P0",
      text: "A list of version 0 ignores its limit",
      cases: ["list-pages-version-zero-ignores-the-limit"],
    },
    {
      id: "2.2/list-not-older",
      priority: "P0",
      text: "A list with a version returns a state that is not older; with a limit exactly that state, unless NotOlderThan is set",
      cases: ["list-versions-not-older-than", "list-versions-exact", "list-pages-a-version-with-a-limit"],
    },
    {
      id: "2.2/list-exact",
      priority: "P0",
      text: "Exact returns the state at that version, in every representation",
      cases: ["list-versions-exact", "list-versions-exact-of-another-form", "read-exact-version"],
    },
    {
      id: "2.2/list-too-far-ahead",
      priority: "P0",
      text: "A list of a version that is too high is a 504, exact or not",
      cases: ["list-versions-too-far-ahead", "list-versions-exact-too-far-ahead", "list-versions-page-too-far-ahead"],
    },
    {
      id: "2.2/list-too-old",
      priority: "P0",
      text: "A list of a compacted exact version is 410 Expired",
      cases: ["list-versions-exact-too-old"],
    },
    {
      id: "2.2/list-unparsable",
      priority: "P0",
      text: "A list of a version that is not a 64-bit number is a 400",
      cases: ["list-versions-unparsable"],
    },
    {
      id: "2.2/option-errors",
      priority: "P1",
      text: "Contradictory options are a 422 about ListOptions, also for deletes of collections",
      cases: [
        "list-versions-option-errors",
        "list-pages-token-with-version",
        "list-versions-delete-collection-versions",
      ],
    },
    {
      id: "2.2/order",
      priority: "P0",
      text: "Items are sorted by namespace, then by name",
      cases: ["list-versions-order"],
    },
    {
      id: "2.2/order-over-namespaces",
      priority: "P0",
      text: "Lists of all namespaces are sorted by namespace first",
      cases: ["list-pages-over-namespaces"],
      tests: [
        `${reads} > a list has its objects in the order of namespace and name, without their kind, and the revision of the store`,
      ],
    },
    {
      id: "2.2/pages",
      priority: "P0",
      text: "With a limit, lists have pages of one state with continue tokens; the last page has no token",
      cases: [
        "list-pages-two-pages",
        "list-pages-three-pages",
        "list-pages-exact-fit",
        "list-pages-rest-without-limit",
        "list-pages-later-pages-show-the-past",
        "list-pages-custom-resources",
        "list-pages-cluster-scoped",
      ],
    },
    {
      id: "2.2/remaining",
      priority: "P0",
      text: "A page has the number of remaining items, unless the list has a selector",
      cases: ["list-pages-two-pages", "list-pages-with-a-selector", "list-pages-with-a-field-selector"],
    },
    {
      id: "2.2/page-forms",
      priority: "P0",
      text: "Tables and metadata lists also have pages",
      cases: ["list-pages-table", "list-pages-metadata-only"],
    },
    {
      id: "2.2/token-form",
      priority: "P0",
      text: "A continue token is URL-safe base64 of a format, a version and the start of the next page",
      cases: [
        "list-pages-token-for-the-present",
        "list-pages-token-that-climbs",
        "list-pages-token-of-another-namespace",
      ],
    },
    {
      id: "2.2/bad-token",
      priority: "P1",
      text: "An invalid token is a 400 with the reason",
      cases: [
        "list-pages-token-of-another-version",
        "list-pages-token-without-version",
        "list-pages-token-without-start",
        "list-pages-token-that-climbs",
      ],
    },
    {
      id: "2.2/token-and-version",
      priority: "P1",
      text: "A token together with a version other than 0 is a 400",
      cases: ["list-pages-token-with-version", "read-continue-with-version"],
    },
    {
      id: "2.2/expired-token",
      priority: "P1",
      text: "A token of a compacted state is a 410 with a token that continues in the latest state",
      cases: ["list-pages-token-that-expired", "list-pages-token-for-the-present"],
      tests: [
        "packages/apiserver/src/endpoints/reads.test.ts > a token expires after at most ten minutes, with a token that continues at the current revision",
      ],
    },
    {
      id: "2.2/token-from-the-future",
      priority: "P1",
      text: "A token of a version that is too high is a 504",
      cases: ["list-pages-token-from-the-future"],
    },
    {
      id: "2.2/tokens-outlive-compaction",
      priority: "P1",
      text: "A recent token is served from memory, even after compaction",
      cases: ["list-pages-later-pages-show-the-past"],
    },
  ],
};
