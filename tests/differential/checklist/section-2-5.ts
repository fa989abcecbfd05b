// Section 2.5, requirements of the server: deletion.
import { namesOf } from "../case.ts";
import { everyKindCases } from "../cases/every-kind.ts";
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.5",
  title: "Deletion",
  lines: [
    {
      id: "2.5/at-once",
      priority: "P0",
      text: "An object without finalizers and grace period is deleted immediately, and the response is a Status with its uid",
      cases: ["delete-plain", "kind-configmaps", "kind-secrets", "kind-apps-deployments"],
    },
    {
      id: "2.5/answers-object",
      priority: "P0",
      text: "For some kinds the response is the object",
      cases: [
        "kind-pods",
        "kind-services",
        "kind-namespaces",
        "kind-persistentvolumeclaims",
        "kind-persistentvolumes",
        "kind-serviceaccounts",
        "kind-resourcequotas",
        "kind-podtemplates",
        "kind-storage-k8s-io-storageclasses",
        "kind-storage-k8s-io-csidrivers",
        "kind-storage-k8s-io-csinodes",
        "kind-resource-k8s-io-deviceclasses",
        "kind-resource-k8s-io-resourceclaims",
        "kind-resource-k8s-io-resourceclaimtemplates",
        "kind-resource-k8s-io-resourceslices",
      ],
    },
    {
      id: "2.5/body",
      priority: "P0",
      text: "Delete options may omit kind and version, but must not have others",
      cases: ["delete-rules-options", "delete-unknown-option", "delete-bad-body"],
    },
    {
      id: "2.5/finalizers",
      priority: "P0",
      text: "An object with finalizers becomes terminating, and is removed with its last finalizer",
      cases: [...namesOf(everyKindCases), "delete-with-finalizer", "delete-rules-held"],
    },
    {
      id: "2.5/again",
      priority: "P0",
      text: "A delete of a terminating object responds with 200 and changes nothing",
      cases: ["delete-rules-held"],
    },
    {
      id: "2.5/propagation",
      priority: "P0",
      text: "Foreground and Orphan add a finalizer for the garbage collector, Background does not",
      cases: ["delete-foreground", "delete-orphan", "delete-rules-propagation"],
    },
    {
      id: "2.5/bad-policy",
      priority: "P0",
      text: "Unknown and contradictory policies are rejected",
      cases: ["delete-bad-policy", "delete-both-policies", "delete-rules-options"],
    },
    {
      id: "2.5/jobs",
      priority: "P0",
      text: "Jobs and ReplicationControllers orphan their Pods by default, Jobs with a warning",
      cases: ["delete-rules-job", "kind-batch-jobs", "kind-replicationcontrollers"],
    },
    {
      id: "2.5/preconditions",
      priority: "P0",
      text: "A delete may have a uid and a version as preconditions",
      cases: [
        "delete-uid-precondition",
        "delete-version-precondition",
        "delete-rules-options",
        "namespace-lifecycle-deletes",
      ],
    },
    {
      id: "2.5/pod-grace",
      priority: "P0",
      text: "A Pod on a node gets its grace period, which a later delete may shorten or end, but not extend",
      cases: ["delete-rules-pod-on-node", "delete-rules-pod-held"],
    },
    {
      id: "2.5/pod-at-once",
      priority: "P0",
      text: "A Pod without a node, or a completed Pod, is deleted immediately",
      cases: ["delete-rules-pod-unscheduled", "delete-rules-pod-ended"],
    },
    {
      id: "2.5/collection",
      priority: "P0",
      text: "A collection is deleted by selectors, each object as by a single delete, and the response is the list of objects",
      cases: ["delete-collection", "delete-rules-collection"],
    },
    {
      id: "2.5/dry-run",
      priority: "P1",
      text: "A dry run of a delete has the response of a real delete",
      cases: ["delete-dry-run", "create-dry-run", "delete-rules-pod-on-node"],
    },
  ],
};
