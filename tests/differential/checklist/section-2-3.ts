// Section 2.3, requirements of the server: updates.
import { namesOf } from "../case.ts";
import { everyKindCases } from "../cases/every-kind.ts";
import { claimUpdateCases } from "../cases/storage/claim-update.ts";
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.3",
  title: "Updates",
  lines: [
    {
      id: "2.3/stale",
      priority: "P0",
      text: "A PUT of an old version is a conflict",
      cases: [...namesOf(everyKindCases), "config-map-update-stale", "update-versions"],
    },
    {
      id: "2.3/unconditional",
      priority: "P0",
      text: "A PUT without a version overwrites the object, except for kinds that require a version",
      cases: namesOf(everyKindCases),
    },
    {
      id: "2.3/demanded",
      priority: "P0",
      text: "A PUT without a version of a kind that requires one is a 422",
      cases: [
        "kind-coordination-k8s-io-leases",
        "kind-policy-poddisruptionbudgets",
        "kind-node-k8s-io-runtimeclasses",
        "kind-admissionregistration-k8s-io-mutatingwebhookconfigurations",
        "kind-admissionregistration-k8s-io-validatingwebhookconfigurations",
        "kind-storage-k8s-io-csidrivers",
        "kind-storage-k8s-io-csinodes",
        "kind-storage-k8s-io-csistoragecapacities",
      ],
    },
    {
      id: "2.3/no-change",
      priority: "P0",
      text: "A write that changes nothing is not stored",
      cases: ["update-versions"],
      tests: ["tests/contract/objects.test.ts > an update that changes nothing keeps the version"],
    },
    {
      id: "2.3/other-uid",
      priority: "P0",
      text: "A PUT with another uid is a conflict whose message contains the storage key",
      cases: namesOf(everyKindCases),
    },
    {
      id: "2.3/patched-uid",
      priority: "P0",
      text: "A patch of the uid is rejected as a change of an immutable field",
      cases: ["update-patches"],
    },
    {
      id: "2.3/names",
      priority: "P0",
      text: "The body and the path must have the same name and namespace",
      cases: ["update-names-of-bodies", "update-patches"],
    },
    {
      id: "2.3/put-back",
      priority: "P1",
      text: "Removed metadata of the server is restored; a deletionTimestamp cannot be set",
      cases: ["update-metadata", "update-patches"],
    },
    {
      id: "2.3/owners-twice",
      priority: "P1",
      text: "Duplicate owner references are merged with a warning",
      cases: ["create-owners-twice"],
    },
    {
      id: "2.3/no-new-finalizers",
      priority: "P0",
      text: "A terminating object accepts no new finalizers",
      cases: ["update-while-deleted"],
    },
    {
      id: "2.3/immutable-service",
      priority: "P0",
      text: "The address of a Service is immutable once it is set",
      cases: ["service-address-chosen", "service-change-headless"],
    },
    {
      id: "2.3/immutable-data",
      priority: "P0",
      text: "Immutable ConfigMaps and Secrets, and the type of a Secret, cannot be changed",
      cases: ["data-map-immutable", "data-map-becomes-immutable", "secret-immutable", "secret-update"],
    },
    {
      id: "2.3/immutable-node",
      priority: "P0",
      text: "Pod CIDRs and the provider ID of a Node can be set once",
      cases: ["node-update", "node-update-free"],
    },
    {
      id: "2.3/immutable-classes",
      priority: "P1",
      text: "The provisioner, parameters and modes of a StorageClass, the value of a PriorityClass and the controller of an IngressClass are immutable",
      cases: ["storage-class-update", "priority-class-update", "ingress-class-update"],
    },
    {
      id: "2.3/immutable-event",
      priority: "P1",
      text: "Only the series of an Event of events.k8s.io can be changed",
      cases: ["event-new-update"],
    },
    {
      id: "2.3/immutable-claim",
      priority: "P1",
      text: "Only the size and the attributes class of a bound claim can be changed",
      cases: ["kind-persistentvolumeclaims", ...namesOf(claimUpdateCases)],
    },
  ],
};
