/** Made by tools/facts/go-types.ts, never edited. */
export const pointerFields: string = `
io.k8s.api.admissionregistration.v1.MatchResources namespaceSelector objectSelector matchPolicy
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec paramRef matchResources
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec paramKind matchConstraints failurePolicy
io.k8s.api.admissionregistration.v1.MutatingWebhook failurePolicy matchPolicy namespaceSelector objectSelector sideEffects timeoutSeconds reinvocationPolicy
io.k8s.api.admissionregistration.v1.Mutation applyConfiguration jsonPatch
io.k8s.api.admissionregistration.v1.NamedRuleWithOperations scope
io.k8s.api.admissionregistration.v1.ParamRef selector parameterNotFoundAction
io.k8s.api.admissionregistration.v1.RuleWithOperations scope
io.k8s.api.admissionregistration.v1.ServiceReference path port
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec paramRef matchResources
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec paramKind matchConstraints failurePolicy
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus typeChecking
io.k8s.api.admissionregistration.v1.ValidatingWebhook failurePolicy matchPolicy namespaceSelector objectSelector sideEffects timeoutSeconds
io.k8s.api.admissionregistration.v1.Validation reason
io.k8s.api.admissionregistration.v1.WebhookClientConfig url service
io.k8s.api.apps.v1.DaemonSetSpec selector revisionHistoryLimit
io.k8s.api.apps.v1.DaemonSetStatus collisionCount
io.k8s.api.apps.v1.DaemonSetUpdateStrategy rollingUpdate
io.k8s.api.apps.v1.DeploymentSpec replicas selector revisionHistoryLimit progressDeadlineSeconds
io.k8s.api.apps.v1.DeploymentStatus terminatingReplicas collisionCount
io.k8s.api.apps.v1.DeploymentStrategy rollingUpdate
io.k8s.api.apps.v1.ReplicaSetSpec replicas selector
io.k8s.api.apps.v1.ReplicaSetStatus terminatingReplicas
io.k8s.api.apps.v1.RollingUpdateDaemonSet maxUnavailable maxSurge
io.k8s.api.apps.v1.RollingUpdateDeployment maxUnavailable maxSurge
io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy partition maxUnavailable
io.k8s.api.apps.v1.StatefulSetSpec replicas selector revisionHistoryLimit persistentVolumeClaimRetentionPolicy ordinals
io.k8s.api.apps.v1.StatefulSetStatus collisionCount
io.k8s.api.apps.v1.StatefulSetUpdateStrategy rollingUpdate
io.k8s.api.authentication.v1.TokenRequestSpec expirationSeconds boundObjectRef
io.k8s.api.authorization.v1.ResourceAttributes fieldSelector labelSelector
io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes nonResourceAttributes
io.k8s.api.authorization.v1.SubjectAccessReviewSpec resourceAttributes nonResourceAttributes
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec minReplicas targetCPUUtilizationPercentage
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentCPUUtilizationPercentage
io.k8s.api.autoscaling.v2.HPAScalingRules stabilizationWindowSeconds selectPolicy tolerance
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp scaleDown
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec minReplicas behavior
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime
io.k8s.api.autoscaling.v2.MetricIdentifier selector
io.k8s.api.autoscaling.v2.MetricSpec object pods resource containerResource external
io.k8s.api.autoscaling.v2.MetricStatus object pods resource containerResource external
io.k8s.api.autoscaling.v2.MetricTarget value averageValue averageUtilization
io.k8s.api.autoscaling.v2.MetricValueStatus value averageValue averageUtilization
io.k8s.api.batch.v1.CronJobSpec timeZone startingDeadlineSeconds suspend successfulJobsHistoryLimit failedJobsHistoryLimit
io.k8s.api.batch.v1.CronJobStatus lastScheduleTime lastSuccessfulTime
io.k8s.api.batch.v1.JobSpec parallelism completions activeDeadlineSeconds podFailurePolicy successPolicy backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector ttlSecondsAfterFinished completionMode suspend podReplacementPolicy managedBy
io.k8s.api.batch.v1.JobStatus startTime completionTime terminating failedIndexes uncountedTerminatedPods ready
io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement containerName
io.k8s.api.batch.v1.PodFailurePolicyRule onExitCodes
io.k8s.api.batch.v1.SuccessPolicyRule succeededIndexes succeededCount
io.k8s.api.certificates.v1.CertificateSigningRequestSpec expirationSeconds
io.k8s.api.coordination.v1.LeaseSpec holderIdentity leaseDurationSeconds acquireTime renewTime leaseTransitions strategy preferredHolder
io.k8s.api.core.v1.Affinity nodeAffinity podAffinity podAntiAffinity
io.k8s.api.core.v1.AppArmorProfile localhostProfile
io.k8s.api.core.v1.AzureDiskVolumeSource cachingMode fsType readOnly kind
io.k8s.api.core.v1.AzureFilePersistentVolumeSource secretNamespace
io.k8s.api.core.v1.CSIPersistentVolumeSource controllerPublishSecretRef nodeStageSecretRef nodePublishSecretRef controllerExpandSecretRef nodeExpandSecretRef
io.k8s.api.core.v1.CSIVolumeSource readOnly fsType nodePublishSecretRef
io.k8s.api.core.v1.CephFSPersistentVolumeSource secretRef
io.k8s.api.core.v1.CephFSVolumeSource secretRef
io.k8s.api.core.v1.CinderPersistentVolumeSource secretRef
io.k8s.api.core.v1.CinderVolumeSource secretRef
io.k8s.api.core.v1.ClientIPConfig timeoutSeconds
io.k8s.api.core.v1.ClusterTrustBundleProjection name signerName labelSelector optional
io.k8s.api.core.v1.ConfigMap immutable
io.k8s.api.core.v1.ConfigMapEnvSource optional
io.k8s.api.core.v1.ConfigMapKeySelector optional
io.k8s.api.core.v1.ConfigMapProjection optional
io.k8s.api.core.v1.ConfigMapVolumeSource defaultMode optional
io.k8s.api.core.v1.Container restartPolicy livenessProbe readinessProbe startupProbe lifecycle securityContext
io.k8s.api.core.v1.ContainerRestartRule exitCodes
io.k8s.api.core.v1.ContainerState waiting running terminated
io.k8s.api.core.v1.ContainerStatus started resources user stopSignal
io.k8s.api.core.v1.ContainerUser linux
io.k8s.api.core.v1.DownwardAPIVolumeFile fieldRef resourceFieldRef mode
io.k8s.api.core.v1.DownwardAPIVolumeSource defaultMode
io.k8s.api.core.v1.EmptyDirVolumeSource sizeLimit
io.k8s.api.core.v1.EndpointAddress nodeName targetRef
io.k8s.api.core.v1.EndpointPort appProtocol
io.k8s.api.core.v1.EnvFromSource configMapRef secretRef
io.k8s.api.core.v1.EnvVar valueFrom
io.k8s.api.core.v1.EnvVarSource fieldRef resourceFieldRef configMapKeyRef secretKeyRef fileKeyRef
io.k8s.api.core.v1.EphemeralContainer restartPolicy livenessProbe readinessProbe startupProbe lifecycle securityContext
io.k8s.api.core.v1.EphemeralVolumeSource volumeClaimTemplate
io.k8s.api.core.v1.Event series related
io.k8s.api.core.v1.FCVolumeSource lun
io.k8s.api.core.v1.FileKeySelector optional
io.k8s.api.core.v1.FlexPersistentVolumeSource secretRef
io.k8s.api.core.v1.FlexVolumeSource secretRef
io.k8s.api.core.v1.GRPCAction service
io.k8s.api.core.v1.GlusterfsPersistentVolumeSource endpointsNamespace
io.k8s.api.core.v1.HostPathVolumeSource type
io.k8s.api.core.v1.ISCSIPersistentVolumeSource secretRef initiatorName
io.k8s.api.core.v1.ISCSIVolumeSource secretRef initiatorName
io.k8s.api.core.v1.KeyToPath mode
io.k8s.api.core.v1.Lifecycle postStart preStop stopSignal
io.k8s.api.core.v1.LifecycleHandler exec httpGet tcpSocket sleep
io.k8s.api.core.v1.LoadBalancerIngress ipMode
io.k8s.api.core.v1.LocalVolumeSource fsType
io.k8s.api.core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution
io.k8s.api.core.v1.NodeConfigSource configMap
io.k8s.api.core.v1.NodeConfigStatus assigned active lastKnownGood
io.k8s.api.core.v1.NodeFeatures supplementalGroupsPolicy
io.k8s.api.core.v1.NodeRuntimeHandler features
io.k8s.api.core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts userNamespaces
io.k8s.api.core.v1.NodeSpec configSource
io.k8s.api.core.v1.NodeStatus config features
io.k8s.api.core.v1.NodeSwapStatus capacity
io.k8s.api.core.v1.NodeSystemInfo swap
io.k8s.api.core.v1.PersistentVolumeClaimSpec selector storageClassName volumeMode dataSource dataSourceRef volumeAttributesClassName
io.k8s.api.core.v1.PersistentVolumeClaimStatus currentVolumeAttributesClassName modifyVolumeStatus
io.k8s.api.core.v1.PersistentVolumeSpec gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd iscsi cinder cephfs fc flocker flexVolume azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO local storageos csi claimRef volumeMode nodeAffinity volumeAttributesClassName
io.k8s.api.core.v1.PersistentVolumeStatus lastPhaseTransitionTime
io.k8s.api.core.v1.PodAffinityTerm labelSelector namespaceSelector
io.k8s.api.core.v1.PodCertificateProjection maxExpirationSeconds
io.k8s.api.core.v1.PodDNSConfigOption value
io.k8s.api.core.v1.PodLogOptions sinceSeconds sinceTime tailLines limitBytes stream
io.k8s.api.core.v1.PodResourceClaim resourceClaimName resourceClaimTemplateName
io.k8s.api.core.v1.PodResourceClaimStatus resourceClaimName
io.k8s.api.core.v1.PodSchedulingGroup podGroupName
io.k8s.api.core.v1.PodSecurityContext seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroupsPolicy fsGroup fsGroupChangePolicy seccompProfile appArmorProfile seLinuxChangePolicy
io.k8s.api.core.v1.PodSpec terminationGracePeriodSeconds activeDeadlineSeconds automountServiceAccountToken shareProcessNamespace securityContext affinity priority dnsConfig runtimeClassName enableServiceLinks preemptionPolicy setHostnameAsFQDN os hostUsers resources hostnameOverride schedulingGroup
io.k8s.api.core.v1.PodStatus startTime extendedResourceClaimStatus resources
io.k8s.api.core.v1.PortStatus error
io.k8s.api.core.v1.Probe exec httpGet tcpSocket grpc terminationGracePeriodSeconds
io.k8s.api.core.v1.ProjectedVolumeSource defaultMode
io.k8s.api.core.v1.RBDPersistentVolumeSource secretRef
io.k8s.api.core.v1.RBDVolumeSource secretRef
io.k8s.api.core.v1.ReplicationControllerSpec replicas template
io.k8s.api.core.v1.ResourceHealth message
io.k8s.api.core.v1.ResourceQuotaSpec scopeSelector
io.k8s.api.core.v1.ScaleIOPersistentVolumeSource secretRef
io.k8s.api.core.v1.ScaleIOVolumeSource secretRef
io.k8s.api.core.v1.SeccompProfile localhostProfile
io.k8s.api.core.v1.Secret immutable
io.k8s.api.core.v1.SecretEnvSource optional
io.k8s.api.core.v1.SecretKeySelector optional
io.k8s.api.core.v1.SecretProjection optional
io.k8s.api.core.v1.SecretVolumeSource defaultMode optional
io.k8s.api.core.v1.SecurityContext capabilities privileged seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation procMount seccompProfile appArmorProfile
io.k8s.api.core.v1.ServiceAccount automountServiceAccountToken
io.k8s.api.core.v1.ServiceAccountTokenProjection expirationSeconds
io.k8s.api.core.v1.ServicePort appProtocol
io.k8s.api.core.v1.ServiceSpec sessionAffinityConfig ipFamilyPolicy allocateLoadBalancerNodePorts loadBalancerClass internalTrafficPolicy trafficDistribution
io.k8s.api.core.v1.SessionAffinityConfig clientIP
io.k8s.api.core.v1.StorageOSPersistentVolumeSource secretRef
io.k8s.api.core.v1.StorageOSVolumeSource secretRef
io.k8s.api.core.v1.Taint timeAdded
io.k8s.api.core.v1.Toleration tolerationSeconds
io.k8s.api.core.v1.TopologySpreadConstraint labelSelector minDomains nodeAffinityPolicy nodeTaintsPolicy
io.k8s.api.core.v1.TypedLocalObjectReference apiGroup
io.k8s.api.core.v1.TypedObjectReference apiGroup namespace
io.k8s.api.core.v1.Volume hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs persistentVolumeClaim rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile configMap vsphereVolume quobyte azureDisk photonPersistentDisk projected portworxVolume scaleIO storageos csi ephemeral image
io.k8s.api.core.v1.VolumeMount recursiveReadOnly mountPropagation
io.k8s.api.core.v1.VolumeMountStatus recursiveReadOnly volumeStatus
io.k8s.api.core.v1.VolumeNodeAffinity required
io.k8s.api.core.v1.VolumeProjection secret downwardAPI configMap serviceAccountToken clusterTrustBundle podCertificate
io.k8s.api.core.v1.VolumeStatus image
io.k8s.api.core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess
io.k8s.api.discovery.v1.Endpoint hostname targetRef nodeName zone hints
io.k8s.api.discovery.v1.EndpointConditions ready serving terminating
io.k8s.api.discovery.v1.EndpointPort name protocol port appProtocol
io.k8s.api.events.v1.Event series related
io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares lendablePercent
io.k8s.api.flowcontrol.v1.FlowSchemaSpec distinguisherMethod
io.k8s.api.flowcontrol.v1.LimitResponse queuing
io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares lendablePercent borrowingLimitPercent
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec limited exempt
io.k8s.api.flowcontrol.v1.Subject user group serviceAccount
io.k8s.api.networking.v1.HTTPIngressPath pathType
io.k8s.api.networking.v1.IPAddressSpec parentRef
io.k8s.api.networking.v1.IngressBackend service resource
io.k8s.api.networking.v1.IngressClassParametersReference apiGroup scope namespace
io.k8s.api.networking.v1.IngressClassSpec parameters
io.k8s.api.networking.v1.IngressPortStatus error
io.k8s.api.networking.v1.IngressRule http
io.k8s.api.networking.v1.IngressSpec ingressClassName defaultBackend
io.k8s.api.networking.v1.NetworkPolicyPeer podSelector namespaceSelector ipBlock
io.k8s.api.networking.v1.NetworkPolicyPort protocol port endPort
io.k8s.api.node.v1.RuntimeClass overhead scheduling
io.k8s.api.policy.v1.Eviction deleteOptions
io.k8s.api.policy.v1.PodDisruptionBudgetSpec minAvailable selector maxUnavailable unhealthyPodEvictionPolicy
io.k8s.api.rbac.v1.ClusterRole aggregationRule
io.k8s.api.resource.v1.AllocatedDeviceStatus shareID data networkData
io.k8s.api.resource.v1.AllocationResult nodeSelector allocationTimestamp
io.k8s.api.resource.v1.CapacityRequestPolicy default validRange
io.k8s.api.resource.v1.CapacityRequestPolicyRange min max step
io.k8s.api.resource.v1.Device nodeName nodeSelector allNodes bindsToNode allowMultipleAllocations
io.k8s.api.resource.v1.DeviceAllocationConfiguration opaque
io.k8s.api.resource.v1.DeviceAttribute int bool string version
io.k8s.api.resource.v1.DeviceCapacity requestPolicy
io.k8s.api.resource.v1.DeviceClaimConfiguration opaque
io.k8s.api.resource.v1.DeviceClassConfiguration opaque
io.k8s.api.resource.v1.DeviceClassSpec extendedResourceName
io.k8s.api.resource.v1.DeviceConstraint matchAttribute distinctAttribute
io.k8s.api.resource.v1.DeviceRequest exactly
io.k8s.api.resource.v1.DeviceRequestAllocationResult adminAccess shareID
io.k8s.api.resource.v1.DeviceSelector cel
io.k8s.api.resource.v1.DeviceSubRequest capacity
io.k8s.api.resource.v1.DeviceTaint timeAdded
io.k8s.api.resource.v1.DeviceToleration tolerationSeconds
io.k8s.api.resource.v1.ExactDeviceRequest adminAccess capacity
io.k8s.api.resource.v1.NodeAllocatableResourceMapping capacityKey allocationMultiplier
io.k8s.api.resource.v1.ResourceClaimStatus allocation
io.k8s.api.resource.v1.ResourceSliceSpec nodeName nodeSelector allNodes perDeviceNodeSelection
io.k8s.api.scheduling.v1.PriorityClass preemptionPolicy
io.k8s.api.storage.v1.CSIDriverSpec attachRequired podInfoOnMount storageCapacity fsGroupPolicy requiresRepublish seLinuxMount nodeAllocatableUpdatePeriodSeconds serviceAccountTokenInSecrets preventPodSchedulingIfMissing
io.k8s.api.storage.v1.CSINodeDriver allocatable
io.k8s.api.storage.v1.CSIStorageCapacity nodeTopology capacity maximumVolumeSize
io.k8s.api.storage.v1.StorageClass reclaimPolicy allowVolumeExpansion volumeBindingMode
io.k8s.api.storage.v1.TokenRequest expirationSeconds
io.k8s.api.storage.v1.VolumeAttachmentSource persistentVolumeName inlineVolumeSpec
io.k8s.api.storage.v1.VolumeAttachmentStatus attachError detachError
io.k8s.api.storage.v1.VolumeError errorCode
io.k8s.api.storage.v1.VolumeNodeResources count
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionReview request response
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion webhook
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec conversion
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion deprecationWarning schema subresources
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale labelSelectorPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources status scale
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation openAPIV3Schema
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps $ref default maximum minimum maxLength minLength maxItems minItems multipleOf maxProperties minProperties items not additionalProperties additionalItems externalDocs example x-kubernetes-preserve-unknown-fields x-kubernetes-list-type x-kubernetes-map-type
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference path port
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule reason optionalOldSelf
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig url service
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion clientConfig
io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions gracePeriodSeconds preconditions orphanDependents propagationPolicy ignoreStoreReadErrorWithClusterBreakingPotential
io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta remainingItemCount shardInfo
io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions timeoutSeconds sendInitialEvents
io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry time fieldsV1
io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta deletionTimestamp deletionGracePeriodSeconds
io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference controller blockOwnerDeletion
io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions force
io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions uid resourceVersion
io.k8s.apimachinery.pkg.apis.meta.v1.Status details
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec service
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference port
`;
