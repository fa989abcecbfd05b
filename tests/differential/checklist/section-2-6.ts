// Section 2.6, requirements of the server: namespaces and their deletion.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.6",
  title: "Namespaces",
  lines: [
    {
      id: "2.6/as-created",
      priority: "P0",
      text: "A new namespace is labelled with its name, has the finalizer kubernetes and the phase Active",
      cases: ["namespace-as-created", "namespace-lifecycle-fields", "namespace-lifecycle-label"],
    },
    {
      id: "2.6/deleted",
      priority: "P0",
      text: "A namespace that is deleted is Terminating, without a grace period, until it is finalized",
      cases: [
        "namespace-finalized",
        "namespace-lifecycle-finalize",
        "namespace-lifecycle-held",
        "namespace-lifecycle-deletes",
      ],
    },
    {
      id: "2.6/terminating",
      priority: "P0",
      text: "In a namespace that is being deleted nothing is created (403 with a cause), and the rest still works",
      cases: ["namespace-terminating", "namespace-lifecycle-terminating"],
    },
    {
      id: "2.6/again",
      priority: "P0",
      text: "The name of an object that is being deleted stays taken, and the error says so",
      cases: ["namespace-terminating", "delete-recreate-while-held"],
    },
    {
      id: "2.6/protected",
      priority: "P0",
      text: "The namespaces default, kube-system and kube-public cannot be deleted",
      cases: ["namespace-default", "namespace-lifecycle-deletes"],
    },
    {
      id: "2.6/finalize",
      priority: "P0",
      text: "Only the finalize subresource changes the finalizers of the content",
      cases: ["namespace-lifecycle-finalize", "namespace-lifecycle-label"],
    },
    {
      id: "2.6/status",
      priority: "P1",
      text: "The phase follows the deletion and cannot be set against it",
      cases: ["namespace-lifecycle-status"],
    },
    {
      id: "2.6/emptied",
      priority: "P0",
      text: "The controller empties a namespace and says by conditions what is left",
      tests: [
        "packages/controlplane/src/namespace/namespace-controller.test.ts > a namespace that a finalizer blocks reports it, retries rarely, and is removed once the finalizer is",
      ],
    },
    {
      id: "2.6/at-start",
      priority: "P0",
      text: "A fresh cluster has its namespaces, its own Service with endpoints, priority classes and roles",
      tests: [
        "packages/apiserver/src/bootstrap/bootstrap.test.ts > a fresh cluster has the roles of a kube-apiserver",
        "packages/apiserver/src/bootstrap/bootstrap.test.ts > the Service kubernetes has the first address of the range, and no other Service gets it",
      ],
    },
  ],
};
