// Section 3.2, requirements of the server: merge patches.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "3.2",
  title: "Merge patch",
  lines: [
    {
      id: "3.2/merge",
      priority: "P0",
      text: "Null deletes, objects merge, lists are replaced (RFC 7386); nulls in new objects are dropped",
      cases: [
        "patch-merge",
        "merge-patch-null-deletes",
        "merge-patch-null-in-new",
        "merge-patch-list-replaced",
        "merge-patch-custom",
      ],
    },
    {
      id: "3.2/nothing",
      priority: "P0",
      text: "A patch that changes nothing keeps the resourceVersion",
      cases: ["patch-merge", "merge-patch-nothing", "merge-patch-own-type"],
    },
    {
      id: "3.2/bad-body",
      priority: "P0",
      text: "A body that is not a JSON object is a 400 with the message of the decoder",
      cases: ["patch-merge-bad-json", "patch-merge-list", "merge-patch-bodies"],
    },
    {
      id: "3.2/precondition",
      priority: "P0",
      text: "A resourceVersion or uid in the patch is a precondition",
      cases: [
        "patch-merge-stale",
        "patch-merge-uid",
        "merge-patch-same-version",
        "merge-patch-odd-version",
        "merge-patch-uid",
      ],
    },
    {
      id: "3.2/absent",
      priority: "P0",
      text: "Any patch of an absent object is a 404",
      cases: ["patch-merge-absent", "merge-patch-custom-absent"],
    },
    {
      id: "3.2/identity",
      priority: "P0",
      text: "A patch cannot change name or namespace; metadata of the server is ignored",
      cases: [
        "patch-merge-name",
        "merge-patch-other-namespace",
        "merge-patch-no-metadata",
        "merge-patch-read-only",
        "patch-merge-deletion",
      ],
    },
    {
      id: "3.2/finalizers",
      priority: "P0",
      text: "Finalizers are replaced like other lists, or removed by null",
      cases: ["merge-patch-finalizers"],
    },
    {
      id: "3.2/wrong-result",
      priority: "P1",
      text: "A built-in object that no longer decodes, or is of another kind, is a 422 about the patch as a whole",
      cases: ["patch-merge-wrong-type", "patch-merge-kind"],
    },
    {
      id: "3.2/wrong-custom-result",
      priority: "P1",
      text: "An invalid custom resource has the errors of its schema, another kind or version is an invalid field, invalid metadata is a 422 about the patch",
      cases: [
        "merge-patch-custom-wrong",
        "merge-patch-custom-label",
        "merge-patch-custom-labels",
        "merge-patch-bad-label",
      ],
    },
    {
      id: "3.2/strict",
      priority: "P1",
      text: "Unknown and repeated fields cause warnings, are rejected with fieldValidation=Strict, and ignored with Ignore",
      cases: [
        "patch-merge-unknown-strict",
        "patch-merge-unknown-warn",
        "merge-patch-key-twice",
        "merge-patch-unknown-ignored",
        "merge-patch-custom-unknown",
        "merge-patch-custom-strict",
      ],
    },
    {
      id: "3.2/status",
      priority: "P0",
      text: "Only /status changes the status, and it changes nothing else",
      cases: ["merge-patch-custom-status"],
    },
    {
      id: "3.2/options",
      priority: "P1",
      text: "A dry run stores nothing; force is rejected except for apply",
      cases: ["merge-patch-dry-run", "merge-patch-forced"],
    },
  ],
};
