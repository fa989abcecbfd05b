// Section 3.1, requirements of the server: JSON patches.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "3.1",
  title: "JSON patch",
  lines: [
    {
      id: "3.1/operations",
      priority: "P0",
      text: "add, remove, replace, move, copy and test conform to RFC 6902",
      cases: [
        "patch-json",
        "json-patch-list-item-field",
        "json-patch-list-whole",
        "json-patch-test-object",
        "json-patch-custom",
      ],
    },
    {
      id: "3.1/all-or-nothing",
      priority: "P0",
      text: "A patch with a failed operation changes nothing, and a patch with only tests writes nothing",
      cases: ["json-patch-later-step-fails", "json-patch-test-only"],
    },
    {
      id: "3.1/failure",
      priority: "P0",
      text: "A failed test, a missing path and an unknown operation are the same 422 without a reason",
      cases: [
        "patch-json-failed-test",
        "patch-json-missing-path",
        "patch-json-unknown-operation",
        "json-patch-no-operation",
        "json-patch-no-path",
        "json-patch-move-absent",
        "json-patch-below-a-text",
        "json-patch-into-own-child",
      ],
    },
    {
      id: "3.1/replace-absent",
      priority: "P1",
      text: "Replacing an absent key adds it, removing it fails; a test for null succeeds for an absent key",
      cases: ["patch-json-missing-path", "json-patch-test-absent", "json-patch-copy-absent"],
    },
    {
      id: "3.1/null",
      priority: "P1",
      text: "A null or omitted value is stored as the kind stores null",
      cases: ["json-patch-null-value", "json-patch-no-value"],
    },
    {
      id: "3.1/not-a-patch",
      priority: "P1",
      text: "A body that is not a list of operations is a 400 with the message of the decoder; null is a patch without operations",
      cases: [
        "patch-json-not-a-list",
        "patch-json-not-json",
        "json-patch-bodies",
        "json-patch-operation-of-wrong-type",
      ],
    },
    {
      id: "3.1/too-many",
      priority: "P1",
      text: "More than 10,000 operations are a 413, copies of more than 3 MiB in total a 422",
      cases: ["json-patch-too-many", "json-patch-many-copies"],
    },
    {
      id: "3.1/missing-parent",
      priority: "P0",
      text: "An add below a missing parent fails",
      cases: ["patch-json-missing-parent"],
    },
    {
      id: "3.1/lists",
      priority: "P0",
      text: "A dash appends, an index inserts; indexes beyond the end and malformed indexes fail, negative indexes count from the end",
      cases: [
        "json-patch-list-insert",
        "json-patch-list-append",
        "json-patch-list-beyond",
        "json-patch-list-odd-index",
        "json-patch-list-negative-index",
        "json-patch-finalizers",
      ],
    },
    {
      id: "3.1/escapes",
      priority: "P0",
      text: "In a path ~1 is a slash and ~0 a tilde",
      cases: ["json-patch-escapes"],
    },
    {
      id: "3.1/odd-paths",
      priority: "P2",
      text: "Paths without a leading slash, with an empty key and to the whole object behave as on kube-apiserver",
      cases: ["json-patch-no-slash", "json-patch-empty-key", "json-patch-root"],
    },
    {
      id: "3.1/identity",
      priority: "P0",
      text: "A patch that changes kind, name or namespace is rejected",
      cases: ["json-patch-other-kind", "json-patch-other-name", "json-patch-other-namespace", "json-patch-no-metadata"],
    },
    {
      id: "3.1/strict",
      priority: "P1",
      text: "Unknown and repeated keys of operations cause warnings, or are rejected with fieldValidation=Strict",
      cases: ["json-patch-unknown-key", "json-patch-key-twice", "json-patch-custom-strict"],
    },
    {
      id: "3.1/result",
      priority: "P0",
      text: "The result of a patch is validated like an update, and /status changes only the status",
      cases: ["patch-json-wrong-type", "json-patch-custom", "json-patch-custom-status"],
    },
    {
      id: "3.1/precondition",
      priority: "P0",
      text: "A resourceVersion that the patch writes is a precondition",
      cases: ["json-patch-stale", "json-patch-no-version"],
    },
    {
      id: "3.1/absent",
      priority: "P0",
      text: "Any patch of an absent object is a 404",
      cases: ["json-patch-absent"],
    },
  ],
};
