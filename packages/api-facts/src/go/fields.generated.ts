/** Made by tools/facts/go-types.ts, never edited. */
export const goTypes: string = `
io.k8s.api.admissionregistration.v1.ApplyConfiguration expression
io.k8s.api.admissionregistration.v1.AuditAnnotation key valueExpression
io.k8s.api.admissionregistration.v1.ExpressionWarning fieldRef warning
io.k8s.api.admissionregistration.v1.JSONPatch expression
io.k8s.api.admissionregistration.v1.MatchCondition name expression
io.k8s.api.admissionregistration.v1.MatchResources namespaceSelector objectSelector resourceRules excludeResourceRules matchPolicy:v1.MatchPolicyType
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec policyName paramRef matchResources
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec paramKind matchConstraints variables mutations failurePolicy:v1.FailurePolicyType matchConditions reinvocationPolicy:v1.ReinvocationPolicyType
io.k8s.api.admissionregistration.v1.MutatingWebhook name clientConfig rules failurePolicy:v1.FailurePolicyType matchPolicy:v1.MatchPolicyType namespaceSelector objectSelector sideEffects:v1.SideEffectClass timeoutSeconds admissionReviewVersions reinvocationPolicy:v1.ReinvocationPolicyType matchConditions
io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration TypeMeta.kind TypeMeta.apiVersion metadata webhooks
io.k8s.api.admissionregistration.v1.MutatingWebhookConfigurationList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.Mutation patchType:v1.PatchType applyConfiguration jsonPatch
io.k8s.api.admissionregistration.v1.NamedRuleWithOperations resourceNames RuleWithOperations.operations:[]v1.OperationType RuleWithOperations.Rule.apiGroups RuleWithOperations.Rule.apiVersions RuleWithOperations.Rule.resources RuleWithOperations.Rule.scope:v1.ScopeType
io.k8s.api.admissionregistration.v1.ParamKind apiVersion kind
io.k8s.api.admissionregistration.v1.ParamRef name namespace selector parameterNotFoundAction:v1.ParameterNotFoundActionType
io.k8s.api.admissionregistration.v1.RuleWithOperations operations:[]v1.OperationType Rule.apiGroups Rule.apiVersions Rule.resources Rule.scope:v1.ScopeType
io.k8s.api.admissionregistration.v1.ServiceReference namespace name path port
io.k8s.api.admissionregistration.v1.TypeChecking expressionWarnings
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec policyName paramRef matchResources validationActions:[]v1.ValidationAction
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec paramKind matchConstraints validations failurePolicy:v1.FailurePolicyType auditAnnotations matchConditions variables
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus observedGeneration typeChecking conditions
io.k8s.api.admissionregistration.v1.ValidatingWebhook name clientConfig rules failurePolicy:v1.FailurePolicyType matchPolicy:v1.MatchPolicyType namespaceSelector objectSelector sideEffects:v1.SideEffectClass timeoutSeconds admissionReviewVersions matchConditions
io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration TypeMeta.kind TypeMeta.apiVersion metadata webhooks
io.k8s.api.admissionregistration.v1.ValidatingWebhookConfigurationList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.admissionregistration.v1.Validation expression message reason:v1.StatusReason messageExpression
io.k8s.api.admissionregistration.v1.Variable name expression
io.k8s.api.admissionregistration.v1.WebhookClientConfig url service caBundle
io.k8s.api.apps.v1.ControllerRevision TypeMeta.kind TypeMeta.apiVersion metadata data revision
io.k8s.api.apps.v1.ControllerRevisionList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.apps.v1.DaemonSet TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.apps.v1.DaemonSetCondition type:v1.DaemonSetConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.apps.v1.DaemonSetList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.apps.v1.DaemonSetSpec selector template updateStrategy minReadySeconds revisionHistoryLimit
io.k8s.api.apps.v1.DaemonSetStatus currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration updatedNumberScheduled numberAvailable numberUnavailable collisionCount conditions
io.k8s.api.apps.v1.DaemonSetUpdateStrategy type:v1.DaemonSetUpdateStrategyType rollingUpdate
io.k8s.api.apps.v1.Deployment TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.apps.v1.DeploymentCondition type:v1.DeploymentConditionType status:v1.ConditionStatus lastUpdateTime lastTransitionTime reason message
io.k8s.api.apps.v1.DeploymentList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.apps.v1.DeploymentSpec replicas selector template strategy minReadySeconds revisionHistoryLimit paused progressDeadlineSeconds
io.k8s.api.apps.v1.DeploymentStatus observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas conditions collisionCount
io.k8s.api.apps.v1.DeploymentStrategy type:v1.DeploymentStrategyType rollingUpdate
io.k8s.api.apps.v1.ReplicaSet TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.apps.v1.ReplicaSetCondition type:v1.ReplicaSetConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.apps.v1.ReplicaSetList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.apps.v1.ReplicaSetSpec replicas minReadySeconds selector template
io.k8s.api.apps.v1.ReplicaSetStatus replicas fullyLabeledReplicas readyReplicas availableReplicas terminatingReplicas observedGeneration conditions
io.k8s.api.apps.v1.RollingUpdateDaemonSet maxUnavailable maxSurge
io.k8s.api.apps.v1.RollingUpdateDeployment maxUnavailable maxSurge
io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy partition maxUnavailable
io.k8s.api.apps.v1.StatefulSet TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.apps.v1.StatefulSetCondition type:v1.StatefulSetConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.apps.v1.StatefulSetList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.apps.v1.StatefulSetOrdinals start
io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:v1.PersistentVolumeClaimRetentionPolicyType whenScaled:v1.PersistentVolumeClaimRetentionPolicyType
io.k8s.api.apps.v1.StatefulSetSpec replicas selector template volumeClaimTemplates serviceName podManagementPolicy:v1.PodManagementPolicyType updateStrategy revisionHistoryLimit minReadySeconds persistentVolumeClaimRetentionPolicy ordinals
io.k8s.api.apps.v1.StatefulSetStatus observedGeneration replicas readyReplicas currentReplicas updatedReplicas currentRevision updateRevision collisionCount conditions availableReplicas
io.k8s.api.apps.v1.StatefulSetUpdateStrategy type:v1.StatefulSetUpdateStrategyType rollingUpdate
io.k8s.api.authentication.v1.BoundObjectReference kind apiVersion name uid:types.UID
io.k8s.api.authentication.v1.SelfSubjectReview TypeMeta.kind TypeMeta.apiVersion metadata status
io.k8s.api.authentication.v1.SelfSubjectReviewStatus userInfo
io.k8s.api.authentication.v1.TokenRequest TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authentication.v1.TokenRequestSpec audiences expirationSeconds boundObjectRef
io.k8s.api.authentication.v1.TokenRequestStatus token expirationTimestamp
io.k8s.api.authentication.v1.TokenReview TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authentication.v1.TokenReviewSpec token audiences
io.k8s.api.authentication.v1.TokenReviewStatus authenticated user audiences error
io.k8s.api.authentication.v1.UserInfo username uid groups extra:map[string]v1.ExtraValue
io.k8s.api.authorization.v1.FieldSelectorAttributes rawSelector requirements
io.k8s.api.authorization.v1.LabelSelectorAttributes rawSelector requirements
io.k8s.api.authorization.v1.LocalSubjectAccessReview TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authorization.v1.NonResourceAttributes path verb
io.k8s.api.authorization.v1.NonResourceRule verbs nonResourceURLs
io.k8s.api.authorization.v1.ResourceAttributes namespace verb group version resource subresource name fieldSelector labelSelector
io.k8s.api.authorization.v1.ResourceRule verbs apiGroups resources resourceNames
io.k8s.api.authorization.v1.SelfSubjectAccessReview TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes nonResourceAttributes
io.k8s.api.authorization.v1.SelfSubjectRulesReview TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec namespace
io.k8s.api.authorization.v1.SubjectAccessReview TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.authorization.v1.SubjectAccessReviewSpec resourceAttributes nonResourceAttributes user groups extra:map[string]v1.ExtraValue uid
io.k8s.api.authorization.v1.SubjectAccessReviewStatus allowed denied reason evaluationError
io.k8s.api.authorization.v1.SubjectRulesReviewStatus resourceRules nonResourceRules incomplete evaluationError
io.k8s.api.autoscaling.v1.CrossVersionObjectReference kind name apiVersion
io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas targetCPUUtilizationPercentage
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas currentCPUUtilizationPercentage
io.k8s.api.autoscaling.v1.Scale TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.autoscaling.v1.ScaleSpec replicas
io.k8s.api.autoscaling.v1.ScaleStatus replicas selector
io.k8s.api.autoscaling.v2.ContainerResourceMetricSource name:v1.ResourceName target container
io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus name:v1.ResourceName current container
io.k8s.api.autoscaling.v2.CrossVersionObjectReference kind name apiVersion
io.k8s.api.autoscaling.v2.ExternalMetricSource metric target
io.k8s.api.autoscaling.v2.ExternalMetricStatus metric current
io.k8s.api.autoscaling.v2.HPAScalingPolicy type:v2.HPAScalingPolicyType value periodSeconds
io.k8s.api.autoscaling.v2.HPAScalingRules stabilizationWindowSeconds selectPolicy:v2.ScalingPolicySelect policies tolerance
io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp scaleDown
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition type:v2.HorizontalPodAutoscalerConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec scaleTargetRef minReplicas maxReplicas metrics behavior
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration lastScaleTime currentReplicas desiredReplicas currentMetrics conditions
io.k8s.api.autoscaling.v2.MetricIdentifier name selector
io.k8s.api.autoscaling.v2.MetricSpec type:v2.MetricSourceType object pods resource containerResource external
io.k8s.api.autoscaling.v2.MetricStatus type:v2.MetricSourceType object pods resource containerResource external
io.k8s.api.autoscaling.v2.MetricTarget type:v2.MetricTargetType value averageValue averageUtilization
io.k8s.api.autoscaling.v2.MetricValueStatus value averageValue averageUtilization
io.k8s.api.autoscaling.v2.ObjectMetricSource describedObject target metric
io.k8s.api.autoscaling.v2.ObjectMetricStatus metric current describedObject
io.k8s.api.autoscaling.v2.PodsMetricSource metric target
io.k8s.api.autoscaling.v2.PodsMetricStatus metric current
io.k8s.api.autoscaling.v2.ResourceMetricSource name:v1.ResourceName target
io.k8s.api.autoscaling.v2.ResourceMetricStatus name:v1.ResourceName current
io.k8s.api.batch.v1.CronJob TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.batch.v1.CronJobList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.batch.v1.CronJobSpec schedule timeZone startingDeadlineSeconds concurrencyPolicy:v1.ConcurrencyPolicy suspend jobTemplate successfulJobsHistoryLimit failedJobsHistoryLimit
io.k8s.api.batch.v1.CronJobStatus active lastScheduleTime lastSuccessfulTime
io.k8s.api.batch.v1.Job TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.batch.v1.JobCondition type:v1.JobConditionType status:v1.ConditionStatus lastProbeTime lastTransitionTime reason message
io.k8s.api.batch.v1.JobList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.batch.v1.JobSpec parallelism completions activeDeadlineSeconds podFailurePolicy successPolicy backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector template ttlSecondsAfterFinished completionMode:v1.CompletionMode suspend podReplacementPolicy:v1.PodReplacementPolicy managedBy
io.k8s.api.batch.v1.JobStatus conditions startTime completionTime active succeeded failed terminating completedIndexes failedIndexes uncountedTerminatedPods ready
io.k8s.api.batch.v1.JobTemplateSpec metadata spec
io.k8s.api.batch.v1.PodFailurePolicy rules
io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement containerName operator:v1.PodFailurePolicyOnExitCodesOperator values
io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern type:v1.PodConditionType status:v1.ConditionStatus
io.k8s.api.batch.v1.PodFailurePolicyRule action:v1.PodFailurePolicyAction onExitCodes onPodConditions
io.k8s.api.batch.v1.SuccessPolicy rules
io.k8s.api.batch.v1.SuccessPolicyRule succeededIndexes succeededCount
io.k8s.api.batch.v1.UncountedTerminatedPods succeeded:[]types.UID failed:[]types.UID
io.k8s.api.certificates.v1.CertificateSigningRequest TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.certificates.v1.CertificateSigningRequestCondition type:v1.RequestConditionType status:v1.ConditionStatus reason message lastUpdateTime lastTransitionTime
io.k8s.api.certificates.v1.CertificateSigningRequestList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.certificates.v1.CertificateSigningRequestSpec request signerName expirationSeconds usages:[]v1.KeyUsage username uid groups extra:map[string]v1.ExtraValue
io.k8s.api.certificates.v1.CertificateSigningRequestStatus conditions certificate
io.k8s.api.coordination.v1.Lease TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.coordination.v1.LeaseList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.coordination.v1.LeaseSpec holderIdentity leaseDurationSeconds acquireTime renewTime leaseTransitions strategy:v1.CoordinatedLeaseStrategy preferredHolder
io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource volumeID fsType partition readOnly
io.k8s.api.core.v1.Affinity nodeAffinity podAffinity podAntiAffinity
io.k8s.api.core.v1.AppArmorProfile type:v1.AppArmorProfileType localhostProfile
io.k8s.api.core.v1.AttachedVolume name:v1.UniqueVolumeName devicePath
io.k8s.api.core.v1.AzureDiskVolumeSource diskName diskURI cachingMode:v1.AzureDataDiskCachingMode fsType readOnly kind:v1.AzureDataDiskKind
io.k8s.api.core.v1.AzureFilePersistentVolumeSource secretName shareName readOnly secretNamespace
io.k8s.api.core.v1.AzureFileVolumeSource secretName shareName readOnly
io.k8s.api.core.v1.Binding TypeMeta.kind TypeMeta.apiVersion metadata target
io.k8s.api.core.v1.CSIPersistentVolumeSource driver volumeHandle readOnly fsType volumeAttributes controllerPublishSecretRef nodeStageSecretRef nodePublishSecretRef controllerExpandSecretRef nodeExpandSecretRef
io.k8s.api.core.v1.CSIVolumeSource driver readOnly fsType volumeAttributes nodePublishSecretRef
io.k8s.api.core.v1.Capabilities add:[]v1.Capability drop:[]v1.Capability
io.k8s.api.core.v1.CephFSPersistentVolumeSource monitors path user secretFile secretRef readOnly
io.k8s.api.core.v1.CephFSVolumeSource monitors path user secretFile secretRef readOnly
io.k8s.api.core.v1.CinderPersistentVolumeSource volumeID fsType readOnly secretRef
io.k8s.api.core.v1.CinderVolumeSource volumeID fsType readOnly secretRef
io.k8s.api.core.v1.ClientIPConfig timeoutSeconds
io.k8s.api.core.v1.ClusterTrustBundleProjection name signerName labelSelector optional path
io.k8s.api.core.v1.ComponentCondition type:v1.ComponentConditionType status:v1.ConditionStatus message error
io.k8s.api.core.v1.ComponentStatus TypeMeta.kind TypeMeta.apiVersion metadata conditions
io.k8s.api.core.v1.ComponentStatusList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ConfigMap TypeMeta.kind TypeMeta.apiVersion metadata immutable data binaryData
io.k8s.api.core.v1.ConfigMapEnvSource LocalObjectReference.name optional
io.k8s.api.core.v1.ConfigMapKeySelector LocalObjectReference.name key optional
io.k8s.api.core.v1.ConfigMapList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ConfigMapNodeConfigSource namespace name uid:types.UID resourceVersion kubeletConfigKey
io.k8s.api.core.v1.ConfigMapProjection LocalObjectReference.name items optional
io.k8s.api.core.v1.ConfigMapVolumeSource LocalObjectReference.name items defaultMode optional
io.k8s.api.core.v1.Container name image command args workingDir ports envFrom env resources resizePolicy restartPolicy:v1.ContainerRestartPolicy restartPolicyRules volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy:v1.TerminationMessagePolicy imagePullPolicy:v1.PullPolicy securityContext stdin stdinOnce tty
io.k8s.api.core.v1.ContainerExtendedResourceRequest containerName resourceName requestName
io.k8s.api.core.v1.ContainerImage names sizeBytes
io.k8s.api.core.v1.ContainerPort name hostPort containerPort protocol:v1.Protocol hostIP
io.k8s.api.core.v1.ContainerResizePolicy resourceName:v1.ResourceName restartPolicy:v1.ResourceResizeRestartPolicy
io.k8s.api.core.v1.ContainerRestartRule action:v1.ContainerRestartRuleAction exitCodes
io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes operator:v1.ContainerRestartRuleOnExitCodesOperator values
io.k8s.api.core.v1.ContainerState waiting running terminated
io.k8s.api.core.v1.ContainerStateRunning startedAt
io.k8s.api.core.v1.ContainerStateTerminated exitCode signal reason message startedAt finishedAt containerID
io.k8s.api.core.v1.ContainerStateWaiting reason message
io.k8s.api.core.v1.ContainerStatus name state lastState ready restartCount image imageID containerID started allocatedResources:v1.ResourceList resources volumeMounts user allocatedResourcesStatus stopSignal:v1.Signal
io.k8s.api.core.v1.ContainerUser linux
io.k8s.api.core.v1.DaemonEndpoint Port
io.k8s.api.core.v1.DownwardAPIProjection items
io.k8s.api.core.v1.DownwardAPIVolumeFile path fieldRef resourceFieldRef mode
io.k8s.api.core.v1.DownwardAPIVolumeSource items defaultMode
io.k8s.api.core.v1.EmptyDirVolumeSource medium:v1.StorageMedium sizeLimit
io.k8s.api.core.v1.EndpointAddress ip hostname nodeName targetRef
io.k8s.api.core.v1.EndpointPort name port protocol:v1.Protocol appProtocol
io.k8s.api.core.v1.EndpointSubset addresses notReadyAddresses ports
io.k8s.api.core.v1.Endpoints TypeMeta.kind TypeMeta.apiVersion metadata subsets
io.k8s.api.core.v1.EndpointsList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.EnvFromSource prefix configMapRef secretRef
io.k8s.api.core.v1.EnvVar name value valueFrom
io.k8s.api.core.v1.EnvVarSource fieldRef resourceFieldRef configMapKeyRef secretKeyRef fileKeyRef
io.k8s.api.core.v1.EphemeralContainer EphemeralContainerCommon.name EphemeralContainerCommon.image EphemeralContainerCommon.command EphemeralContainerCommon.args EphemeralContainerCommon.workingDir EphemeralContainerCommon.ports EphemeralContainerCommon.envFrom EphemeralContainerCommon.env EphemeralContainerCommon.resources EphemeralContainerCommon.resizePolicy EphemeralContainerCommon.restartPolicy:v1.ContainerRestartPolicy EphemeralContainerCommon.restartPolicyRules EphemeralContainerCommon.volumeMounts EphemeralContainerCommon.volumeDevices EphemeralContainerCommon.livenessProbe EphemeralContainerCommon.readinessProbe EphemeralContainerCommon.startupProbe EphemeralContainerCommon.lifecycle EphemeralContainerCommon.terminationMessagePath EphemeralContainerCommon.terminationMessagePolicy:v1.TerminationMessagePolicy EphemeralContainerCommon.imagePullPolicy:v1.PullPolicy EphemeralContainerCommon.securityContext EphemeralContainerCommon.stdin EphemeralContainerCommon.stdinOnce EphemeralContainerCommon.tty targetContainerName
io.k8s.api.core.v1.EphemeralVolumeSource volumeClaimTemplate
io.k8s.api.core.v1.Event TypeMeta.kind TypeMeta.apiVersion metadata involvedObject reason message source firstTimestamp lastTimestamp count type eventTime series action related reportingComponent reportingInstance
io.k8s.api.core.v1.EventList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.EventSeries count lastObservedTime
io.k8s.api.core.v1.EventSource component host
io.k8s.api.core.v1.ExecAction command
io.k8s.api.core.v1.FCVolumeSource targetWWNs lun fsType readOnly wwids
io.k8s.api.core.v1.FileKeySelector volumeName path key optional
io.k8s.api.core.v1.FlexPersistentVolumeSource driver fsType secretRef readOnly options
io.k8s.api.core.v1.FlexVolumeSource driver fsType secretRef readOnly options
io.k8s.api.core.v1.FlockerVolumeSource datasetName datasetUUID
io.k8s.api.core.v1.GCEPersistentDiskVolumeSource pdName fsType partition readOnly
io.k8s.api.core.v1.GRPCAction port service
io.k8s.api.core.v1.GitRepoVolumeSource repository revision directory
io.k8s.api.core.v1.GlusterfsPersistentVolumeSource endpoints path readOnly endpointsNamespace
io.k8s.api.core.v1.GlusterfsVolumeSource endpoints path readOnly
io.k8s.api.core.v1.HTTPGetAction path port host scheme:v1.URIScheme httpHeaders
io.k8s.api.core.v1.HTTPHeader name value
io.k8s.api.core.v1.HostAlias ip hostnames
io.k8s.api.core.v1.HostIP ip
io.k8s.api.core.v1.HostPathVolumeSource path type:v1.HostPathType
io.k8s.api.core.v1.ISCSIPersistentVolumeSource targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery chapAuthSession secretRef initiatorName
io.k8s.api.core.v1.ISCSIVolumeSource targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery chapAuthSession secretRef initiatorName
io.k8s.api.core.v1.ImageVolumeSource reference pullPolicy:v1.PullPolicy
io.k8s.api.core.v1.ImageVolumeStatus imageRef
io.k8s.api.core.v1.KeyToPath key path mode
io.k8s.api.core.v1.Lifecycle postStart preStop stopSignal:v1.Signal
io.k8s.api.core.v1.LifecycleHandler exec httpGet tcpSocket sleep
io.k8s.api.core.v1.LimitRange TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.core.v1.LimitRangeItem type:v1.LimitType max:v1.ResourceList min:v1.ResourceList default:v1.ResourceList defaultRequest:v1.ResourceList maxLimitRequestRatio:v1.ResourceList
io.k8s.api.core.v1.LimitRangeList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.LimitRangeSpec limits
io.k8s.api.core.v1.LinuxContainerUser uid gid supplementalGroups
io.k8s.api.core.v1.List TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.LoadBalancerIngress ip hostname ipMode:v1.LoadBalancerIPMode ports
io.k8s.api.core.v1.LoadBalancerStatus ingress
io.k8s.api.core.v1.LocalObjectReference name
io.k8s.api.core.v1.LocalVolumeSource path fsType
io.k8s.api.core.v1.ModifyVolumeStatus targetVolumeAttributesClassName status:v1.PersistentVolumeClaimModifyVolumeStatus
io.k8s.api.core.v1.NFSVolumeSource server path readOnly
io.k8s.api.core.v1.Namespace TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.NamespaceCondition type:v1.NamespaceConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.core.v1.NamespaceList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.NamespaceSpec finalizers:[]v1.FinalizerName
io.k8s.api.core.v1.NamespaceStatus phase:v1.NamespacePhase conditions
io.k8s.api.core.v1.Node TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.NodeAddress type:v1.NodeAddressType address
io.k8s.api.core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus resourceClaimName containers resources:map[v1.ResourceName]resource.Quantity
io.k8s.api.core.v1.NodeCondition type:v1.NodeConditionType status:v1.ConditionStatus lastHeartbeatTime lastTransitionTime reason message
io.k8s.api.core.v1.NodeConfigSource configMap
io.k8s.api.core.v1.NodeConfigStatus assigned active lastKnownGood error
io.k8s.api.core.v1.NodeDaemonEndpoints kubeletEndpoint
io.k8s.api.core.v1.NodeFeatures supplementalGroupsPolicy
io.k8s.api.core.v1.NodeList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.NodeProxyOptions TypeMeta.kind TypeMeta.apiVersion path
io.k8s.api.core.v1.NodeRuntimeHandler name features
io.k8s.api.core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts userNamespaces
io.k8s.api.core.v1.NodeSelector nodeSelectorTerms
io.k8s.api.core.v1.NodeSelectorRequirement key operator:v1.NodeSelectorOperator values
io.k8s.api.core.v1.NodeSelectorTerm matchExpressions matchFields
io.k8s.api.core.v1.NodeSpec podCIDR podCIDRs providerID unschedulable taints configSource externalID
io.k8s.api.core.v1.NodeStatus capacity:v1.ResourceList allocatable:v1.ResourceList phase:v1.NodePhase conditions addresses daemonEndpoints nodeInfo images volumesInUse:[]v1.UniqueVolumeName volumesAttached config runtimeHandlers features declaredFeatures
io.k8s.api.core.v1.NodeSwapStatus capacity
io.k8s.api.core.v1.NodeSystemInfo machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion kubeletVersion kubeProxyVersion operatingSystem architecture swap
io.k8s.api.core.v1.ObjectFieldSelector apiVersion fieldPath
io.k8s.api.core.v1.ObjectReference kind namespace name uid:types.UID apiVersion resourceVersion fieldPath
io.k8s.api.core.v1.PersistentVolume TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.PersistentVolumeClaim TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.PersistentVolumeClaimCondition type:v1.PersistentVolumeClaimConditionType status:v1.ConditionStatus lastProbeTime lastTransitionTime reason message
io.k8s.api.core.v1.PersistentVolumeClaimList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.PersistentVolumeClaimSpec accessModes:[]v1.PersistentVolumeAccessMode selector resources volumeName storageClassName volumeMode:v1.PersistentVolumeMode dataSource dataSourceRef volumeAttributesClassName
io.k8s.api.core.v1.PersistentVolumeClaimStatus phase:v1.PersistentVolumeClaimPhase accessModes:[]v1.PersistentVolumeAccessMode capacity:v1.ResourceList conditions allocatedResources:v1.ResourceList allocatedResourceStatuses:map[v1.ResourceName]v1.ClaimResourceStatus currentVolumeAttributesClassName modifyVolumeStatus
io.k8s.api.core.v1.PersistentVolumeClaimTemplate metadata spec
io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource claimName readOnly
io.k8s.api.core.v1.PersistentVolumeList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.PersistentVolumeSpec capacity:v1.ResourceList PersistentVolumeSource.gcePersistentDisk PersistentVolumeSource.awsElasticBlockStore PersistentVolumeSource.hostPath PersistentVolumeSource.glusterfs PersistentVolumeSource.nfs PersistentVolumeSource.rbd PersistentVolumeSource.iscsi PersistentVolumeSource.cinder PersistentVolumeSource.cephfs PersistentVolumeSource.fc PersistentVolumeSource.flocker PersistentVolumeSource.flexVolume PersistentVolumeSource.azureFile PersistentVolumeSource.vsphereVolume PersistentVolumeSource.quobyte PersistentVolumeSource.azureDisk PersistentVolumeSource.photonPersistentDisk PersistentVolumeSource.portworxVolume PersistentVolumeSource.scaleIO PersistentVolumeSource.local PersistentVolumeSource.storageos PersistentVolumeSource.csi accessModes:[]v1.PersistentVolumeAccessMode claimRef persistentVolumeReclaimPolicy:v1.PersistentVolumeReclaimPolicy storageClassName mountOptions volumeMode:v1.PersistentVolumeMode nodeAffinity volumeAttributesClassName
io.k8s.api.core.v1.PersistentVolumeStatus phase:v1.PersistentVolumePhase message reason lastPhaseTransitionTime
io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource pdID fsType
io.k8s.api.core.v1.Pod TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
io.k8s.api.core.v1.PodAffinityTerm labelSelector namespaces topologyKey namespaceSelector matchLabelKeys mismatchLabelKeys
io.k8s.api.core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution
io.k8s.api.core.v1.PodAttachOptions TypeMeta.kind TypeMeta.apiVersion stdin stdout stderr tty container
io.k8s.api.core.v1.PodCertificateProjection signerName keyType maxExpirationSeconds credentialBundlePath keyPath certificateChainPath userAnnotations
io.k8s.api.core.v1.PodCondition type:v1.PodConditionType observedGeneration status:v1.ConditionStatus lastProbeTime lastTransitionTime reason message
io.k8s.api.core.v1.PodDNSConfig nameservers searches options
io.k8s.api.core.v1.PodDNSConfigOption name value
io.k8s.api.core.v1.PodExecOptions TypeMeta.kind TypeMeta.apiVersion stdin stdout stderr tty container command
io.k8s.api.core.v1.PodExtendedResourceClaimStatus requestMappings resourceClaimName
io.k8s.api.core.v1.PodIP ip
io.k8s.api.core.v1.PodList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.PodLogOptions TypeMeta.kind TypeMeta.apiVersion container follow previous sinceSeconds sinceTime timestamps tailLines limitBytes insecureSkipTLSVerifyBackend stream
io.k8s.api.core.v1.PodOS name:v1.OSName
io.k8s.api.core.v1.PodPortForwardOptions TypeMeta.kind TypeMeta.apiVersion ports
io.k8s.api.core.v1.PodProxyOptions TypeMeta.kind TypeMeta.apiVersion path
io.k8s.api.core.v1.PodReadinessGate conditionType:v1.PodConditionType
io.k8s.api.core.v1.PodResourceClaim name resourceClaimName resourceClaimTemplateName
io.k8s.api.core.v1.PodResourceClaimStatus name resourceClaimName
io.k8s.api.core.v1.PodSchedulingGate name
io.k8s.api.core.v1.PodSchedulingGroup podGroupName
io.k8s.api.core.v1.PodSecurityContext seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy:v1.SupplementalGroupsPolicy fsGroup sysctls fsGroupChangePolicy:v1.PodFSGroupChangePolicy seccompProfile appArmorProfile seLinuxChangePolicy:v1.PodSELinuxChangePolicy
io.k8s.api.core.v1.PodSpec volumes initContainers containers ephemeralContainers restartPolicy:v1.RestartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy:v1.DNSPolicy nodeSelector serviceAccountName serviceAccount automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace securityContext imagePullSecrets hostname subdomain affinity schedulerName tolerations hostAliases priorityClassName priority dnsConfig readinessGates runtimeClassName enableServiceLinks preemptionPolicy:v1.PreemptionPolicy overhead:v1.ResourceList topologySpreadConstraints setHostnameAsFQDN os hostUsers schedulingGates resourceClaims resources hostnameOverride schedulingGroup
io.k8s.api.core.v1.PodStatus observedGeneration phase:v1.PodPhase conditions message reason nominatedNodeName hostIP hostIPs podIP podIPs startTime initContainerStatuses containerStatuses qosClass:v1.PodQOSClass ephemeralContainerStatuses resize:v1.PodResizeStatus resourceClaimStatuses extendedResourceClaimStatus allocatedResources:v1.ResourceList resources nodeAllocatableResourceClaimStatuses
io.k8s.api.core.v1.PodStatusResult TypeMeta.kind TypeMeta.apiVersion metadata status
io.k8s.api.core.v1.PodTemplate TypeMeta.kind TypeMeta.apiVersion metadata template
io.k8s.api.core.v1.PodTemplateList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.PodTemplateSpec metadata spec
io.k8s.api.core.v1.PortStatus port protocol:v1.Protocol error
io.k8s.api.core.v1.PortworxVolumeSource volumeID fsType readOnly
io.k8s.api.core.v1.PreferredSchedulingTerm weight preference
io.k8s.api.core.v1.Probe ProbeHandler.exec ProbeHandler.httpGet ProbeHandler.tcpSocket ProbeHandler.grpc initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold terminationGracePeriodSeconds
io.k8s.api.core.v1.ProjectedVolumeSource sources defaultMode
io.k8s.api.core.v1.QuobyteVolumeSource registry volume readOnly user group tenant
io.k8s.api.core.v1.RBDPersistentVolumeSource monitors image fsType pool user keyring secretRef readOnly
io.k8s.api.core.v1.RBDVolumeSource monitors image fsType pool user keyring secretRef readOnly
io.k8s.api.core.v1.RangeAllocation TypeMeta.kind TypeMeta.apiVersion metadata range data
io.k8s.api.core.v1.ReplicationController TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.ReplicationControllerCondition type:v1.ReplicationControllerConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.core.v1.ReplicationControllerList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ReplicationControllerSpec replicas minReadySeconds selector template
io.k8s.api.core.v1.ReplicationControllerStatus replicas fullyLabeledReplicas readyReplicas availableReplicas observedGeneration conditions
io.k8s.api.core.v1.ResourceClaim name request
io.k8s.api.core.v1.ResourceFieldSelector containerName resource divisor
io.k8s.api.core.v1.ResourceHealth resourceID:v1.ResourceID health:v1.ResourceHealthStatus message
io.k8s.api.core.v1.ResourceQuota TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.ResourceQuotaList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ResourceQuotaSpec hard:v1.ResourceList scopes:[]v1.ResourceQuotaScope scopeSelector
io.k8s.api.core.v1.ResourceQuotaStatus hard:v1.ResourceList used:v1.ResourceList
io.k8s.api.core.v1.ResourceRequirements limits:v1.ResourceList requests:v1.ResourceList claims
io.k8s.api.core.v1.ResourceStatus name:v1.ResourceName resources
io.k8s.api.core.v1.SELinuxOptions user role type level
io.k8s.api.core.v1.ScaleIOPersistentVolumeSource gateway system secretRef sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
io.k8s.api.core.v1.ScaleIOVolumeSource gateway system secretRef sslEnabled protectionDomain storagePool storageMode volumeName fsType readOnly
io.k8s.api.core.v1.ScopeSelector matchExpressions
io.k8s.api.core.v1.ScopedResourceSelectorRequirement scopeName:v1.ResourceQuotaScope operator:v1.ScopeSelectorOperator values
io.k8s.api.core.v1.SeccompProfile type:v1.SeccompProfileType localhostProfile
io.k8s.api.core.v1.Secret TypeMeta.kind TypeMeta.apiVersion metadata immutable data stringData type:v1.SecretType
io.k8s.api.core.v1.SecretEnvSource LocalObjectReference.name optional
io.k8s.api.core.v1.SecretKeySelector LocalObjectReference.name key optional
io.k8s.api.core.v1.SecretList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.SecretProjection LocalObjectReference.name items optional
io.k8s.api.core.v1.SecretReference name namespace
io.k8s.api.core.v1.SecretVolumeSource secretName items defaultMode optional
io.k8s.api.core.v1.SecurityContext capabilities privileged seLinuxOptions windowsOptions runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation procMount:v1.ProcMountType seccompProfile appArmorProfile
io.k8s.api.core.v1.SerializedReference TypeMeta.kind TypeMeta.apiVersion reference
io.k8s.api.core.v1.Service TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.core.v1.ServiceAccount TypeMeta.kind TypeMeta.apiVersion metadata secrets imagePullSecrets automountServiceAccountToken
io.k8s.api.core.v1.ServiceAccountList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ServiceAccountTokenProjection audience expirationSeconds path
io.k8s.api.core.v1.ServiceList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.core.v1.ServicePort name protocol:v1.Protocol appProtocol port targetPort nodePort
io.k8s.api.core.v1.ServiceProxyOptions TypeMeta.kind TypeMeta.apiVersion path
io.k8s.api.core.v1.ServiceSpec ports selector clusterIP clusterIPs type:v1.ServiceType externalIPs sessionAffinity:v1.ServiceAffinity loadBalancerIP loadBalancerSourceRanges externalName externalTrafficPolicy:v1.ServiceExternalTrafficPolicy healthCheckNodePort publishNotReadyAddresses sessionAffinityConfig ipFamilies:[]v1.IPFamily ipFamilyPolicy:v1.IPFamilyPolicy allocateLoadBalancerNodePorts loadBalancerClass internalTrafficPolicy:v1.ServiceInternalTrafficPolicy trafficDistribution
io.k8s.api.core.v1.ServiceStatus loadBalancer conditions
io.k8s.api.core.v1.SessionAffinityConfig clientIP
io.k8s.api.core.v1.SleepAction seconds
io.k8s.api.core.v1.StorageOSPersistentVolumeSource volumeName volumeNamespace fsType readOnly secretRef
io.k8s.api.core.v1.StorageOSVolumeSource volumeName volumeNamespace fsType readOnly secretRef
io.k8s.api.core.v1.Sysctl name value
io.k8s.api.core.v1.TCPSocketAction port host
io.k8s.api.core.v1.Taint key value effect:v1.TaintEffect timeAdded
io.k8s.api.core.v1.Toleration key operator:v1.TolerationOperator value effect:v1.TaintEffect tolerationSeconds
io.k8s.api.core.v1.TopologySelectorLabelRequirement key values
io.k8s.api.core.v1.TopologySelectorTerm matchLabelExpressions
io.k8s.api.core.v1.TopologySpreadConstraint maxSkew topologyKey whenUnsatisfiable:v1.UnsatisfiableConstraintAction labelSelector minDomains nodeAffinityPolicy:v1.NodeInclusionPolicy nodeTaintsPolicy:v1.NodeInclusionPolicy matchLabelKeys
io.k8s.api.core.v1.TypedLocalObjectReference apiGroup kind name
io.k8s.api.core.v1.TypedObjectReference apiGroup kind name namespace
io.k8s.api.core.v1.Volume name VolumeSource.hostPath VolumeSource.emptyDir VolumeSource.gcePersistentDisk VolumeSource.awsElasticBlockStore VolumeSource.gitRepo VolumeSource.secret VolumeSource.nfs VolumeSource.iscsi VolumeSource.glusterfs VolumeSource.persistentVolumeClaim VolumeSource.rbd VolumeSource.flexVolume VolumeSource.cinder VolumeSource.cephfs VolumeSource.flocker VolumeSource.downwardAPI VolumeSource.fc VolumeSource.azureFile VolumeSource.configMap VolumeSource.vsphereVolume VolumeSource.quobyte VolumeSource.azureDisk VolumeSource.photonPersistentDisk VolumeSource.projected VolumeSource.portworxVolume VolumeSource.scaleIO VolumeSource.storageos VolumeSource.csi VolumeSource.ephemeral VolumeSource.image
io.k8s.api.core.v1.VolumeDevice name devicePath
io.k8s.api.core.v1.VolumeMount name readOnly recursiveReadOnly:v1.RecursiveReadOnlyMode mountPath subPath mountPropagation:v1.MountPropagationMode subPathExpr
io.k8s.api.core.v1.VolumeMountStatus name mountPath readOnly recursiveReadOnly:v1.RecursiveReadOnlyMode volumeStatus
io.k8s.api.core.v1.VolumeNodeAffinity required
io.k8s.api.core.v1.VolumeProjection secret downwardAPI configMap serviceAccountToken clusterTrustBundle podCertificate
io.k8s.api.core.v1.VolumeResourceRequirements limits:v1.ResourceList requests:v1.ResourceList
io.k8s.api.core.v1.VolumeStatus image
io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource volumePath fsType storagePolicyName storagePolicyID
io.k8s.api.core.v1.WeightedPodAffinityTerm weight podAffinityTerm
io.k8s.api.core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName gmsaCredentialSpec runAsUserName hostProcess
io.k8s.api.discovery.v1.Endpoint addresses conditions hostname targetRef deprecatedTopology nodeName zone hints
io.k8s.api.discovery.v1.EndpointConditions ready serving terminating
io.k8s.api.discovery.v1.EndpointHints forZones forNodes
io.k8s.api.discovery.v1.EndpointPort name protocol:v1.Protocol port appProtocol
io.k8s.api.discovery.v1.EndpointSlice TypeMeta.kind TypeMeta.apiVersion metadata addressType:v1.AddressType endpoints ports
io.k8s.api.discovery.v1.EndpointSliceList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.discovery.v1.ForNode name
io.k8s.api.discovery.v1.ForZone name
io.k8s.api.events.v1.Event TypeMeta.kind TypeMeta.apiVersion metadata eventTime series reportingController reportingInstance action reason regarding related note type deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount
io.k8s.api.events.v1.EventList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.events.v1.EventSeries count lastObservedTime
io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares lendablePercent
io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod type:v1.FlowDistinguisherMethodType
io.k8s.api.flowcontrol.v1.FlowSchema TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.flowcontrol.v1.FlowSchemaCondition type:v1.FlowSchemaConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.flowcontrol.v1.FlowSchemaList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.flowcontrol.v1.FlowSchemaSpec priorityLevelConfiguration matchingPrecedence distinguisherMethod rules
io.k8s.api.flowcontrol.v1.FlowSchemaStatus conditions
io.k8s.api.flowcontrol.v1.GroupSubject name
io.k8s.api.flowcontrol.v1.LimitResponse type:v1.LimitResponseType queuing
io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares limitResponse lendablePercent borrowingLimitPercent
io.k8s.api.flowcontrol.v1.NonResourcePolicyRule verbs nonResourceURLs
io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects subjects resourceRules nonResourceRules
io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition type:v1.PriorityLevelConfigurationConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference name
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec type:v1.PriorityLevelEnablement limited exempt
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus conditions
io.k8s.api.flowcontrol.v1.QueuingConfiguration queues handSize queueLengthLimit
io.k8s.api.flowcontrol.v1.ResourcePolicyRule verbs apiGroups resources clusterScope namespaces
io.k8s.api.flowcontrol.v1.ServiceAccountSubject namespace name
io.k8s.api.flowcontrol.v1.Subject kind:v1.SubjectKind user group serviceAccount
io.k8s.api.flowcontrol.v1.UserSubject name
io.k8s.api.networking.v1.HTTPIngressPath path pathType:v1.PathType backend
io.k8s.api.networking.v1.HTTPIngressRuleValue paths
io.k8s.api.networking.v1.IPAddress TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.networking.v1.IPAddressList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.networking.v1.IPAddressSpec parentRef
io.k8s.api.networking.v1.IPBlock cidr except
io.k8s.api.networking.v1.Ingress TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.networking.v1.IngressBackend service resource
io.k8s.api.networking.v1.IngressClass TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.networking.v1.IngressClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.networking.v1.IngressClassParametersReference apiGroup kind name scope namespace
io.k8s.api.networking.v1.IngressClassSpec controller parameters
io.k8s.api.networking.v1.IngressList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.networking.v1.IngressLoadBalancerIngress ip hostname ports
io.k8s.api.networking.v1.IngressLoadBalancerStatus ingress
io.k8s.api.networking.v1.IngressPortStatus port protocol:v1.Protocol error
io.k8s.api.networking.v1.IngressRule host IngressRuleValue.http
io.k8s.api.networking.v1.IngressServiceBackend name port
io.k8s.api.networking.v1.IngressSpec ingressClassName defaultBackend tls rules
io.k8s.api.networking.v1.IngressStatus loadBalancer
io.k8s.api.networking.v1.IngressTLS hosts secretName
io.k8s.api.networking.v1.NetworkPolicy TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.networking.v1.NetworkPolicyEgressRule ports to
io.k8s.api.networking.v1.NetworkPolicyIngressRule ports from
io.k8s.api.networking.v1.NetworkPolicyList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.networking.v1.NetworkPolicyPeer podSelector namespaceSelector ipBlock
io.k8s.api.networking.v1.NetworkPolicyPort protocol:v1.Protocol port endPort
io.k8s.api.networking.v1.NetworkPolicySpec podSelector ingress egress policyTypes:[]v1.PolicyType
io.k8s.api.networking.v1.ParentReference group resource namespace name
io.k8s.api.networking.v1.ServiceBackendPort name number
io.k8s.api.networking.v1.ServiceCIDR TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.networking.v1.ServiceCIDRList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.networking.v1.ServiceCIDRSpec cidrs
io.k8s.api.networking.v1.ServiceCIDRStatus conditions
io.k8s.api.node.v1.Overhead podFixed:v1.ResourceList
io.k8s.api.node.v1.RuntimeClass TypeMeta.kind TypeMeta.apiVersion metadata handler overhead scheduling
io.k8s.api.node.v1.RuntimeClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.node.v1.Scheduling nodeSelector tolerations
io.k8s.api.policy.v1.Eviction TypeMeta.kind TypeMeta.apiVersion metadata deleteOptions
io.k8s.api.policy.v1.PodDisruptionBudget TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.policy.v1.PodDisruptionBudgetList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.policy.v1.PodDisruptionBudgetSpec minAvailable selector maxUnavailable unhealthyPodEvictionPolicy:v1.UnhealthyPodEvictionPolicyType
io.k8s.api.policy.v1.PodDisruptionBudgetStatus observedGeneration disruptedPods disruptionsAllowed currentHealthy desiredHealthy expectedPods conditions
io.k8s.api.rbac.v1.AggregationRule clusterRoleSelectors
io.k8s.api.rbac.v1.ClusterRole TypeMeta.kind TypeMeta.apiVersion metadata rules aggregationRule
io.k8s.api.rbac.v1.ClusterRoleBinding TypeMeta.kind TypeMeta.apiVersion metadata subjects roleRef
io.k8s.api.rbac.v1.ClusterRoleBindingList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.rbac.v1.ClusterRoleList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.rbac.v1.PolicyRule verbs apiGroups resources resourceNames nonResourceURLs
io.k8s.api.rbac.v1.Role TypeMeta.kind TypeMeta.apiVersion metadata rules
io.k8s.api.rbac.v1.RoleBinding TypeMeta.kind TypeMeta.apiVersion metadata subjects roleRef
io.k8s.api.rbac.v1.RoleBindingList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.rbac.v1.RoleList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.rbac.v1.RoleRef apiGroup kind name
io.k8s.api.rbac.v1.Subject kind apiGroup name namespace
io.k8s.api.resource.v1.AllocatedDeviceStatus driver pool device shareID conditions data networkData
io.k8s.api.resource.v1.AllocationResult devices nodeSelector allocationTimestamp
io.k8s.api.resource.v1.CELDeviceSelector expression
io.k8s.api.resource.v1.CapacityRequestPolicy default validValues validRange
io.k8s.api.resource.v1.CapacityRequestPolicyRange min max step
io.k8s.api.resource.v1.CapacityRequirements requests:map[v1.QualifiedName]resource.Quantity
io.k8s.api.resource.v1.Counter value
io.k8s.api.resource.v1.CounterSet name counters
io.k8s.api.resource.v1.Device name attributes:map[v1.QualifiedName]v1.DeviceAttribute capacity:map[v1.QualifiedName]v1.DeviceCapacity consumesCounters nodeName nodeSelector allNodes taints bindsToNode bindingConditions bindingFailureConditions allowMultipleAllocations nodeAllocatableResourceMappings:map[v1.ResourceName]v1.NodeAllocatableResourceMapping
io.k8s.api.resource.v1.DeviceAllocationConfiguration source:v1.AllocationConfigSource requests DeviceConfiguration.opaque
io.k8s.api.resource.v1.DeviceAllocationResult results config
io.k8s.api.resource.v1.DeviceAttribute int bool string version ints bools strings versions
io.k8s.api.resource.v1.DeviceCapacity value requestPolicy
io.k8s.api.resource.v1.DeviceClaim requests constraints config
io.k8s.api.resource.v1.DeviceClaimConfiguration requests DeviceConfiguration.opaque
io.k8s.api.resource.v1.DeviceClass TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.resource.v1.DeviceClassConfiguration DeviceConfiguration.opaque
io.k8s.api.resource.v1.DeviceClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.resource.v1.DeviceClassSpec selectors config extendedResourceName
io.k8s.api.resource.v1.DeviceConstraint requests matchAttribute:v1.FullyQualifiedName distinctAttribute:v1.FullyQualifiedName
io.k8s.api.resource.v1.DeviceCounterConsumption counterSet counters
io.k8s.api.resource.v1.DeviceRequest name exactly firstAvailable
io.k8s.api.resource.v1.DeviceRequestAllocationResult request driver pool device adminAccess tolerations bindingConditions bindingFailureConditions shareID:types.UID consumedCapacity:map[v1.QualifiedName]resource.Quantity
io.k8s.api.resource.v1.DeviceSelector cel
io.k8s.api.resource.v1.DeviceSubRequest name deviceClassName selectors allocationMode:v1.DeviceAllocationMode count tolerations capacity
io.k8s.api.resource.v1.DeviceTaint key value effect:v1.DeviceTaintEffect timeAdded
io.k8s.api.resource.v1.DeviceToleration key operator:v1.DeviceTolerationOperator value effect:v1.DeviceTaintEffect tolerationSeconds
io.k8s.api.resource.v1.ExactDeviceRequest deviceClassName selectors allocationMode:v1.DeviceAllocationMode count adminAccess tolerations capacity
io.k8s.api.resource.v1.NetworkDeviceData interfaceName ips hardwareAddress
io.k8s.api.resource.v1.NodeAllocatableResourceMapping capacityKey:v1.QualifiedName allocationMultiplier
io.k8s.api.resource.v1.OpaqueDeviceConfiguration driver parameters
io.k8s.api.resource.v1.ResourceClaim TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.resource.v1.ResourceClaimConsumerReference apiGroup resource name uid:types.UID
io.k8s.api.resource.v1.ResourceClaimList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.resource.v1.ResourceClaimSpec devices
io.k8s.api.resource.v1.ResourceClaimStatus allocation reservedFor devices
io.k8s.api.resource.v1.ResourceClaimTemplate TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.resource.v1.ResourceClaimTemplateList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.resource.v1.ResourceClaimTemplateSpec metadata spec
io.k8s.api.resource.v1.ResourcePool name generation resourceSliceCount
io.k8s.api.resource.v1.ResourceSlice TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.resource.v1.ResourceSliceList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.resource.v1.ResourceSliceSpec driver pool nodeName nodeSelector allNodes devices perDeviceNodeSelection sharedCounters
io.k8s.api.scheduling.v1.PriorityClass TypeMeta.kind TypeMeta.apiVersion metadata value globalDefault description preemptionPolicy:v1.PreemptionPolicy
io.k8s.api.scheduling.v1.PriorityClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.CSIDriver TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.storage.v1.CSIDriverList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.CSIDriverSpec attachRequired podInfoOnMount volumeLifecycleModes:[]v1.VolumeLifecycleMode storageCapacity fsGroupPolicy:v1.FSGroupPolicy tokenRequests requiresRepublish seLinuxMount nodeAllocatableUpdatePeriodSeconds serviceAccountTokenInSecrets preventPodSchedulingIfMissing
io.k8s.api.storage.v1.CSINode TypeMeta.kind TypeMeta.apiVersion metadata spec
io.k8s.api.storage.v1.CSINodeDriver name nodeID topologyKeys allocatable
io.k8s.api.storage.v1.CSINodeList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.CSINodeSpec drivers
io.k8s.api.storage.v1.CSIStorageCapacity TypeMeta.kind TypeMeta.apiVersion metadata nodeTopology storageClassName capacity maximumVolumeSize
io.k8s.api.storage.v1.CSIStorageCapacityList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.StorageClass TypeMeta.kind TypeMeta.apiVersion metadata provisioner parameters reclaimPolicy:v1.PersistentVolumeReclaimPolicy mountOptions allowVolumeExpansion volumeBindingMode:v1.VolumeBindingMode allowedTopologies
io.k8s.api.storage.v1.StorageClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.TokenRequest audience expirationSeconds
io.k8s.api.storage.v1.VolumeAttachment TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.api.storage.v1.VolumeAttachmentList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.VolumeAttachmentSource persistentVolumeName inlineVolumeSpec
io.k8s.api.storage.v1.VolumeAttachmentSpec attacher source nodeName
io.k8s.api.storage.v1.VolumeAttachmentStatus attached attachmentMetadata attachError detachError
io.k8s.api.storage.v1.VolumeAttributesClass TypeMeta.kind TypeMeta.apiVersion metadata driverName parameters
io.k8s.api.storage.v1.VolumeAttributesClassList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.api.storage.v1.VolumeError time message errorCode
io.k8s.api.storage.v1.VolumeNodeResources count
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionRequest uid:types.UID desiredAPIVersion objects
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionResponse uid:types.UID convertedObjects result
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionReview TypeMeta.kind TypeMeta.apiVersion request response
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition name type format description priority jsonPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion strategy:v1.ConversionStrategyType webhook
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition type:v1.CustomResourceDefinitionConditionType status:v1.ConditionStatus lastTransitionTime reason message observedGeneration
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames plural singular shortNames kind listKind categories
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec group names scope:v1.ResourceScope versions conversion preserveUnknownFields
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus conditions acceptedNames storedVersions observedGeneration
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion name served storage deprecated deprecationWarning schema subresources additionalPrinterColumns selectableFields
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale specReplicasPath statusReplicasPath labelSelectorPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources status scale
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation openAPIV3Schema
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation description url
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps id $schema:v1.JSONSchemaURL $ref description type format title default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf enum maxProperties minProperties required items allOf oneOf anyOf not properties additionalProperties patternProperties dependencies:v1.JSONSchemaDependencies additionalItems definitions:v1.JSONSchemaDefinitions externalDocs example nullable x-kubernetes-preserve-unknown-fields x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-validations:v1.ValidationRules
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField jsonPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference namespace name path port
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule rule message messageExpression reason:v1.FieldValueErrorReason fieldPath optionalOldSelf
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig url service caBundle
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion clientConfig conversionReviewVersions
io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup TypeMeta.kind TypeMeta.apiVersion name versions preferredVersion serverAddressByClientCIDRs
io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList TypeMeta.kind TypeMeta.apiVersion groups
io.k8s.apimachinery.pkg.apis.meta.v1.APIResource name singularName namespaced group version kind verbs:v1.Verbs shortNames categories storageVersionHash
io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList TypeMeta.kind TypeMeta.apiVersion groupVersion resources
io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions TypeMeta.kind TypeMeta.apiVersion versions serverAddressByClientCIDRs
io.k8s.apimachinery.pkg.apis.meta.v1.Condition type status:v1.ConditionStatus observedGeneration lastTransitionTime reason message
io.k8s.apimachinery.pkg.apis.meta.v1.CreateOptions TypeMeta.kind TypeMeta.apiVersion dryRun fieldManager fieldValidation
io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions TypeMeta.kind TypeMeta.apiVersion gracePeriodSeconds preconditions orphanDependents propagationPolicy:v1.DeletionPropagation dryRun ignoreStoreReadErrorWithClusterBreakingPotential
io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement key operator:v1.FieldSelectorOperator values
io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions TypeMeta.kind TypeMeta.apiVersion resourceVersion
io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery groupVersion version
io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector matchLabels matchExpressions
io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement key operator:v1.LabelSelectorOperator values
io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta selfLink resourceVersion continue remainingItemCount shardInfo
io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions TypeMeta.kind TypeMeta.apiVersion labelSelector fieldSelector watch allowWatchBookmarks resourceVersion resourceVersionMatch:v1.ResourceVersionMatch timeoutSeconds limit continue sendInitialEvents shardSelector
io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry manager operation:v1.ManagedFieldsOperationType apiVersion time fieldsType fieldsV1 subresource
io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta name generateName namespace selfLink uid:types.UID resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields
io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference apiVersion kind name uid:types.UID controller blockOwnerDeletion
io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions TypeMeta.kind TypeMeta.apiVersion dryRun force fieldManager fieldValidation
io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions uid:types.UID resourceVersion
io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR clientCIDR serverAddress
io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo selector
io.k8s.apimachinery.pkg.apis.meta.v1.Status TypeMeta.kind TypeMeta.apiVersion metadata status message reason:v1.StatusReason details code
io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause reason:v1.CauseType message field
io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails name group kind uid:types.UID causes retryAfterSeconds
io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions TypeMeta.kind TypeMeta.apiVersion dryRun fieldManager fieldValidation
io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent type object
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService TypeMeta.kind TypeMeta.apiVersion metadata spec status
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition type:v1.APIServiceConditionType status:v1.ConditionStatus lastTransitionTime reason message
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceList TypeMeta.kind TypeMeta.apiVersion metadata items
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec service group version insecureSkipTLSVerify caBundle groupPriorityMinimum versionPriority
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus conditions
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference namespace name port
`;
