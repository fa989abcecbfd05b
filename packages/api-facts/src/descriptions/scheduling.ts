/** Descriptions of what decides on the node of a Pod. Format: `type-descriptions.ts`. */
export const scheduling: string = `
package io.k8s.api.core.v1

Affinity: Affinity for nodes, and affinity and anti-affinity for Pods.
  nodeAffinity: Rules by labels of the nodes.
  podAffinity: Rules that place the Pod near Pods that match.
  podAntiAffinity: Rules that place the Pod away from Pods that match.
NodeAffinity: Rules by labels of nodes. They apply when the Pod is scheduled, and not to Pods that already run.
  preferredDuringSchedulingIgnoredDuringExecution: Preferences. The scheduler adds the weights of those that a node meets.
  requiredDuringSchedulingIgnoredDuringExecution: Terms of which the node must meet at least one.
PreferredSchedulingTerm: A preference for nodes.
  preference: The nodes that are preferred. An empty term has no effect.
  weight: The weight of the preference, 1 to 100.
NodeSelector: A choice of nodes.
  nodeSelectorTerms: The terms, of which a node must match at least one.
NodeSelectorTerm: A choice of nodes: all requirements must hold. An empty term matches no node.
  matchExpressions: Requirements for labels of the node.
  matchFields: Requirements for fields of the node. Only metadata.name is supported.
NodeSelectorRequirement: A requirement for one label or field.
  key: The name of the label or field.
  operator: How the value is compared: In, NotIn, Exists, DoesNotExist, Gt or Lt.
  values: The values of In and NotIn; one integer for Gt and Lt; empty otherwise.
PodAffinity: Rules that place a Pod in the same domain as other Pods. They apply when it is scheduled.
  preferredDuringSchedulingIgnoredDuringExecution: Preferences. The scheduler adds the weights of those that a node meets.
  requiredDuringSchedulingIgnoredDuringExecution: Terms that must all hold.
PodAntiAffinity < PodAffinity: Rules that keep a Pod out of the domains of other Pods. They apply when it is scheduled.
WeightedPodAffinityTerm: A preference for or against domains with certain Pods.
  podAffinityTerm: The Pods and the domain.
  weight: The weight of the preference, 1 to 100.
PodAffinityTerm: A set of Pods, and the domain in which they are looked for.
  labelSelector: The labels of the Pods. Absent, it matches no Pod.
  matchLabelKeys: Labels whose values must equal those of the scheduled Pod. They are added to labelSelector at creation.
  mismatchLabelKeys: Labels whose values must differ from those of the scheduled Pod. They are added to labelSelector at creation.
  namespaceSelector: The labels of the namespaces of the Pods, in addition to namespaces. An empty selector matches all namespaces.
  namespaces: The namespaces of the Pods. Default, without namespaceSelector: that of the scheduled Pod.
  topologyKey: The label of nodes whose equal values make a domain, for example topology.kubernetes.io/zone.
Toleration: Taints that a Pod accepts.
  effect: The effect of the taint: NoSchedule, PreferNoSchedule or NoExecute. Default: all effects.
  key: The key of the taint. Empty with the operator Exists: all taints.
  operator: Equal (default), Exists for any value, or Lt and Gt for integers, which need the feature gate TaintTolerationComparisonOperators.
  tolerationSeconds: How long the Pod stays on a node with a NoExecute taint. Default: without limit. 0 and less evict at once.
  value: The value of the taint. Must be empty for Exists.
TopologySpreadConstraint: A limit for the uneven distribution of Pods over domains.
  labelSelector: The labels of the Pods that are counted, in the namespace of the Pod.
  matchLabelKeys: Labels whose values must equal those of the scheduled Pod. Needs labelSelector.
  maxSkew: The maximum difference to the domain with the fewest Pods. Minimum: 1.
  minDomains: If there are fewer domains, the smallest count is taken as 0. Needs DoNotSchedule. Default: 1.
  nodeAffinityPolicy: Whether only nodes that match nodeSelector and nodeAffinity count: Honor (default) or Ignore.
  nodeTaintsPolicy: Whether nodes with taints that are not tolerated are left out: Honor, or Ignore (default).
  topologyKey: The label of nodes whose equal values make a domain, for example topology.kubernetes.io/zone.
  whenUnsatisfiable: DoNotSchedule keeps the Pod pending; ScheduleAnyway only prefers nodes with less skew.
`;
