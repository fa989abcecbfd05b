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
      text: "A Service is defaulted: address, family, policies, affinity and target ports",
      cases: ["service-field-type", "service-field-ports", "service-address-chosen", "service-field-headless"],
    },
    {
      id: "2.7/service-node-ports",
      priority: "P0",
      text: "NodePort and LoadBalancer get node ports, requested or allocated",
      cases: namesOf(servicePortCases),
    },
    {
      id: "2.7/service-kept",
      priority: "P0",
      text: "An update that omits an allocated value keeps it; a deletion releases it",
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
      text: "An ExternalName Service gets no address, and cannot request one",
      cases: ["service-field-external-name", "service-change-external-name"],
    },
    {
      id: "2.7/service-errors",
      priority: "P0",
      text: "Every error of the validation of Services is reached by a case, or listed as unreachable",
      cases: [...namesOf(serviceFieldCases), ...namesOf(serviceAddressCases), ...namesOf(serviceChangeCases)],
    },
    {
      id: "2.7/service-types",
      priority: "P1",
      text: "A change of the type removes the values that belong to the old type",
      cases: ["service-change-types", "service-change-headless", "service-port-health-check"],
    },
    {
      id: "2.7/service-status",
      priority: "P1",
      text: "The status of a Service has the address of its load balancer",
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
      text: "stringData is merged into data; each type of Secret requires its keys",
      cases: ["secret-keys", "secret-types"],
    },
    {
      id: "2.7/secret-pairs",
      priority: "P2",
      text: "A certificate and a key that do not match cause a warning",
      cases: ["secret-types"],
      open: "the messages about keys of unknown formats differ",
    },
    {
      id: "2.7/config-map",
      priority: "P0",
      text: "Keys are validated, and the total size of data is limited",
      cases: ["data-map-keys", "config-map-bad-key", "config-map-key-twice", "config-map-too-large"],
    },
    {
      id: "2.7/ingress",
      priority: "P0",
      text: "Every rule, host, path and backend of an Ingress is validated",
      cases: namesOf(ingressCases),
    },
    {
      id: "2.7/ingress-class",
      priority: "P1",
      text: "IngressClasses and their parameters are validated",
      cases: namesOf(ingressClassCases),
    },
    {
      id: "2.7/network-policy",
      priority: "P1",
      text: "NetworkPolicies, their ports and peers are validated",
      cases: namesOf(networkPolicyCases),
    },
    {
      id: "2.7/claim",
      priority: "P0",
      text: "Claims get a volume mode, a phase and a finalizer, and require access modes and a size",
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
      text: "Autoscalers are defaulted to one replica and a metric; both versions are one object",
      cases: [
        ...namesOf(autoscalerCases),
        "kind-autoscaling-v1-horizontalpodautoscalers",
        "kind-autoscaling-v2-horizontalpodautoscalers",
      ],
    },
    {
      id: "2.7/budget",
      priority: "P0",
      text: "A disruption budget has one of two limits, and its status contains zeros",
      cases: ["kind-policy-poddisruptionbudgets", "state-policy-poddisruptionbudgets", ...namesOf(budgetCases)],
    },
    {
      id: "2.7/event-core",
      priority: "P0",
      text: "Events of core/v1 are in the namespace of their object, and their empty fields are sent",
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
      text: "Both versions of Events are one object, with converted fields",
      cases: ["event-views"],
      tests: [
        "packages/apiserver/src/kinds/events/events.test.ts > an event that is written in one view is read in the other",
      ],
    },
    {
      id: "2.7/event-expiry",
      priority: "P0",
      text: "An Event expires after an hour",
      tests: ["packages/apiserver/src/kinds/events/events.test.ts > an event expires an hour after its last write"],
    },
    {
      id: "2.7/lease",
      priority: "P0",
      text: "A Lease accepts any holder, can be created by a PUT, and requires a version for updates",
      cases: ["lease-fields", "lease-update", "kind-coordination-k8s-io-leases"],
    },
    {
      id: "2.7/endpoints",
      priority: "P0",
      text: "Each request for Endpoints causes a warning; addresses and ports are validated, and the default protocol is TCP",
      cases: [...namesOf(endpointsCases), "kind-endpoints"],
    },
    {
      id: "2.7/endpoint-slice",
      priority: "P0",
      text: "EndpointSlices get a port name and a protocol, and addresses are validated by type",
      cases: namesOf(endpointSliceCases),
    },
    {
      id: "2.7/node",
      priority: "P0",
      text: "Taints, Pod CIDRs, resources and the status of Nodes are validated",
      cases: namesOf(nodeCases),
    },
    {
      id: "2.7/service-account",
      priority: "P1",
      text: "ServiceAccounts store only the names of secrets, and their tokens have limits",
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
      text: "StorageClasses, their parameters and topologies are validated",
      cases: namesOf(storageClassCases),
    },
    {
      id: "2.7/priority-class",
      priority: "P1",
      text: "PriorityClasses have a maximum value, and system names are reserved",
      cases: namesOf(priorityClassCases),
    },
    {
      id: "2.7/other-kinds",
      priority: "P2",
      text: "Every other kind is created, printed and named as on kube-apiserver",
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
    },
  ],
};
