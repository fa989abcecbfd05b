// Section 2.6, requirements of the server: namespaces and their deletion.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.6",
  title: "Namespaces",
  lines: [
    {
      id: "2.6/as-created",
      priority: "P0",
      text: "A new namespace has a label with its name, the finalizer kubernetes and the phase Active",
      cases: ["namespace-as-created", "namespace-lifecycle-fields", "namespace-lifecycle-label"],
    },
    {
      id: "2.6/deleted",
      priority: "P0",
      text: "A deleted namespace is Terminating, without a grace period, until it is finalized",
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
      text: "Creates in a terminating namespace are rejected with 403 and a cause; other requests work",
      cases: ["namespace-terminating", "namespace-lifecycle-terminating"],
    },
    {
      id: "2.6/again",
      priority: "P0",
      text: "A create with the name of a terminating object is rejected with a message that states this",
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
      text: "Only the finalize subresource changes spec.finalizers",
      cases: ["namespace-lifecycle-finalize", "namespace-lifecycle-label"],
    },
    {
      id: "2.6/status",
      priority: "P1",
      text: "The phase is derived from the deletion and cannot contradict it",
      cases: ["namespace-lifecycle-status"],
    },
    {
      id: "2.6/emptied",
      priority: "P0",
      text: "The controller deletes the content of a namespace, and conditions show what remains",
      tests: [
        "packages/controlplane/src/namespace/namespace-controller.test.ts > a namespace with a blocking finalizer reports it, retries rarely, and is removed once the finalizer is removed",
      ],
    },
    {
      id: "2.6/at-start",
      priority: "P0",
      text: "A new cluster has its namespaces, the Service kubernetes with endpoints, priority classes and roles",
      tests: [
        "packages/apiserver/src/bootstrap/bootstrap.test.ts > a fresh cluster has the roles of a kube-apiserver",
        "packages/apiserver/src/bootstrap/bootstrap.test.ts > the Service kubernetes has the first address of the range, and no other Service gets it",
      ],
    },
  ],
};
