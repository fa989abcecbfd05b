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
      text: "Without finalizers and grace an object goes at once, and the answer is a Status with its uid",
      cases: ["delete-plain", "kind-configmaps", "kind-secrets", "kind-apps-deployments"],
    },
    {
      id: "2.5/answers-object",
      priority: "P0",
      text: "Some kinds answer with the object all the same",
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
      text: "Options of a delete may lack kind and version, and may not be of another",
      cases: ["delete-rules-options", "delete-unknown-option", "delete-bad-body"],
    },
    {
      id: "2.5/finalizers",
      priority: "P0",
      text: "With finalizers an object stays, marked, and goes with the last of them",
      cases: [...namesOf(everyKindCases), "delete-with-finalizer", "delete-rules-held"],
    },
    {
      id: "2.5/again",
      priority: "P0",
      text: "A delete of what is being deleted answers 200 and changes nothing",
      cases: ["delete-rules-held"],
    },
    {
      id: "2.5/propagation",
      priority: "P0",
      text: "Foreground and Orphan leave a finalizer for the garbage collector, Background none",
      cases: ["delete-foreground", "delete-orphan", "delete-rules-propagation"],
    },
    {
      id: "2.5/bad-policy",
      priority: "P0",
      text: "Unknown policies, and two ways to say it, are refused",
      cases: ["delete-bad-policy", "delete-both-policies", "delete-rules-options"],
    },
    {
      id: "2.5/jobs",
      priority: "P0",
      text: "Jobs and replication controllers leave their Pods by default, Jobs with a warning",
      cases: ["delete-rules-job", "kind-batch-jobs", "kind-replicationcontrollers"],
    },
    {
      id: "2.5/preconditions",
      priority: "P0",
      text: "A delete may be bound to a uid and a version",
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
      text: "A Pod on a node gets its grace, which a later delete may shorten, never lengthen, and end",
      cases: ["delete-rules-pod-on-node", "delete-rules-pod-held"],
    },
    {
      id: "2.5/pod-at-once",
      priority: "P0",
      text: "A Pod that no node has, or that has ended, goes at once",
      cases: ["delete-rules-pod-unscheduled", "delete-rules-pod-ended"],
    },
    {
      id: "2.5/collection",
      priority: "P0",
      text: "A collection is deleted by selectors, each object by the rules for one, and answered as it was",
      cases: ["delete-collection", "delete-rules-collection"],
    },
    {
      id: "2.5/dry-run",
      priority: "P1",
      text: "A dry run of a delete answers as if",
      cases: ["delete-dry-run", "create-dry-run", "delete-rules-pod-on-node"],
    },
  ],
};
