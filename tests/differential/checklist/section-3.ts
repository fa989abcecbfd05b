// Section 3, requirements of all patches. Section 3.4 has those of server-side apply.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "3",
  title: "Patches",
  lines: [
    {
      id: "3/retried",
      priority: "P0",
      text: "A patch without a resourceVersion is applied again after a concurrent write",
      tests: ["tests/contract/patches.test.ts > concurrent patches without a version are all applied"],
    },
    {
      id: "3/precondition",
      priority: "P0",
      text: "A resourceVersion in a patch is a precondition: a stale one is a conflict",
      cases: ["json-patch-stale", "patch-merge-stale", "merge-patch-same-version", "strategic-merge-stale"],
      tests: [
        "tests/contract/patches.test.ts > a patch with a resourceVersion is rejected if there is a newer version",
      ],
    },
    {
      id: "3/absent",
      priority: "P0",
      text: "A patch of an absent object is a 404 and creates nothing, even for kinds that an update can create",
      cases: ["json-patch-absent", "patch-merge-absent", "merge-patch-custom-absent", "strategic-merge-absent"],
      tests: [
        "tests/contract/patches.test.ts > a patch does not create an object, not even of a kind that an update may create",
      ],
    },
  ],
};
