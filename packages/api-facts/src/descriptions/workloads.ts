/** Descriptions of the kinds of the group apps. Format: `type-descriptions.ts`. */
export const workloads: string = `
package io.k8s.api.apps.v1

kind Deployment: Equal Pods, with controlled updates from one version of the template to the next.
  spec: The desired number of Pods, their template, and how they are replaced.
  status: What the controller has observed.
DeploymentSpec: The desired state of a Deployment.
  minReadySeconds: How long a Pod must be ready before it counts as available, in seconds. Default: 0.
  paused: Whether the controller ignores changes of the template. Default: false.
  progressDeadlineSeconds: Seconds without progress after which the condition Progressing becomes False. The controller continues. Default: 600.
  replicas: The number of Pods. Default: 1.
  revisionHistoryLimit: How many old ReplicaSets are kept for rollbacks. Default: 10.
  selector: The labels of the Pods. The template must have them, and they cannot be changed.
  strategy: How Pods are replaced when the template changes.
  template: The Pods to create. Their restartPolicy must be Always.
DeploymentStrategy: The update strategy of a Deployment.
  rollingUpdate: The limits of a rolling update. Only for type RollingUpdate.
  type: RollingUpdate (default) replaces Pods step by step; Recreate first removes all.
RollingUpdateDeployment: Limits for replaced Pods, of which one must be above 0.
  maxSurge: How many Pods above replicas may exist, as a number or a percentage (rounded up). Default: 25%.
  maxUnavailable: How many Pods may be unavailable, as a number or a percentage (rounded down). Default: 25%.
DeploymentStatus: The observed state of a Deployment.
  availableReplicas: Pods that have been ready for minReadySeconds.
  collisionCount: How often a hash of the template collided. The controller uses it in names of ReplicaSets.
  conditions: The conditions Available, Progressing and ReplicaFailure.
  observedGeneration: The metadata.generation that the controller has processed last.
  readyReplicas: Pods that are ready.
  replicas: All Pods that match the selector and are not terminating.
  terminatingReplicas: Pods that are terminating.
  unavailableReplicas: Pods that are missing for full availability: they do not exist yet, or are not available.
  updatedReplicas: Pods that have the current template.
DeploymentCondition < Condition: One aspect of the state of a Deployment.
  lastUpdateTime: When the condition was last written.
  type: Available, Progressing or ReplicaFailure.

kind ReplicaSet: A constant number of equal Pods. Deployments create and scale them.
  spec: The desired number of Pods and their template.
  status: What the controller has observed.
ReplicaSetSpec: The desired state of a ReplicaSet.
  minReadySeconds: How long a Pod must be ready before it counts as available, in seconds. Default: 0.
  replicas: The number of Pods. Default: 1.
  selector: The labels of the Pods. The template must have them, and they cannot be changed.
  template: The Pods to create. A change has no effect on existing Pods.
ReplicaSetStatus: The observed state of a ReplicaSet.
  availableReplicas: Pods that have been ready for minReadySeconds.
  conditions: The condition ReplicaFailure.
  fullyLabeledReplicas: Pods that have all labels of the template.
  observedGeneration: The metadata.generation that the controller has processed last.
  readyReplicas: Pods that are ready.
  replicas: All Pods that match the selector and are not terminating.
  terminatingReplicas: Pods that are terminating.
ReplicaSetCondition < Condition: One aspect of the state of a ReplicaSet.
  type: ReplicaFailure.

kind StatefulSet: Pods with stable names and storage: <name>-0, <name>-1 and so on.
  spec: The desired number of Pods, their template and their claims.
  status: What the controller has observed.
StatefulSetSpec: The desired state of a StatefulSet. Selector, serviceName, podManagementPolicy and volumeClaimTemplates cannot be changed.
  minReadySeconds: How long a Pod must be ready before it counts as available, in seconds. Default: 0.
  ordinals: The numbers in the names of the Pods. Default: from 0.
  persistentVolumeClaimRetentionPolicy: What happens to the claims of removed Pods. Default: they are kept.
  podManagementPolicy: OrderedReady (default) starts Pods one after the other, each when the one before is ready; Parallel starts them at once.
  replicas: The number of Pods. Default: 1.
  revisionHistoryLimit: How many old revisions of the template are kept. Default: 10.
  selector: The labels of the Pods. The template must have them.
  serviceName: The Service that gives the Pods their DNS names, <pod>.<service>.<namespace>.svc. The user creates it.
  template: The Pods to create. Their restartPolicy must be Always.
  updateStrategy: How Pods are replaced when the template changes.
  volumeClaimTemplates: Claims to create for each Pod, named <template>-<pod>. They precede volumes of the same name in the template.
StatefulSetOrdinals: How Pods are numbered.
  start: The number of the first Pod. Default: 0.
StatefulSetPersistentVolumeClaimRetentionPolicy: What happens to claims: Retain or Delete.
  whenDeleted: Retain (default) or Delete, when the StatefulSet is deleted.
  whenScaled: Retain (default) or Delete, for Pods that a smaller number of replicas removes.
StatefulSetUpdateStrategy: The update strategy of a StatefulSet.
  rollingUpdate: Settings of a rolling update. Only for type RollingUpdate.
  type: RollingUpdate (default) replaces Pods from the highest number down; OnDelete waits until each is deleted.
RollingUpdateStatefulSetStrategy: Which Pods are replaced, and how many at once.
  maxUnavailable: How many Pods may be unavailable, as a number or a percentage (rounded up). Default: 1. Needs the feature gate MaxUnavailableStatefulSet.
  partition: Only Pods with this number or a higher one are updated. Default: 0.
StatefulSetStatus: The observed state of a StatefulSet.
  availableReplicas: Pods that have been ready for minReadySeconds.
  collisionCount: How often a hash of the template collided. The controller uses it in names of revisions.
  conditions: Conditions of the StatefulSet. Kubernetes itself sets none.
  currentReplicas: Pods of the revision currentRevision.
  currentRevision: The revision of Pods that are not updated yet.
  observedGeneration: The metadata.generation that the controller has processed last.
  readyReplicas: Pods that are ready.
  replicas: Pods that the controller has created.
  updateRevision: The revision of the current template.
  updatedReplicas: Pods of the revision updateRevision.
StatefulSetCondition < Condition: One aspect of the state of a StatefulSet.

kind DaemonSet: One Pod on each node, or on each node that matches.
  spec: The template of the Pods, and how they are replaced.
  status: What the controller has observed.
DaemonSetSpec: The desired state of a DaemonSet.
  minReadySeconds: How long a Pod must be ready before it counts as available, in seconds. Default: 0.
  revisionHistoryLimit: How many old revisions of the template are kept. Default: 10.
  selector: The labels of the Pods. The template must have them, and they cannot be changed.
  template: The Pods to create: one on each node that matches nodeSelector and affinity. Their restartPolicy must be Always.
  updateStrategy: How Pods are replaced when the template changes.
DaemonSetUpdateStrategy: The update strategy of a DaemonSet.
  rollingUpdate: The limits of a rolling update. Only for type RollingUpdate.
  type: RollingUpdate (default) replaces Pods step by step; OnDelete waits until each is deleted.
RollingUpdateDaemonSet: Limits for replaced Pods, of which exactly one must be above 0.
  maxSurge: On how many nodes the new Pod may start before the old one is removed, as a number or a percentage (rounded up). Default: 0.
  maxUnavailable: On how many nodes the Pod may be unavailable, as a number or a percentage (rounded up). Default: 1.
DaemonSetStatus: The observed state of a DaemonSet.
  collisionCount: How often a hash of the template collided. The controller uses it in names of revisions.
  conditions: Conditions of the DaemonSet. Kubernetes itself sets none.
  currentNumberScheduled: Nodes that must have the Pod, and have at least one.
  desiredNumberScheduled: Nodes that must have the Pod.
  numberAvailable: Nodes that must have the Pod, and on which one has been ready for minReadySeconds.
  numberMisscheduled: Nodes that have the Pod, and must not have it.
  numberReady: Nodes that must have the Pod, and on which one is ready.
  numberUnavailable: Nodes that must have the Pod, and on which none is available.
  observedGeneration: The metadata.generation that the controller has processed last.
  updatedNumberScheduled: Nodes on which the Pod has the current template.
DaemonSetCondition < Condition: One aspect of the state of a DaemonSet.
`;
