// What section 2.6 asks of the server: namespaces, and what happens in one that is being deleted.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.6",
  title: "Namespaces",
  lines: [
    {
      id: "2.6/as-created",
      priority: "P0",
      text: "A new namespace is labelled with its name, has the finalizer kubernetes and the phase Active",
      cases: ["namespace-as-created"],
    },
    {
      id: "2.6/terminating",
      priority: "P0",
      text: "In a namespace that is being deleted nothing is created (403 with a cause), and the rest still works",
      cases: ["namespace-terminating"],
    },
    {
      id: "2.6/protected",
      priority: "P0",
      text: "The namespaces default, kube-system and kube-public cannot be deleted",
      cases: ["namespace-default"],
    },
  ],
};
