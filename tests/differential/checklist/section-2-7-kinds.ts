// Section 2.7, requirements of the kinds other than Pods and workloads: defaults and validation.
import { namesOf } from "../case.ts";
import { serviceAccountCases } from "../cases/data-kinds.ts";
import { budgetCases } from "../cases/budgets.ts";
import { endpointSliceCases, endpointsCases } from "../cases/endpoints.ts";
import { everyKindCases, everyTableCases } from "../cases/every-kind.ts";
import { ingressCases, ingressClassCases, networkPolicyCases } from "../cases/networking.ts";
import { nodeCases } from "../cases/node.ts";
import { autoscalerCases, priorityClassCases, storageClassCases } from "../cases/policies.ts";
import { limitRangeCases, quotaCases } from "../cases/quotas.ts";
import { smallKindCases } from "../cases/small-kinds.ts";
import { serviceFieldCases } from "../cases/service.ts";
import { serviceAddressCases, serviceChangeCases, servicePortCases } from "../cases/service-lifecycle.ts";
import { capacityCases } from "../cases/storage/capacities.ts";
import { claimFieldCases, claimStatusCases } from "../cases/storage/claims.ts";
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.7",
  title: "Services, configuration, nodes and other kinds",
  lines: [
    {
      id: "2.7/service-defaults",
      priority: "P0",
      text: "A Service gets address, family, policies, affinity and target ports",
      cases: ["service-field-type", "service-field-ports", "service-address-chosen", "service-field-headless"],
    },
    {
      id: "2.7/service-node-ports",
      priority: "P0",
      text: "NodePort and LoadBalancer get ports on the nodes, by number or any",
      cases: namesOf(servicePortCases),
    },
    {
      id: "2.7/service-kept",
      priority: "P0",
      text: "An update that leaves out what was allocated keeps it; a deletion frees it",
      cases: ["service-address-chosen", "service-address-requested", "service-port-requested"],
    },
    {
      id: "2.7/service-headless",
      priority: "P0",
      text: "Headless Services without a selector get both families",
      cases: ["service-field-headless", "service-change-families"],
    },
    {
      id: "2.7/service-external-name",
      priority: "P0",
      text: "A Service that is a name gets no address, and cannot ask for one",
      cases: ["service-field-external-name", "service-change-external-name"],
    },
    {
      id: "2.7/service-errors",
      priority: "P0",
      text: "Every place of the validation of Services is reached, or is shown not to be",
      cases: [...namesOf(serviceFieldCases), ...namesOf(serviceAddressCases), ...namesOf(serviceChangeCases)],
    },
    {
      id: "2.7/service-types",
      priority: "P1",
      text: "A change of its type takes from a Service what the type had given it",
      cases: ["service-change-types", "service-change-headless", "service-port-health-check"],
    },
    {
      id: "2.7/service-status",
      priority: "P1",
      text: "The status of a Service names where its load balancer is",
      cases: ["service-change-status"],
    },
    {
      id: "2.7/service-addresses",
      priority: "P1",
      text: "Each allocated address is an IPAddress object",
      cases: ["service-address-requested"],
      tests: [
        "tests/contract/service-addresses.test.ts > an address is reviewed between the mutating and the validating review of its Service, as a request of the server",
        "tests/contract/service-addresses.test.ts > the delete of a Service deletes its address, which is reviewed, too",
      ],
    },
    {
      id: "2.7/secret",
      priority: "P0",
      text: "Texts fold into data; each type of Secret has what its users look for",
      cases: ["secret-keys", "secret-types"],
    },
    {
      id: "2.7/secret-pairs",
      priority: "P2",
      text: "A certificate and a key that are no pair bring a warning",
      cases: ["secret-types"],
      open: "the words about keys of unknown forms differ",
    },
    {
      id: "2.7/config-map",
      priority: "P0",
      text: "Keys have a form, and data together a size",
      cases: ["data-map-keys", "config-map-bad-key", "config-map-key-twice", "config-map-too-large"],
    },
    {
      id: "2.7/ingress",
      priority: "P0",
      text: "Every rule, host, path and backend of an Ingress is checked",
      cases: namesOf(ingressCases),
    },
    {
      id: "2.7/ingress-class",
      priority: "P1",
      text: "IngressClasses and their parameters are checked",
      cases: namesOf(ingressClassCases),
    },
    {
      id: "2.7/network-policy",
      priority: "P1",
      text: "NetworkPolicies, their ports and peers are checked",
      cases: namesOf(networkPolicyCases),
    },
    {
      id: "2.7/claim",
      priority: "P0",
      text: "Claims get a volume mode, a phase and a finalizer, and need access modes and a size",
      cases: [
        "kind-persistentvolumeclaims",
        "state-persistentvolumeclaims",
        "table-persistentvolumeclaims",
        ...namesOf(claimFieldCases),
        ...namesOf(claimStatusCases),
      ],
    },
    {
      id: "2.7/autoscaler",
      priority: "P0",
      text: "Autoscalers get one replica and a metric; both versions are one object",
      cases: [
        ...namesOf(autoscalerCases),
        "kind-autoscaling-v1-horizontalpodautoscalers",
        "kind-autoscaling-v2-horizontalpodautoscalers",
      ],
    },
    {
      id: "2.7/budget",
      priority: "P0",
      text: "A disruption budget has one of two limits, and zeros in its status",
      cases: ["kind-policy-poddisruptionbudgets", "state-policy-poddisruptionbudgets", ...namesOf(budgetCases)],
    },
    {
      id: "2.7/event-core",
      priority: "P0",
      text: "Events of core/v1 live with what they are about and print their empty fields",
      cases: ["event-old", "event-old-update", "kind-events"],
    },
    {
      id: "2.7/event-new",
      priority: "P0",
      text: "Events of events.k8s.io/v1 must have a reporting controller, an instance and an action",
      cases: ["event-new", "event-new-update"],
    },
    {
      id: "2.7/event-views",
      priority: "P0",
      text: "Both views are one store, field by field",
      cases: ["event-views"],
      tests: [
        "packages/apiserver/src/kinds/events/events.test.ts > an event that is written in one view is read in the other",
      ],
    },
    {
      id: "2.7/event-expiry",
      priority: "P0",
      text: "An event ends after an hour",
      tests: ["packages/apiserver/src/kinds/events/events.test.ts > an event expires an hour after its last write"],
    },
    {
      id: "2.7/lease",
      priority: "P0",
      text: "A Lease takes any holder, is made by a PUT and needs a version to change",
      cases: ["lease-fields", "lease-update", "kind-coordination-k8s-io-leases"],
    },
    {
      id: "2.7/endpoints",
      priority: "P0",
      text: "Endpoints warn on each request, check addresses and ports, and default to TCP",
      cases: [...namesOf(endpointsCases), "kind-endpoints"],
    },
    {
      id: "2.7/endpoint-slice",
      priority: "P0",
      text: "EndpointSlices get a port name and a protocol, and check addresses by their type",
      cases: namesOf(endpointSliceCases),
    },
    {
      id: "2.7/node",
      priority: "P0",
      text: "Nodes check taints, Pod networks, resources and what a kubelet reports",
      cases: namesOf(nodeCases),
    },
    {
      id: "2.7/service-account",
      priority: "P1",
      text: "ServiceAccounts keep names of secrets only, and give tokens within bounds",
      cases: namesOf(serviceAccountCases),
    },
    {
      id: "2.7/account-controllers",
      priority: "P1",
      text: "Each namespace gets an account default and the ConfigMap kube-root-ca.crt when controllers run",
      tests: [
        "packages/controlplane/src/control-plane.test.ts > every namespace gets a default service account, which is recreated after its deletion",
        "packages/controlplane/src/control-plane.test.ts > every namespace gets the CA certificate, which is restored after a change",
      ],
    },
    {
      id: "2.7/storage-class",
      priority: "P1",
      text: "StorageClasses, their parameters and topologies are checked",
      cases: namesOf(storageClassCases),
    },
    {
      id: "2.7/priority-class",
      priority: "P1",
      text: "PriorityClasses have a highest value, and names of the system are its own",
      cases: namesOf(priorityClassCases),
    },
    {
      id: "2.7/other-kinds",
      priority: "P2",
      text: "Every other kind lives, prints and is named as it should",
      cases: [
        ...namesOf(everyKindCases),
        ...namesOf(everyTableCases),
        ...namesOf(limitRangeCases),
        ...namesOf(quotaCases),
        ...namesOf(smallKindCases),
        ...namesOf(capacityCases),
      ],
      tests: [
        "tests/contract/flow-control.test.ts > subjects have the field of their kind only",
        "tests/contract/flow-control.test.ts > the specs of mandatory objects are fixed",
        "tests/contract/priority-levels.test.ts > a priority level of %j is refused",
      ],
      open: "PersistentVolumes, VolumeAttachments and the kinds of resource.k8s.io are validated by their schema alone",
    },
  ],
};
