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
      text: "A PUT of an old version conflicts",
      cases: [...namesOf(everyKindCases), "config-map-update-stale", "update-versions"],
    },
    {
      id: "2.3/unconditional",
      priority: "P0",
      text: "A PUT without a version overwrites, but for the kinds that demand one",
      cases: namesOf(everyKindCases),
    },
    {
      id: "2.3/demanded",
      priority: "P0",
      text: "Kinds that demand a version answer 422 without one",
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
      text: "A PUT of another uid conflicts and names where the object is kept",
      cases: namesOf(everyKindCases),
    },
    {
      id: "2.3/patched-uid",
      priority: "P0",
      text: "A patch of the uid is refused as a change of what is immutable",
      cases: ["update-patches"],
    },
    {
      id: "2.3/names",
      priority: "P0",
      text: "Body and path name the same object",
      cases: ["update-names-of-bodies", "update-patches"],
    },
    {
      id: "2.3/put-back",
      priority: "P1",
      text: "What is cleared of the server's metadata is put back; a time of deletion cannot be set",
      cases: ["update-metadata", "update-patches"],
    },
    {
      id: "2.3/owners-twice",
      priority: "P1",
      text: "Owners that come twice are merged with a warning",
      cases: ["create-owners-twice"],
    },
    {
      id: "2.3/no-new-finalizers",
      priority: "P0",
      text: "What is being deleted takes no new finalizers",
      cases: ["update-while-deleted"],
    },
    {
      id: "2.3/immutable-service",
      priority: "P0",
      text: "The address of a Service may not change once it is set",
      cases: ["service-address-chosen", "service-change-headless"],
    },
    {
      id: "2.3/immutable-data",
      priority: "P0",
      text: "Immutable ConfigMaps and Secrets, and the type of a Secret, stay as they are",
      cases: ["data-map-immutable", "data-map-becomes-immutable", "secret-immutable", "secret-update"],
    },
    {
      id: "2.3/immutable-node",
      priority: "P0",
      text: "Pod networks and provider of a Node are set once",
      cases: ["node-update", "node-update-free"],
    },
    {
      id: "2.3/immutable-classes",
      priority: "P1",
      text: "Provisioner, parameters and modes of a StorageClass, the value of a PriorityClass and the controller of an IngressClass stay as they are",
      cases: ["storage-class-update", "priority-class-update", "ingress-class-update"],
    },
    {
      id: "2.3/immutable-event",
      priority: "P1",
      text: "Of an event of events.k8s.io only the series goes on",
      cases: ["event-new-update"],
    },
    {
      id: "2.3/immutable-claim",
      priority: "P1",
      text: "A claim changes in nothing but its size and attributes class once it is bound",
      cases: ["kind-persistentvolumeclaims", ...namesOf(claimUpdateCases)],
    },
  ],
};
