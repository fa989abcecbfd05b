/** Made by tools/facts/protobuf.ts, never edited. */
export const messages: string = `
io.k8s.api.admissionregistration.v1.ApplyConfiguration expression:1:s
io.k8s.api.admissionregistration.v1.AuditAnnotation key:1:s valueExpression:2:s
io.k8s.api.admissionregistration.v1.ExpressionWarning fieldRef:2:s warning:3:s
io.k8s.api.admissionregistration.v1.JSONPatch expression:1:s
io.k8s.api.admissionregistration.v1.MatchCondition name:1:s expression:2:s
io.k8s.api.admissionregistration.v1.MatchResources namespaceSelector:1:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector resourceRules:3:*.NamedRuleWithOperations excludeResourceRules:4:*.NamedRuleWithOperations matchPolicy:7:?s
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.MutatingAdmissionPolicySpec
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.MutatingAdmissionPolicyBindingSpec
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.MutatingAdmissionPolicyBinding
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec policyName:1:s paramRef:2:?.ParamRef matchResources:3:?.MatchResources
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.MutatingAdmissionPolicy
io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec paramKind:1:?.ParamKind matchConstraints:2:?.MatchResources variables:3:*.Variable mutations:4:*.Mutation failurePolicy:5:?s matchConditions:6:*.MatchCondition reinvocationPolicy:7:s
io.k8s.api.admissionregistration.v1.MutatingWebhook name:1:s clientConfig:2:.WebhookClientConfig rules:3:*.RuleWithOperations failurePolicy:4:?s matchPolicy:9:?s namespaceSelector:5:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:11:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector sideEffects:6:?s timeoutSeconds:7:?i admissionReviewVersions:8:*s reinvocationPolicy:10:?s matchConditions:12:*.MatchCondition
io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta webhooks:2:*.MutatingWebhook
io.k8s.api.admissionregistration.v1.MutatingWebhookConfigurationList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.MutatingWebhookConfiguration
io.k8s.api.admissionregistration.v1.Mutation patchType:2:s applyConfiguration:3:?.ApplyConfiguration jsonPatch:4:?.JSONPatch:JSONPatch
io.k8s.api.admissionregistration.v1.NamedRuleWithOperations resourceNames:1:*s :2:.RuleWithOperations:RuleWithOperations
io.k8s.api.admissionregistration.v1.ParamKind apiVersion:1:s:APIVersion kind:2:s
io.k8s.api.admissionregistration.v1.ParamRef name:1:s namespace:2:s selector:3:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector parameterNotFoundAction:4:?s
io.k8s.api.admissionregistration.v1.Rule apiGroups:1:*s:APIGroups apiVersions:2:*s:APIVersions resources:3:*s scope:4:?s
io.k8s.api.admissionregistration.v1.RuleWithOperations operations:1:*s :2:.Rule:Rule
io.k8s.api.admissionregistration.v1.ServiceReference namespace:1:s name:2:s path:3:?s port:4:?i
io.k8s.api.admissionregistration.v1.TypeChecking expressionWarnings:1:*.ExpressionWarning
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ValidatingAdmissionPolicySpec status:3:.ValidatingAdmissionPolicyStatus
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ValidatingAdmissionPolicyBindingSpec
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ValidatingAdmissionPolicyBinding
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec policyName:1:s paramRef:2:?.ParamRef matchResources:3:?.MatchResources validationActions:4:*s
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ValidatingAdmissionPolicy
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec paramKind:1:?.ParamKind matchConstraints:2:?.MatchResources validations:3:*.Validation failurePolicy:4:?s auditAnnotations:5:*.AuditAnnotation matchConditions:6:*.MatchCondition variables:7:*.Variable
io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus observedGeneration:1:l typeChecking:2:?.TypeChecking conditions:3:*io.k8s.apimachinery.pkg.apis.meta.v1.Condition
io.k8s.api.admissionregistration.v1.ValidatingWebhook name:1:s clientConfig:2:.WebhookClientConfig rules:3:*.RuleWithOperations failurePolicy:4:?s matchPolicy:9:?s namespaceSelector:5:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector objectSelector:10:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector sideEffects:6:?s timeoutSeconds:7:?i admissionReviewVersions:8:*s matchConditions:11:*.MatchCondition
io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta webhooks:2:*.ValidatingWebhook
io.k8s.api.admissionregistration.v1.ValidatingWebhookConfigurationList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ValidatingWebhookConfiguration
io.k8s.api.admissionregistration.v1.Validation expression:1:s message:2:s reason:3:?s messageExpression:4:s
io.k8s.api.admissionregistration.v1.Variable name:1:s expression:2:s
io.k8s.api.admissionregistration.v1.WebhookClientConfig url:3:?s:URL service:1:?.ServiceReference caBundle:2:y:CABundle
io.k8s.api.apps.v1.ControllerRevision metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta data:2:io.k8s.apimachinery.pkg.runtime.RawExtension revision:3:l
io.k8s.api.apps.v1.ControllerRevisionList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ControllerRevision
io.k8s.api.apps.v1.DaemonSet metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.DaemonSetSpec status:3:.DaemonSetStatus
io.k8s.api.apps.v1.DaemonSetCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.apps.v1.DaemonSetList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.DaemonSet
io.k8s.api.apps.v1.DaemonSetSpec selector:1:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector template:2:io.k8s.api.core.v1.PodTemplateSpec updateStrategy:3:.DaemonSetUpdateStrategy minReadySeconds:4:i revisionHistoryLimit:6:?i
io.k8s.api.apps.v1.DaemonSetStatus currentNumberScheduled:1:i numberMisscheduled:2:i desiredNumberScheduled:3:i numberReady:4:i observedGeneration:5:l updatedNumberScheduled:6:i numberAvailable:7:i numberUnavailable:8:i collisionCount:9:?i conditions:10:*.DaemonSetCondition
io.k8s.api.apps.v1.DaemonSetUpdateStrategy type:1:s rollingUpdate:2:?.RollingUpdateDaemonSet
io.k8s.api.apps.v1.Deployment metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.DeploymentSpec status:3:.DeploymentStatus
io.k8s.api.apps.v1.DeploymentCondition type:1:s status:2:s lastUpdateTime:6:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:7:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.apps.v1.DeploymentList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Deployment
io.k8s.api.apps.v1.DeploymentSpec replicas:1:?i selector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector template:3:io.k8s.api.core.v1.PodTemplateSpec strategy:4:.DeploymentStrategy minReadySeconds:5:i revisionHistoryLimit:6:?i paused:7:b progressDeadlineSeconds:9:?i
io.k8s.api.apps.v1.DeploymentStatus observedGeneration:1:l replicas:2:i updatedReplicas:3:i readyReplicas:7:i availableReplicas:4:i unavailableReplicas:5:i terminatingReplicas:9:?i conditions:6:*.DeploymentCondition collisionCount:8:?i
io.k8s.api.apps.v1.DeploymentStrategy type:1:s rollingUpdate:2:?.RollingUpdateDeployment
io.k8s.api.apps.v1.ReplicaSet metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ReplicaSetSpec status:3:.ReplicaSetStatus
io.k8s.api.apps.v1.ReplicaSetCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.apps.v1.ReplicaSetList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ReplicaSet
io.k8s.api.apps.v1.ReplicaSetSpec replicas:1:?i minReadySeconds:4:i selector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector template:3:io.k8s.api.core.v1.PodTemplateSpec
io.k8s.api.apps.v1.ReplicaSetStatus replicas:1:i fullyLabeledReplicas:2:i readyReplicas:4:i availableReplicas:5:i terminatingReplicas:7:?i observedGeneration:3:l conditions:6:*.ReplicaSetCondition
io.k8s.api.apps.v1.RollingUpdateDaemonSet maxUnavailable:1:?io.k8s.apimachinery.pkg.util.intstr.IntOrString maxSurge:2:?io.k8s.apimachinery.pkg.util.intstr.IntOrString
io.k8s.api.apps.v1.RollingUpdateDeployment maxUnavailable:1:?io.k8s.apimachinery.pkg.util.intstr.IntOrString maxSurge:2:?io.k8s.apimachinery.pkg.util.intstr.IntOrString
io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy partition:1:?i maxUnavailable:2:?io.k8s.apimachinery.pkg.util.intstr.IntOrString
io.k8s.api.apps.v1.StatefulSet metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.StatefulSetSpec status:3:.StatefulSetStatus
io.k8s.api.apps.v1.StatefulSetCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.apps.v1.StatefulSetList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.StatefulSet
io.k8s.api.apps.v1.StatefulSetOrdinals start:1:i
io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:1:s whenScaled:2:s
io.k8s.api.apps.v1.StatefulSetSpec replicas:1:?i selector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector template:3:io.k8s.api.core.v1.PodTemplateSpec volumeClaimTemplates:4:*io.k8s.api.core.v1.PersistentVolumeClaim serviceName:5:s podManagementPolicy:6:s updateStrategy:7:.StatefulSetUpdateStrategy revisionHistoryLimit:8:?i minReadySeconds:9:i persistentVolumeClaimRetentionPolicy:10:?.StatefulSetPersistentVolumeClaimRetentionPolicy ordinals:11:?.StatefulSetOrdinals
io.k8s.api.apps.v1.StatefulSetStatus observedGeneration:1:l replicas:2:i readyReplicas:3:i currentReplicas:4:i updatedReplicas:5:i currentRevision:6:s updateRevision:7:s collisionCount:9:?i conditions:10:*.StatefulSetCondition availableReplicas:11:i
io.k8s.api.apps.v1.StatefulSetUpdateStrategy type:1:s rollingUpdate:2:?.RollingUpdateStatefulSetStrategy
io.k8s.api.authentication.v1.BoundObjectReference kind:1:s apiVersion:2:s:APIVersion name:3:s uid:4:s:UID
io.k8s.api.authentication.v1.ExtraValue [] items:1:*s
io.k8s.api.authentication.v1.SelfSubjectReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta status:2:.SelfSubjectReviewStatus
io.k8s.api.authentication.v1.SelfSubjectReviewStatus userInfo:1:.UserInfo
io.k8s.api.authentication.v1.TokenRequest metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.TokenRequestSpec status:3:.TokenRequestStatus
io.k8s.api.authentication.v1.TokenRequestSpec audiences:1:*s expirationSeconds:4:?l boundObjectRef:3:?.BoundObjectReference
io.k8s.api.authentication.v1.TokenRequestStatus token:1:s expirationTimestamp:2:io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.authentication.v1.TokenReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.TokenReviewSpec status:3:.TokenReviewStatus
io.k8s.api.authentication.v1.TokenReviewSpec token:1:s audiences:2:*s
io.k8s.api.authentication.v1.TokenReviewStatus authenticated:1:b user:2:.UserInfo audiences:4:*s error:3:s
io.k8s.api.authentication.v1.UserInfo username:1:s uid:2:s:UID groups:3:*s extra:4:%.ExtraValue
io.k8s.api.authorization.v1.ExtraValue [] items:1:*s
io.k8s.api.authorization.v1.FieldSelectorAttributes rawSelector:1:s requirements:2:*io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement
io.k8s.api.authorization.v1.LabelSelectorAttributes rawSelector:1:s requirements:2:*io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement
io.k8s.api.authorization.v1.LocalSubjectAccessReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.SubjectAccessReviewSpec status:3:.SubjectAccessReviewStatus
io.k8s.api.authorization.v1.NonResourceAttributes path:1:s verb:2:s
io.k8s.api.authorization.v1.NonResourceRule verbs:1:*s nonResourceURLs:2:*s
io.k8s.api.authorization.v1.ResourceAttributes namespace:1:s verb:2:s group:3:s version:4:s resource:5:s subresource:6:s name:7:s fieldSelector:8:?.FieldSelectorAttributes labelSelector:9:?.LabelSelectorAttributes
io.k8s.api.authorization.v1.ResourceRule verbs:1:*s apiGroups:2:*s:APIGroups resources:3:*s resourceNames:4:*s
io.k8s.api.authorization.v1.SelfSubjectAccessReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.SelfSubjectAccessReviewSpec status:3:.SubjectAccessReviewStatus
io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec resourceAttributes:1:?.ResourceAttributes nonResourceAttributes:2:?.NonResourceAttributes
io.k8s.api.authorization.v1.SelfSubjectRulesReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.SelfSubjectRulesReviewSpec status:3:.SubjectRulesReviewStatus
io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec namespace:1:s
io.k8s.api.authorization.v1.SubjectAccessReview metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.SubjectAccessReviewSpec status:3:.SubjectAccessReviewStatus
io.k8s.api.authorization.v1.SubjectAccessReviewSpec resourceAttributes:1:?.ResourceAttributes nonResourceAttributes:2:?.NonResourceAttributes user:3:s groups:4:*s extra:5:%.ExtraValue uid:6:s:UID
io.k8s.api.authorization.v1.SubjectAccessReviewStatus allowed:1:b denied:4:b reason:2:s evaluationError:3:s
io.k8s.api.authorization.v1.SubjectRulesReviewStatus resourceRules:1:*.ResourceRule nonResourceRules:2:*.NonResourceRule incomplete:3:b evaluationError:4:s
io.k8s.api.autoscaling.v1.ContainerResourceMetricSource name:1:s targetAverageUtilization:2:?i targetAverageValue:3:?io.k8s.apimachinery.pkg.api.resource.Quantity container:5:s
io.k8s.api.autoscaling.v1.ContainerResourceMetricStatus name:1:s currentAverageUtilization:2:?i currentAverageValue:3:io.k8s.apimachinery.pkg.api.resource.Quantity container:4:s
io.k8s.api.autoscaling.v1.CrossVersionObjectReference kind:1:s name:2:s apiVersion:3:s:APIVersion
io.k8s.api.autoscaling.v1.ExternalMetricSource metricName:1:s metricSelector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector targetValue:3:?io.k8s.apimachinery.pkg.api.resource.Quantity targetAverageValue:4:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.ExternalMetricStatus metricName:1:s metricSelector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector currentValue:3:io.k8s.apimachinery.pkg.api.resource.Quantity currentAverageValue:4:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.HorizontalPodAutoscalerSpec status:3:.HorizontalPodAutoscalerStatus
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.HorizontalPodAutoscaler
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec scaleTargetRef:1:.CrossVersionObjectReference minReplicas:2:?i maxReplicas:3:i targetCPUUtilizationPercentage:4:?i
io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus observedGeneration:1:?l lastScaleTime:2:?io.k8s.apimachinery.pkg.apis.meta.v1.Time currentReplicas:3:i desiredReplicas:4:i currentCPUUtilizationPercentage:5:?i
io.k8s.api.autoscaling.v1.MetricSpec type:1:s object:2:?.ObjectMetricSource pods:3:?.PodsMetricSource resource:4:?.ResourceMetricSource containerResource:7:?.ContainerResourceMetricSource external:5:?.ExternalMetricSource
io.k8s.api.autoscaling.v1.MetricStatus type:1:s object:2:?.ObjectMetricStatus pods:3:?.PodsMetricStatus resource:4:?.ResourceMetricStatus containerResource:7:?.ContainerResourceMetricStatus external:5:?.ExternalMetricStatus
io.k8s.api.autoscaling.v1.ObjectMetricSource target:1:.CrossVersionObjectReference metricName:2:s targetValue:3:io.k8s.apimachinery.pkg.api.resource.Quantity selector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector averageValue:5:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.ObjectMetricStatus target:1:.CrossVersionObjectReference metricName:2:s currentValue:3:io.k8s.apimachinery.pkg.api.resource.Quantity selector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector averageValue:5:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.PodsMetricSource metricName:1:s targetAverageValue:2:io.k8s.apimachinery.pkg.api.resource.Quantity selector:3:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector
io.k8s.api.autoscaling.v1.PodsMetricStatus metricName:1:s currentAverageValue:2:io.k8s.apimachinery.pkg.api.resource.Quantity selector:3:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector
io.k8s.api.autoscaling.v1.ResourceMetricSource name:1:s targetAverageUtilization:2:?i targetAverageValue:3:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.ResourceMetricStatus name:1:s currentAverageUtilization:2:?i currentAverageValue:3:io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v1.Scale metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ScaleSpec status:3:.ScaleStatus
io.k8s.api.autoscaling.v1.ScaleSpec replicas:1:i
io.k8s.api.autoscaling.v1.ScaleStatus replicas:1:i selector:2:s
io.k8s.api.autoscaling.v2.ContainerResourceMetricSource name:1:s target:2:.MetricTarget container:3:s
io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus name:1:s current:2:.MetricValueStatus container:3:s
io.k8s.api.autoscaling.v2.CrossVersionObjectReference kind:1:s name:2:s apiVersion:3:s:APIVersion
io.k8s.api.autoscaling.v2.ExternalMetricSource metric:1:.MetricIdentifier target:2:.MetricTarget
io.k8s.api.autoscaling.v2.ExternalMetricStatus metric:1:.MetricIdentifier current:2:.MetricValueStatus
io.k8s.api.autoscaling.v2.HPAScalingPolicy type:1:s value:2:i periodSeconds:3:i
io.k8s.api.autoscaling.v2.HPAScalingRules stabilizationWindowSeconds:3:?i selectPolicy:1:?s policies:2:*.HPAScalingPolicy tolerance:4:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.HorizontalPodAutoscalerSpec status:3:.HorizontalPodAutoscalerStatus
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior scaleUp:1:?.HPAScalingRules scaleDown:2:?.HPAScalingRules
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.HorizontalPodAutoscaler
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec scaleTargetRef:1:.CrossVersionObjectReference minReplicas:2:?i maxReplicas:3:i metrics:4:*.MetricSpec behavior:5:?.HorizontalPodAutoscalerBehavior
io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus observedGeneration:1:?l lastScaleTime:2:?io.k8s.apimachinery.pkg.apis.meta.v1.Time currentReplicas:3:i desiredReplicas:4:i currentMetrics:5:*.MetricStatus conditions:6:*.HorizontalPodAutoscalerCondition
io.k8s.api.autoscaling.v2.MetricIdentifier name:1:s selector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector
io.k8s.api.autoscaling.v2.MetricSpec type:1:s object:2:?.ObjectMetricSource pods:3:?.PodsMetricSource resource:4:?.ResourceMetricSource containerResource:7:?.ContainerResourceMetricSource external:5:?.ExternalMetricSource
io.k8s.api.autoscaling.v2.MetricStatus type:1:s object:2:?.ObjectMetricStatus pods:3:?.PodsMetricStatus resource:4:?.ResourceMetricStatus containerResource:7:?.ContainerResourceMetricStatus external:5:?.ExternalMetricStatus
io.k8s.api.autoscaling.v2.MetricTarget type:1:s value:2:?io.k8s.apimachinery.pkg.api.resource.Quantity averageValue:3:?io.k8s.apimachinery.pkg.api.resource.Quantity averageUtilization:4:?i
io.k8s.api.autoscaling.v2.MetricValueStatus value:1:?io.k8s.apimachinery.pkg.api.resource.Quantity averageValue:2:?io.k8s.apimachinery.pkg.api.resource.Quantity averageUtilization:3:?i
io.k8s.api.autoscaling.v2.ObjectMetricSource describedObject:1:.CrossVersionObjectReference target:2:.MetricTarget metric:3:.MetricIdentifier
io.k8s.api.autoscaling.v2.ObjectMetricStatus metric:1:.MetricIdentifier current:2:.MetricValueStatus describedObject:3:.CrossVersionObjectReference
io.k8s.api.autoscaling.v2.PodsMetricSource metric:1:.MetricIdentifier target:2:.MetricTarget
io.k8s.api.autoscaling.v2.PodsMetricStatus metric:1:.MetricIdentifier current:2:.MetricValueStatus
io.k8s.api.autoscaling.v2.ResourceMetricSource name:1:s target:2:.MetricTarget
io.k8s.api.autoscaling.v2.ResourceMetricStatus name:1:s current:2:.MetricValueStatus
io.k8s.api.batch.v1.CronJob metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.CronJobSpec status:3:.CronJobStatus
io.k8s.api.batch.v1.CronJobList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CronJob
io.k8s.api.batch.v1.CronJobSpec schedule:1:s timeZone:8:?s startingDeadlineSeconds:2:?l concurrencyPolicy:3:s suspend:4:?b jobTemplate:5:.JobTemplateSpec successfulJobsHistoryLimit:6:?i failedJobsHistoryLimit:7:?i
io.k8s.api.batch.v1.CronJobStatus active:1:*io.k8s.api.core.v1.ObjectReference lastScheduleTime:4:?io.k8s.apimachinery.pkg.apis.meta.v1.Time lastSuccessfulTime:5:?io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.batch.v1.Job metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.JobSpec status:3:.JobStatus
io.k8s.api.batch.v1.JobCondition type:1:s status:2:s lastProbeTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:5:s message:6:s
io.k8s.api.batch.v1.JobList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Job
io.k8s.api.batch.v1.JobSpec parallelism:1:?i completions:2:?i activeDeadlineSeconds:3:?l podFailurePolicy:11:?.PodFailurePolicy successPolicy:16:?.SuccessPolicy backoffLimit:7:?i backoffLimitPerIndex:12:?i maxFailedIndexes:13:?i selector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector manualSelector:5:?b template:6:io.k8s.api.core.v1.PodTemplateSpec ttlSecondsAfterFinished:8:?i:TTLSecondsAfterFinished completionMode:9:?s suspend:10:?b podReplacementPolicy:14:?s managedBy:15:?s
io.k8s.api.batch.v1.JobStatus conditions:1:*.JobCondition startTime:2:?io.k8s.apimachinery.pkg.apis.meta.v1.Time completionTime:3:?io.k8s.apimachinery.pkg.apis.meta.v1.Time active:4:i succeeded:5:i failed:6:i terminating:11:?i completedIndexes:7:s failedIndexes:10:?s uncountedTerminatedPods:8:?.UncountedTerminatedPods ready:9:?i
io.k8s.api.batch.v1.JobTemplateSpec metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.JobSpec
io.k8s.api.batch.v1.PodFailurePolicy rules:1:*.PodFailurePolicyRule
io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement containerName:1:?s operator:2:s values:3:*i
io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern type:1:s status:2:s
io.k8s.api.batch.v1.PodFailurePolicyRule action:1:s onExitCodes:2:?.PodFailurePolicyOnExitCodesRequirement onPodConditions:3:*.PodFailurePolicyOnPodConditionsPattern
io.k8s.api.batch.v1.SuccessPolicy rules:1:*.SuccessPolicyRule
io.k8s.api.batch.v1.SuccessPolicyRule succeededIndexes:1:?s succeededCount:2:?i
io.k8s.api.batch.v1.UncountedTerminatedPods succeeded:1:*s failed:2:*s
io.k8s.api.certificates.v1.CertificateSigningRequest metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.CertificateSigningRequestSpec status:3:.CertificateSigningRequestStatus
io.k8s.api.certificates.v1.CertificateSigningRequestCondition type:1:s status:6:s reason:2:s message:3:s lastUpdateTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:5:io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.certificates.v1.CertificateSigningRequestList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CertificateSigningRequest
io.k8s.api.certificates.v1.CertificateSigningRequestSpec request:1:y signerName:7:s expirationSeconds:8:?i usages:5:*s username:2:s uid:3:s:UID groups:4:*s extra:6:%.ExtraValue
io.k8s.api.certificates.v1.CertificateSigningRequestStatus conditions:1:*.CertificateSigningRequestCondition certificate:2:y
io.k8s.api.certificates.v1.ExtraValue [] items:1:*s
io.k8s.api.coordination.v1.Lease metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.LeaseSpec
io.k8s.api.coordination.v1.LeaseList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Lease
io.k8s.api.coordination.v1.LeaseSpec holderIdentity:1:?s leaseDurationSeconds:2:?i acquireTime:3:?io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime renewTime:4:?io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime leaseTransitions:5:?i strategy:6:?s preferredHolder:7:?s
io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource volumeID:1:s fsType:2:s:FSType partition:3:i readOnly:4:b
io.k8s.api.core.v1.Affinity nodeAffinity:1:?.NodeAffinity podAffinity:2:?.PodAffinity podAntiAffinity:3:?.PodAntiAffinity
io.k8s.api.core.v1.AppArmorProfile type:1:s localhostProfile:2:?s
io.k8s.api.core.v1.AttachedVolume name:1:s devicePath:2:s
io.k8s.api.core.v1.AvoidPods preferAvoidPods:1:*.PreferAvoidPodsEntry
io.k8s.api.core.v1.AzureDiskVolumeSource diskName:1:s diskURI:2:s:DataDiskURI cachingMode:3:?s fsType:4:?s:FSType readOnly:5:?b kind:6:?s
io.k8s.api.core.v1.AzureFilePersistentVolumeSource secretName:1:s shareName:2:s readOnly:3:b secretNamespace:4:?s
io.k8s.api.core.v1.AzureFileVolumeSource secretName:1:s shareName:2:s readOnly:3:b
io.k8s.api.core.v1.Binding metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta target:2:.ObjectReference
io.k8s.api.core.v1.CSIPersistentVolumeSource driver:1:s volumeHandle:2:s readOnly:3:b fsType:4:s:FSType volumeAttributes:5:%s controllerPublishSecretRef:6:?.SecretReference nodeStageSecretRef:7:?.SecretReference nodePublishSecretRef:8:?.SecretReference controllerExpandSecretRef:9:?.SecretReference nodeExpandSecretRef:10:?.SecretReference
io.k8s.api.core.v1.CSIVolumeSource driver:1:s readOnly:2:?b fsType:3:?s:FSType volumeAttributes:4:%s nodePublishSecretRef:5:?.LocalObjectReference
io.k8s.api.core.v1.Capabilities add:1:*s drop:2:*s
io.k8s.api.core.v1.CephFSPersistentVolumeSource monitors:1:*s path:2:s user:3:s secretFile:4:s secretRef:5:?.SecretReference readOnly:6:b
io.k8s.api.core.v1.CephFSVolumeSource monitors:1:*s path:2:s user:3:s secretFile:4:s secretRef:5:?.LocalObjectReference readOnly:6:b
io.k8s.api.core.v1.CinderPersistentVolumeSource volumeID:1:s fsType:2:s:FSType readOnly:3:b secretRef:4:?.SecretReference
io.k8s.api.core.v1.CinderVolumeSource volumeID:1:s fsType:2:s:FSType readOnly:3:b secretRef:4:?.LocalObjectReference
io.k8s.api.core.v1.ClientIPConfig timeoutSeconds:1:?i
io.k8s.api.core.v1.ClusterTrustBundleProjection name:1:?s signerName:2:?s labelSelector:3:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector optional:5:?b path:4:s
io.k8s.api.core.v1.ComponentCondition type:1:s status:2:s message:3:s error:4:s
io.k8s.api.core.v1.ComponentStatus metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta conditions:2:*.ComponentCondition
io.k8s.api.core.v1.ComponentStatusList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ComponentStatus
io.k8s.api.core.v1.ConfigMap metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta immutable:4:?b data:2:%s binaryData:3:%y
io.k8s.api.core.v1.ConfigMapEnvSource :1:.LocalObjectReference:LocalObjectReference optional:2:?b
io.k8s.api.core.v1.ConfigMapKeySelector :1:.LocalObjectReference:LocalObjectReference key:2:s optional:3:?b
io.k8s.api.core.v1.ConfigMapList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ConfigMap
io.k8s.api.core.v1.ConfigMapNodeConfigSource namespace:1:s name:2:s uid:3:s:UID resourceVersion:4:s kubeletConfigKey:5:s
io.k8s.api.core.v1.ConfigMapProjection :1:.LocalObjectReference:LocalObjectReference items:2:*.KeyToPath optional:4:?b
io.k8s.api.core.v1.ConfigMapVolumeSource :1:.LocalObjectReference:LocalObjectReference items:2:*.KeyToPath defaultMode:3:?i optional:4:?b
io.k8s.api.core.v1.Container name:1:s image:2:s command:3:*s args:4:*s workingDir:5:s ports:6:*.ContainerPort envFrom:19:*.EnvFromSource env:7:*.EnvVar resources:8:.ResourceRequirements resizePolicy:23:*.ContainerResizePolicy restartPolicy:24:?s restartPolicyRules:25:*.ContainerRestartRule volumeMounts:9:*.VolumeMount volumeDevices:21:*.VolumeDevice livenessProbe:10:?.Probe readinessProbe:11:?.Probe startupProbe:22:?.Probe lifecycle:12:?.Lifecycle terminationMessagePath:13:s terminationMessagePolicy:20:s imagePullPolicy:14:s securityContext:15:?.SecurityContext stdin:16:b stdinOnce:17:b tty:18:b:TTY
io.k8s.api.core.v1.ContainerExtendedResourceRequest containerName:1:s resourceName:2:s requestName:3:s
io.k8s.api.core.v1.ContainerImage names:1:*s sizeBytes:2:l
io.k8s.api.core.v1.ContainerPort name:1:s hostPort:2:i containerPort:3:i protocol:4:s hostIP:5:s
io.k8s.api.core.v1.ContainerResizePolicy resourceName:1:s restartPolicy:2:s
io.k8s.api.core.v1.ContainerRestartRule action:1:s exitCodes:2:?.ContainerRestartRuleOnExitCodes
io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes operator:1:s values:2:*i
io.k8s.api.core.v1.ContainerState waiting:1:?.ContainerStateWaiting running:2:?.ContainerStateRunning terminated:3:?.ContainerStateTerminated
io.k8s.api.core.v1.ContainerStateRunning startedAt:1:io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.core.v1.ContainerStateTerminated exitCode:1:i signal:2:i reason:3:s message:4:s startedAt:5:io.k8s.apimachinery.pkg.apis.meta.v1.Time finishedAt:6:io.k8s.apimachinery.pkg.apis.meta.v1.Time containerID:7:s
io.k8s.api.core.v1.ContainerStateWaiting reason:1:s message:2:s
io.k8s.api.core.v1.ContainerStatus name:1:s state:2:.ContainerState lastState:3:.ContainerState:LastTerminationState ready:4:b restartCount:5:i image:6:s imageID:7:s containerID:8:s started:9:?b allocatedResources:10:%io.k8s.apimachinery.pkg.api.resource.Quantity resources:11:?.ResourceRequirements volumeMounts:12:*.VolumeMountStatus user:13:?.ContainerUser allocatedResourcesStatus:14:*.ResourceStatus stopSignal:15:?s
io.k8s.api.core.v1.ContainerUser linux:1:?.LinuxContainerUser
io.k8s.api.core.v1.DaemonEndpoint Port:1:i
io.k8s.api.core.v1.DownwardAPIProjection items:1:*.DownwardAPIVolumeFile
io.k8s.api.core.v1.DownwardAPIVolumeFile path:1:s fieldRef:2:?.ObjectFieldSelector resourceFieldRef:3:?.ResourceFieldSelector mode:4:?i
io.k8s.api.core.v1.DownwardAPIVolumeSource items:1:*.DownwardAPIVolumeFile defaultMode:2:?i
io.k8s.api.core.v1.EmptyDirVolumeSource medium:1:s sizeLimit:2:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.EndpointAddress ip:1:s:IP hostname:3:s nodeName:4:?s targetRef:2:?.ObjectReference
io.k8s.api.core.v1.EndpointPort name:1:s port:2:i protocol:3:s appProtocol:4:?s
io.k8s.api.core.v1.EndpointSubset addresses:1:*.EndpointAddress notReadyAddresses:2:*.EndpointAddress ports:3:*.EndpointPort
io.k8s.api.core.v1.Endpoints metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta subsets:2:*.EndpointSubset
io.k8s.api.core.v1.EndpointsList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Endpoints
io.k8s.api.core.v1.EnvFromSource prefix:1:s configMapRef:2:?.ConfigMapEnvSource secretRef:3:?.SecretEnvSource
io.k8s.api.core.v1.EnvVar name:1:s value:2:s valueFrom:3:?.EnvVarSource
io.k8s.api.core.v1.EnvVarSource fieldRef:1:?.ObjectFieldSelector resourceFieldRef:2:?.ResourceFieldSelector configMapKeyRef:3:?.ConfigMapKeySelector secretKeyRef:4:?.SecretKeySelector fileKeyRef:5:?.FileKeySelector
io.k8s.api.core.v1.EphemeralContainer :1:.EphemeralContainerCommon:EphemeralContainerCommon targetContainerName:2:s
io.k8s.api.core.v1.EphemeralContainerCommon name:1:s image:2:s command:3:*s args:4:*s workingDir:5:s ports:6:*.ContainerPort envFrom:19:*.EnvFromSource env:7:*.EnvVar resources:8:.ResourceRequirements resizePolicy:23:*.ContainerResizePolicy restartPolicy:24:?s restartPolicyRules:25:*.ContainerRestartRule volumeMounts:9:*.VolumeMount volumeDevices:21:*.VolumeDevice livenessProbe:10:?.Probe readinessProbe:11:?.Probe startupProbe:22:?.Probe lifecycle:12:?.Lifecycle terminationMessagePath:13:s terminationMessagePolicy:20:s imagePullPolicy:14:s securityContext:15:?.SecurityContext stdin:16:b stdinOnce:17:b tty:18:b:TTY
io.k8s.api.core.v1.EphemeralVolumeSource volumeClaimTemplate:1:?.PersistentVolumeClaimTemplate
io.k8s.api.core.v1.Event metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta involvedObject:2:.ObjectReference reason:3:s message:4:s source:5:.EventSource firstTimestamp:6:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTimestamp:7:io.k8s.apimachinery.pkg.apis.meta.v1.Time count:8:i type:9:s eventTime:10:io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime series:11:?.EventSeries action:12:s related:13:?.ObjectReference reportingComponent:14:s:ReportingController reportingInstance:15:s
io.k8s.api.core.v1.EventList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Event
io.k8s.api.core.v1.EventSeries count:1:i lastObservedTime:2:io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime
io.k8s.api.core.v1.EventSource component:1:s host:2:s
io.k8s.api.core.v1.ExecAction command:1:*s
io.k8s.api.core.v1.FCVolumeSource targetWWNs:1:*s lun:2:?i fsType:3:s:FSType readOnly:4:b wwids:5:*s:WWIDs
io.k8s.api.core.v1.FileKeySelector volumeName:1:s path:2:s key:3:s optional:4:?b
io.k8s.api.core.v1.FlexPersistentVolumeSource driver:1:s fsType:2:s:FSType secretRef:3:?.SecretReference readOnly:4:b options:5:%s
io.k8s.api.core.v1.FlexVolumeSource driver:1:s fsType:2:s:FSType secretRef:3:?.LocalObjectReference readOnly:4:b options:5:%s
io.k8s.api.core.v1.FlockerVolumeSource datasetName:1:s datasetUUID:2:s
io.k8s.api.core.v1.GCEPersistentDiskVolumeSource pdName:1:s:PDName fsType:2:s:FSType partition:3:i readOnly:4:b
io.k8s.api.core.v1.GRPCAction port:1:i service:2:?s
io.k8s.api.core.v1.GitRepoVolumeSource repository:1:s revision:2:s directory:3:s
io.k8s.api.core.v1.GlusterfsPersistentVolumeSource endpoints:1:s:EndpointsName path:2:s readOnly:3:b endpointsNamespace:4:?s
io.k8s.api.core.v1.GlusterfsVolumeSource endpoints:1:s:EndpointsName path:2:s readOnly:3:b
io.k8s.api.core.v1.HTTPGetAction path:1:s port:2:io.k8s.apimachinery.pkg.util.intstr.IntOrString host:3:s scheme:4:s httpHeaders:5:*.HTTPHeader:HTTPHeaders
io.k8s.api.core.v1.HTTPHeader name:1:s value:2:s
io.k8s.api.core.v1.HostAlias ip:1:s:IP hostnames:2:*s
io.k8s.api.core.v1.HostIP ip:1:s:IP
io.k8s.api.core.v1.HostPathVolumeSource path:1:s type:2:?s
io.k8s.api.core.v1.ISCSIPersistentVolumeSource targetPortal:1:s iqn:2:s:IQN lun:3:i iscsiInterface:4:s:ISCSIInterface fsType:5:s:FSType readOnly:6:b portals:7:*s chapAuthDiscovery:8:b:DiscoveryCHAPAuth chapAuthSession:11:b:SessionCHAPAuth secretRef:10:?.SecretReference initiatorName:12:?s
io.k8s.api.core.v1.ISCSIVolumeSource targetPortal:1:s iqn:2:s:IQN lun:3:i iscsiInterface:4:s:ISCSIInterface fsType:5:s:FSType readOnly:6:b portals:7:*s chapAuthDiscovery:8:b:DiscoveryCHAPAuth chapAuthSession:11:b:SessionCHAPAuth secretRef:10:?.LocalObjectReference initiatorName:12:?s
io.k8s.api.core.v1.ImageVolumeSource reference:1:s pullPolicy:2:s
io.k8s.api.core.v1.ImageVolumeStatus imageRef:1:s
io.k8s.api.core.v1.KeyToPath key:1:s path:2:s mode:3:?i
io.k8s.api.core.v1.Lifecycle postStart:1:?.LifecycleHandler preStop:2:?.LifecycleHandler stopSignal:3:?s
io.k8s.api.core.v1.LifecycleHandler exec:1:?.ExecAction httpGet:2:?.HTTPGetAction:HTTPGet tcpSocket:3:?.TCPSocketAction:TCPSocket sleep:4:?.SleepAction
io.k8s.api.core.v1.LimitRange metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.LimitRangeSpec
io.k8s.api.core.v1.LimitRangeItem type:1:s max:2:%io.k8s.apimachinery.pkg.api.resource.Quantity min:3:%io.k8s.apimachinery.pkg.api.resource.Quantity default:4:%io.k8s.apimachinery.pkg.api.resource.Quantity defaultRequest:5:%io.k8s.apimachinery.pkg.api.resource.Quantity maxLimitRequestRatio:6:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.LimitRangeList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.LimitRange
io.k8s.api.core.v1.LimitRangeSpec limits:1:*.LimitRangeItem
io.k8s.api.core.v1.LinuxContainerUser uid:1:l:UID gid:2:l:GID supplementalGroups:3:*l
io.k8s.api.core.v1.LoadBalancerIngress ip:1:s:IP hostname:2:s ipMode:3:?s:IPMode ports:4:*.PortStatus
io.k8s.api.core.v1.LoadBalancerStatus ingress:1:*.LoadBalancerIngress
io.k8s.api.core.v1.LocalObjectReference name:1:s
io.k8s.api.core.v1.LocalVolumeSource path:1:s fsType:2:?s:FSType
io.k8s.api.core.v1.ModifyVolumeStatus targetVolumeAttributesClassName:1:s status:2:s
io.k8s.api.core.v1.NFSVolumeSource server:1:s path:2:s readOnly:3:b
io.k8s.api.core.v1.Namespace metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.NamespaceSpec status:3:.NamespaceStatus
io.k8s.api.core.v1.NamespaceCondition type:1:s status:2:s lastTransitionTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:5:s message:6:s
io.k8s.api.core.v1.NamespaceList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Namespace
io.k8s.api.core.v1.NamespaceSpec finalizers:1:*s
io.k8s.api.core.v1.NamespaceStatus phase:1:s conditions:2:*.NamespaceCondition
io.k8s.api.core.v1.Node metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.NodeSpec status:3:.NodeStatus
io.k8s.api.core.v1.NodeAddress type:1:s address:2:s
io.k8s.api.core.v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:1:?.NodeSelector preferredDuringSchedulingIgnoredDuringExecution:2:*.PreferredSchedulingTerm
io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus resourceClaimName:1:s containers:2:*s resources:3:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.NodeCondition type:1:s status:2:s lastHeartbeatTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:5:s message:6:s
io.k8s.api.core.v1.NodeConfigSource configMap:2:?.ConfigMapNodeConfigSource
io.k8s.api.core.v1.NodeConfigStatus assigned:1:?.NodeConfigSource active:2:?.NodeConfigSource lastKnownGood:3:?.NodeConfigSource error:4:s
io.k8s.api.core.v1.NodeDaemonEndpoints kubeletEndpoint:1:.DaemonEndpoint
io.k8s.api.core.v1.NodeFeatures supplementalGroupsPolicy:1:?b
io.k8s.api.core.v1.NodeList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Node
io.k8s.api.core.v1.NodeProxyOptions path:1:s
io.k8s.api.core.v1.NodeRuntimeHandler name:1:s features:2:?.NodeRuntimeHandlerFeatures
io.k8s.api.core.v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:1:?b userNamespaces:2:?b
io.k8s.api.core.v1.NodeSelector nodeSelectorTerms:1:*.NodeSelectorTerm
io.k8s.api.core.v1.NodeSelectorRequirement key:1:s operator:2:s values:3:*s
io.k8s.api.core.v1.NodeSelectorTerm matchExpressions:1:*.NodeSelectorRequirement matchFields:2:*.NodeSelectorRequirement
io.k8s.api.core.v1.NodeSpec podCIDR:1:s podCIDRs:7:*s providerID:3:s unschedulable:4:b taints:5:*.Taint configSource:6:?.NodeConfigSource externalID:2:s:DoNotUseExternalID
io.k8s.api.core.v1.NodeStatus capacity:1:%io.k8s.apimachinery.pkg.api.resource.Quantity allocatable:2:%io.k8s.apimachinery.pkg.api.resource.Quantity phase:3:s conditions:4:*.NodeCondition addresses:5:*.NodeAddress daemonEndpoints:6:.NodeDaemonEndpoints nodeInfo:7:.NodeSystemInfo images:8:*.ContainerImage volumesInUse:9:*s volumesAttached:10:*.AttachedVolume config:11:?.NodeConfigStatus runtimeHandlers:12:*.NodeRuntimeHandler features:13:?.NodeFeatures declaredFeatures:14:*s
io.k8s.api.core.v1.NodeSwapStatus capacity:1:?l
io.k8s.api.core.v1.NodeSystemInfo machineID:1:s systemUUID:2:s bootID:3:s kernelVersion:4:s osImage:5:s:OSImage containerRuntimeVersion:6:s kubeletVersion:7:s kubeProxyVersion:8:s operatingSystem:9:s architecture:10:s swap:11:?.NodeSwapStatus
io.k8s.api.core.v1.ObjectFieldSelector apiVersion:1:s:APIVersion fieldPath:2:s
io.k8s.api.core.v1.ObjectReference kind:1:s namespace:2:s name:3:s uid:4:s:UID apiVersion:5:s:APIVersion resourceVersion:6:s fieldPath:7:s
io.k8s.api.core.v1.PersistentVolume metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PersistentVolumeSpec status:3:.PersistentVolumeStatus
io.k8s.api.core.v1.PersistentVolumeClaim metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PersistentVolumeClaimSpec status:3:.PersistentVolumeClaimStatus
io.k8s.api.core.v1.PersistentVolumeClaimCondition type:1:s status:2:s lastProbeTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:5:s message:6:s
io.k8s.api.core.v1.PersistentVolumeClaimList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PersistentVolumeClaim
io.k8s.api.core.v1.PersistentVolumeClaimSpec accessModes:1:*s selector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector resources:2:.VolumeResourceRequirements volumeName:3:s storageClassName:5:?s volumeMode:6:?s dataSource:7:?.TypedLocalObjectReference dataSourceRef:8:?.TypedObjectReference volumeAttributesClassName:9:?s
io.k8s.api.core.v1.PersistentVolumeClaimStatus phase:1:s accessModes:2:*s capacity:3:%io.k8s.apimachinery.pkg.api.resource.Quantity conditions:4:*.PersistentVolumeClaimCondition allocatedResources:5:%io.k8s.apimachinery.pkg.api.resource.Quantity allocatedResourceStatuses:7:%s currentVolumeAttributesClassName:8:?s modifyVolumeStatus:9:?.ModifyVolumeStatus
io.k8s.api.core.v1.PersistentVolumeClaimTemplate metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PersistentVolumeClaimSpec
io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource claimName:1:s readOnly:2:b
io.k8s.api.core.v1.PersistentVolumeList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PersistentVolume
io.k8s.api.core.v1.PersistentVolumeSource gcePersistentDisk:1:?.GCEPersistentDiskVolumeSource:GCEPersistentDisk awsElasticBlockStore:2:?.AWSElasticBlockStoreVolumeSource:AWSElasticBlockStore hostPath:3:?.HostPathVolumeSource glusterfs:4:?.GlusterfsPersistentVolumeSource nfs:5:?.NFSVolumeSource:NFS rbd:6:?.RBDPersistentVolumeSource:RBD iscsi:7:?.ISCSIPersistentVolumeSource:ISCSI cinder:8:?.CinderPersistentVolumeSource cephfs:9:?.CephFSPersistentVolumeSource:CephFS fc:10:?.FCVolumeSource:FC flocker:11:?.FlockerVolumeSource flexVolume:12:?.FlexPersistentVolumeSource azureFile:13:?.AzureFilePersistentVolumeSource vsphereVolume:14:?.VsphereVirtualDiskVolumeSource quobyte:15:?.QuobyteVolumeSource azureDisk:16:?.AzureDiskVolumeSource photonPersistentDisk:17:?.PhotonPersistentDiskVolumeSource portworxVolume:18:?.PortworxVolumeSource scaleIO:19:?.ScaleIOPersistentVolumeSource local:20:?.LocalVolumeSource storageos:21:?.StorageOSPersistentVolumeSource:StorageOS csi:22:?.CSIPersistentVolumeSource:CSI
io.k8s.api.core.v1.PersistentVolumeSpec capacity:1:%io.k8s.apimachinery.pkg.api.resource.Quantity :2:.PersistentVolumeSource:PersistentVolumeSource accessModes:3:*s claimRef:4:?.ObjectReference persistentVolumeReclaimPolicy:5:s storageClassName:6:s mountOptions:7:*s volumeMode:8:?s nodeAffinity:9:?.VolumeNodeAffinity volumeAttributesClassName:10:?s
io.k8s.api.core.v1.PersistentVolumeStatus phase:1:s message:2:s reason:3:s lastPhaseTransitionTime:4:?io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource pdID:1:s fsType:2:s:FSType
io.k8s.api.core.v1.Pod metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PodSpec status:3:.PodStatus
io.k8s.api.core.v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution:1:*.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:2:*.WeightedPodAffinityTerm
io.k8s.api.core.v1.PodAffinityTerm labelSelector:1:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector namespaces:2:*s topologyKey:3:s namespaceSelector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector matchLabelKeys:5:*s mismatchLabelKeys:6:*s
io.k8s.api.core.v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:1:*.PodAffinityTerm preferredDuringSchedulingIgnoredDuringExecution:2:*.WeightedPodAffinityTerm
io.k8s.api.core.v1.PodAttachOptions stdin:1:b stdout:2:b stderr:3:b tty:4:b:TTY container:5:s
io.k8s.api.core.v1.PodCertificateProjection signerName:1:s keyType:2:s maxExpirationSeconds:3:?i credentialBundlePath:4:s keyPath:5:s certificateChainPath:6:s userAnnotations:7:%s
io.k8s.api.core.v1.PodCondition type:1:s observedGeneration:7:l status:2:s lastProbeTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time lastTransitionTime:4:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:5:s message:6:s
io.k8s.api.core.v1.PodDNSConfig nameservers:1:*s searches:2:*s options:3:*.PodDNSConfigOption
io.k8s.api.core.v1.PodDNSConfigOption name:1:s value:2:?s
io.k8s.api.core.v1.PodExecOptions stdin:1:b stdout:2:b stderr:3:b tty:4:b:TTY container:5:s command:6:*s
io.k8s.api.core.v1.PodExtendedResourceClaimStatus requestMappings:1:*.ContainerExtendedResourceRequest resourceClaimName:2:s
io.k8s.api.core.v1.PodIP ip:1:s:IP
io.k8s.api.core.v1.PodList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Pod
io.k8s.api.core.v1.PodLogOptions container:1:s follow:2:b previous:3:b sinceSeconds:4:?l sinceTime:5:?io.k8s.apimachinery.pkg.apis.meta.v1.Time timestamps:6:b tailLines:7:?l limitBytes:8:?l insecureSkipTLSVerifyBackend:9:b stream:10:?s
io.k8s.api.core.v1.PodOS name:1:s
io.k8s.api.core.v1.PodPortForwardOptions ports:1:*i
io.k8s.api.core.v1.PodProxyOptions path:1:s
io.k8s.api.core.v1.PodReadinessGate conditionType:1:s
io.k8s.api.core.v1.PodResourceClaim name:1:s resourceClaimName:3:?s resourceClaimTemplateName:4:?s
io.k8s.api.core.v1.PodResourceClaimStatus name:1:s resourceClaimName:2:?s
io.k8s.api.core.v1.PodSchedulingGate name:1:s
io.k8s.api.core.v1.PodSchedulingGroup podGroupName:1:?s
io.k8s.api.core.v1.PodSecurityContext seLinuxOptions:1:?.SELinuxOptions:SELinuxOptions windowsOptions:8:?.WindowsSecurityContextOptions runAsUser:2:?l runAsGroup:6:?l runAsNonRoot:3:?b supplementalGroups:4:*l supplementalGroupsPolicy:12:?s fsGroup:5:?l:FSGroup sysctls:7:*.Sysctl fsGroupChangePolicy:9:?s:FSGroupChangePolicy seccompProfile:10:?.SeccompProfile appArmorProfile:11:?.AppArmorProfile seLinuxChangePolicy:13:?s:SELinuxChangePolicy
io.k8s.api.core.v1.PodSignature podController:1:?io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference
io.k8s.api.core.v1.PodSpec volumes:1:*.Volume initContainers:20:*.Container containers:2:*.Container ephemeralContainers:34:*.EphemeralContainer restartPolicy:3:s terminationGracePeriodSeconds:4:?l activeDeadlineSeconds:5:?l dnsPolicy:6:s:DNSPolicy nodeSelector:7:%s serviceAccountName:8:s serviceAccount:9:s:DeprecatedServiceAccount automountServiceAccountToken:21:?b nodeName:10:s hostNetwork:11:b hostPID:12:b hostIPC:13:b shareProcessNamespace:27:?b securityContext:14:?.PodSecurityContext imagePullSecrets:15:*.LocalObjectReference hostname:16:s subdomain:17:s affinity:18:?.Affinity schedulerName:19:s tolerations:22:*.Toleration hostAliases:23:*.HostAlias priorityClassName:24:s priority:25:?i dnsConfig:26:?.PodDNSConfig:DNSConfig readinessGates:28:*.PodReadinessGate runtimeClassName:29:?s enableServiceLinks:30:?b preemptionPolicy:31:?s overhead:32:%io.k8s.apimachinery.pkg.api.resource.Quantity topologySpreadConstraints:33:*.TopologySpreadConstraint setHostnameAsFQDN:35:?b os:36:?.PodOS:OS hostUsers:37:?b schedulingGates:38:*.PodSchedulingGate resourceClaims:39:*.PodResourceClaim resources:40:?.ResourceRequirements hostnameOverride:41:?s schedulingGroup:43:?.PodSchedulingGroup
io.k8s.api.core.v1.PodStatus observedGeneration:17:l phase:1:s conditions:2:*.PodCondition message:3:s reason:4:s nominatedNodeName:11:s hostIP:5:s hostIPs:16:*.HostIP podIP:6:s podIPs:12:*.PodIP startTime:7:?io.k8s.apimachinery.pkg.apis.meta.v1.Time initContainerStatuses:10:*.ContainerStatus containerStatuses:8:*.ContainerStatus qosClass:9:s:QOSClass ephemeralContainerStatuses:13:*.ContainerStatus resize:14:s resourceClaimStatuses:15:*.PodResourceClaimStatus extendedResourceClaimStatus:18:?.PodExtendedResourceClaimStatus allocatedResources:19:%io.k8s.apimachinery.pkg.api.resource.Quantity resources:20:?.ResourceRequirements nodeAllocatableResourceClaimStatuses:21:*.NodeAllocatableResourceClaimStatus
io.k8s.api.core.v1.PodStatusResult metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta status:2:.PodStatus
io.k8s.api.core.v1.PodTemplate metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta template:2:.PodTemplateSpec
io.k8s.api.core.v1.PodTemplateList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PodTemplate
io.k8s.api.core.v1.PodTemplateSpec metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PodSpec
io.k8s.api.core.v1.PortStatus port:1:i protocol:2:s error:3:?s
io.k8s.api.core.v1.PortworxVolumeSource volumeID:1:s fsType:2:s:FSType readOnly:3:b
io.k8s.api.core.v1.Preconditions uid:1:?s:UID
io.k8s.api.core.v1.PreferAvoidPodsEntry podSignature:1:.PodSignature evictionTime:2:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:3:s message:4:s
io.k8s.api.core.v1.PreferredSchedulingTerm weight:1:i preference:2:.NodeSelectorTerm
io.k8s.api.core.v1.Probe :1:.ProbeHandler:ProbeHandler initialDelaySeconds:2:i timeoutSeconds:3:i periodSeconds:4:i successThreshold:5:i failureThreshold:6:i terminationGracePeriodSeconds:7:?l
io.k8s.api.core.v1.ProbeHandler exec:1:?.ExecAction httpGet:2:?.HTTPGetAction:HTTPGet tcpSocket:3:?.TCPSocketAction:TCPSocket grpc:4:?.GRPCAction:GRPC
io.k8s.api.core.v1.ProjectedVolumeSource sources:1:*.VolumeProjection defaultMode:2:?i
io.k8s.api.core.v1.QuobyteVolumeSource registry:1:s volume:2:s readOnly:3:b user:4:s group:5:s tenant:6:s
io.k8s.api.core.v1.RBDPersistentVolumeSource monitors:1:*s:CephMonitors image:2:s:RBDImage fsType:3:s:FSType pool:4:s:RBDPool user:5:s:RadosUser keyring:6:s secretRef:7:?.SecretReference readOnly:8:b
io.k8s.api.core.v1.RBDVolumeSource monitors:1:*s:CephMonitors image:2:s:RBDImage fsType:3:s:FSType pool:4:s:RBDPool user:5:s:RadosUser keyring:6:s secretRef:7:?.LocalObjectReference readOnly:8:b
io.k8s.api.core.v1.RangeAllocation metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta range:2:s data:3:y
io.k8s.api.core.v1.ReplicationController metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ReplicationControllerSpec status:3:.ReplicationControllerStatus
io.k8s.api.core.v1.ReplicationControllerCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.core.v1.ReplicationControllerList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ReplicationController
io.k8s.api.core.v1.ReplicationControllerSpec replicas:1:?i minReadySeconds:4:i selector:2:%s template:3:?.PodTemplateSpec
io.k8s.api.core.v1.ReplicationControllerStatus replicas:1:i fullyLabeledReplicas:2:i readyReplicas:4:i availableReplicas:5:i observedGeneration:3:l conditions:6:*.ReplicationControllerCondition
io.k8s.api.core.v1.ResourceClaim name:1:s request:2:s
io.k8s.api.core.v1.ResourceFieldSelector containerName:1:s resource:2:s divisor:3:io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.ResourceHealth resourceID:1:s health:2:s message:6:?s
io.k8s.api.core.v1.ResourceQuota metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ResourceQuotaSpec status:3:.ResourceQuotaStatus
io.k8s.api.core.v1.ResourceQuotaList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ResourceQuota
io.k8s.api.core.v1.ResourceQuotaSpec hard:1:%io.k8s.apimachinery.pkg.api.resource.Quantity scopes:2:*s scopeSelector:3:?.ScopeSelector
io.k8s.api.core.v1.ResourceQuotaStatus hard:1:%io.k8s.apimachinery.pkg.api.resource.Quantity used:2:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.ResourceRequirements limits:1:%io.k8s.apimachinery.pkg.api.resource.Quantity requests:2:%io.k8s.apimachinery.pkg.api.resource.Quantity claims:3:*.ResourceClaim
io.k8s.api.core.v1.ResourceStatus name:1:s resources:2:*.ResourceHealth
io.k8s.api.core.v1.SELinuxOptions user:1:s role:2:s type:3:s level:4:s
io.k8s.api.core.v1.ScaleIOPersistentVolumeSource gateway:1:s system:2:s secretRef:3:?.SecretReference sslEnabled:4:b:SSLEnabled protectionDomain:5:s storagePool:6:s storageMode:7:s volumeName:8:s fsType:9:s:FSType readOnly:10:b
io.k8s.api.core.v1.ScaleIOVolumeSource gateway:1:s system:2:s secretRef:3:?.LocalObjectReference sslEnabled:4:b:SSLEnabled protectionDomain:5:s storagePool:6:s storageMode:7:s volumeName:8:s fsType:9:s:FSType readOnly:10:b
io.k8s.api.core.v1.ScopeSelector matchExpressions:1:*.ScopedResourceSelectorRequirement
io.k8s.api.core.v1.ScopedResourceSelectorRequirement scopeName:1:s operator:2:s values:3:*s
io.k8s.api.core.v1.SeccompProfile type:1:s localhostProfile:2:?s
io.k8s.api.core.v1.Secret metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta immutable:5:?b data:2:%y stringData:4:%s type:3:s
io.k8s.api.core.v1.SecretEnvSource :1:.LocalObjectReference:LocalObjectReference optional:2:?b
io.k8s.api.core.v1.SecretKeySelector :1:.LocalObjectReference:LocalObjectReference key:2:s optional:3:?b
io.k8s.api.core.v1.SecretList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Secret
io.k8s.api.core.v1.SecretProjection :1:.LocalObjectReference:LocalObjectReference items:2:*.KeyToPath optional:4:?b
io.k8s.api.core.v1.SecretReference name:1:s namespace:2:s
io.k8s.api.core.v1.SecretVolumeSource secretName:1:s items:2:*.KeyToPath defaultMode:3:?i optional:4:?b
io.k8s.api.core.v1.SecurityContext capabilities:1:?.Capabilities privileged:2:?b seLinuxOptions:3:?.SELinuxOptions:SELinuxOptions windowsOptions:10:?.WindowsSecurityContextOptions runAsUser:4:?l runAsGroup:8:?l runAsNonRoot:5:?b readOnlyRootFilesystem:6:?b allowPrivilegeEscalation:7:?b procMount:9:?s seccompProfile:11:?.SeccompProfile appArmorProfile:12:?.AppArmorProfile
io.k8s.api.core.v1.SerializedReference reference:1:.ObjectReference
io.k8s.api.core.v1.Service metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ServiceSpec status:3:.ServiceStatus
io.k8s.api.core.v1.ServiceAccount metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta secrets:2:*.ObjectReference imagePullSecrets:3:*.LocalObjectReference automountServiceAccountToken:4:?b
io.k8s.api.core.v1.ServiceAccountList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ServiceAccount
io.k8s.api.core.v1.ServiceAccountTokenProjection audience:1:s expirationSeconds:2:?l path:3:s
io.k8s.api.core.v1.ServiceList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Service
io.k8s.api.core.v1.ServicePort name:1:s protocol:2:s appProtocol:6:?s port:3:i targetPort:4:io.k8s.apimachinery.pkg.util.intstr.IntOrString nodePort:5:i
io.k8s.api.core.v1.ServiceProxyOptions path:1:s
io.k8s.api.core.v1.ServiceSpec ports:1:*.ServicePort selector:2:%s clusterIP:3:s clusterIPs:18:*s type:4:s externalIPs:5:*s sessionAffinity:7:s loadBalancerIP:8:s loadBalancerSourceRanges:9:*s externalName:10:s externalTrafficPolicy:11:s healthCheckNodePort:12:i publishNotReadyAddresses:13:b sessionAffinityConfig:14:?.SessionAffinityConfig ipFamilies:19:*s:IPFamilies ipFamilyPolicy:17:?s:IPFamilyPolicy allocateLoadBalancerNodePorts:20:?b loadBalancerClass:21:?s internalTrafficPolicy:22:?s trafficDistribution:23:?s
io.k8s.api.core.v1.ServiceStatus loadBalancer:1:.LoadBalancerStatus conditions:2:*io.k8s.apimachinery.pkg.apis.meta.v1.Condition
io.k8s.api.core.v1.SessionAffinityConfig clientIP:1:?.ClientIPConfig
io.k8s.api.core.v1.SleepAction seconds:1:l
io.k8s.api.core.v1.StorageOSPersistentVolumeSource volumeName:1:s volumeNamespace:2:s fsType:3:s:FSType readOnly:4:b secretRef:5:?.ObjectReference
io.k8s.api.core.v1.StorageOSVolumeSource volumeName:1:s volumeNamespace:2:s fsType:3:s:FSType readOnly:4:b secretRef:5:?.LocalObjectReference
io.k8s.api.core.v1.Sysctl name:1:s value:2:s
io.k8s.api.core.v1.TCPSocketAction port:1:io.k8s.apimachinery.pkg.util.intstr.IntOrString host:2:s
io.k8s.api.core.v1.Taint key:1:s value:2:s effect:3:s timeAdded:4:?io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.core.v1.Toleration key:1:s operator:2:s value:3:s effect:4:s tolerationSeconds:5:?l
io.k8s.api.core.v1.TopologySelectorLabelRequirement key:1:s values:2:*s
io.k8s.api.core.v1.TopologySelectorTerm matchLabelExpressions:1:*.TopologySelectorLabelRequirement
io.k8s.api.core.v1.TopologySpreadConstraint maxSkew:1:i topologyKey:2:s whenUnsatisfiable:3:s labelSelector:4:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector minDomains:5:?i nodeAffinityPolicy:6:?s nodeTaintsPolicy:7:?s matchLabelKeys:8:*s
io.k8s.api.core.v1.TypedLocalObjectReference apiGroup:1:?s:APIGroup kind:2:s name:3:s
io.k8s.api.core.v1.TypedObjectReference apiGroup:1:?s:APIGroup kind:2:s name:3:s namespace:4:?s
io.k8s.api.core.v1.Volume name:1:s :2:.VolumeSource:VolumeSource
io.k8s.api.core.v1.VolumeDevice name:1:s devicePath:2:s
io.k8s.api.core.v1.VolumeMount name:1:s readOnly:2:b recursiveReadOnly:7:?s mountPath:3:s subPath:4:s mountPropagation:5:?s subPathExpr:6:s
io.k8s.api.core.v1.VolumeMountStatus name:1:s mountPath:2:s readOnly:3:b recursiveReadOnly:4:?s volumeStatus:5:?.VolumeStatus
io.k8s.api.core.v1.VolumeNodeAffinity required:1:?.NodeSelector
io.k8s.api.core.v1.VolumeProjection secret:1:?.SecretProjection downwardAPI:2:?.DownwardAPIProjection configMap:3:?.ConfigMapProjection serviceAccountToken:4:?.ServiceAccountTokenProjection clusterTrustBundle:5:?.ClusterTrustBundleProjection podCertificate:6:?.PodCertificateProjection
io.k8s.api.core.v1.VolumeResourceRequirements limits:1:%io.k8s.apimachinery.pkg.api.resource.Quantity requests:2:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.core.v1.VolumeSource hostPath:1:?.HostPathVolumeSource emptyDir:2:?.EmptyDirVolumeSource gcePersistentDisk:3:?.GCEPersistentDiskVolumeSource:GCEPersistentDisk awsElasticBlockStore:4:?.AWSElasticBlockStoreVolumeSource:AWSElasticBlockStore gitRepo:5:?.GitRepoVolumeSource secret:6:?.SecretVolumeSource nfs:7:?.NFSVolumeSource:NFS iscsi:8:?.ISCSIVolumeSource:ISCSI glusterfs:9:?.GlusterfsVolumeSource persistentVolumeClaim:10:?.PersistentVolumeClaimVolumeSource rbd:11:?.RBDVolumeSource:RBD flexVolume:12:?.FlexVolumeSource cinder:13:?.CinderVolumeSource cephfs:14:?.CephFSVolumeSource:CephFS flocker:15:?.FlockerVolumeSource downwardAPI:16:?.DownwardAPIVolumeSource fc:17:?.FCVolumeSource:FC azureFile:18:?.AzureFileVolumeSource configMap:19:?.ConfigMapVolumeSource vsphereVolume:20:?.VsphereVirtualDiskVolumeSource quobyte:21:?.QuobyteVolumeSource azureDisk:22:?.AzureDiskVolumeSource photonPersistentDisk:23:?.PhotonPersistentDiskVolumeSource projected:26:?.ProjectedVolumeSource portworxVolume:24:?.PortworxVolumeSource scaleIO:25:?.ScaleIOVolumeSource storageos:27:?.StorageOSVolumeSource:StorageOS csi:28:?.CSIVolumeSource:CSI ephemeral:29:?.EphemeralVolumeSource image:30:?.ImageVolumeSource
io.k8s.api.core.v1.VolumeStatus image:1:?.ImageVolumeStatus
io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource volumePath:1:s fsType:2:s:FSType storagePolicyName:3:s storagePolicyID:4:s
io.k8s.api.core.v1.WeightedPodAffinityTerm weight:1:i podAffinityTerm:2:.PodAffinityTerm
io.k8s.api.core.v1.WindowsSecurityContextOptions gmsaCredentialSpecName:1:?s:GMSACredentialSpecName gmsaCredentialSpec:2:?s:GMSACredentialSpec runAsUserName:3:?s hostProcess:4:?b
io.k8s.api.discovery.v1.Endpoint addresses:1:*s conditions:2:.EndpointConditions hostname:3:?s targetRef:4:?io.k8s.api.core.v1.ObjectReference deprecatedTopology:5:%s nodeName:6:?s zone:7:?s hints:8:?.EndpointHints
io.k8s.api.discovery.v1.EndpointConditions ready:1:?b serving:2:?b terminating:3:?b
io.k8s.api.discovery.v1.EndpointHints forZones:1:*.ForZone forNodes:2:*.ForNode
io.k8s.api.discovery.v1.EndpointPort name:1:?s protocol:2:?s port:3:?i appProtocol:4:?s
io.k8s.api.discovery.v1.EndpointSlice metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta addressType:4:s endpoints:2:*.Endpoint ports:3:*.EndpointPort
io.k8s.api.discovery.v1.EndpointSliceList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.EndpointSlice
io.k8s.api.discovery.v1.ForNode name:1:s
io.k8s.api.discovery.v1.ForZone name:1:s
io.k8s.api.events.v1.Event metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta eventTime:2:io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime series:3:?.EventSeries reportingController:4:s reportingInstance:5:s action:6:s reason:7:s regarding:8:io.k8s.api.core.v1.ObjectReference related:9:?io.k8s.api.core.v1.ObjectReference note:10:s type:11:s deprecatedSource:12:io.k8s.api.core.v1.EventSource deprecatedFirstTimestamp:13:io.k8s.apimachinery.pkg.apis.meta.v1.Time deprecatedLastTimestamp:14:io.k8s.apimachinery.pkg.apis.meta.v1.Time deprecatedCount:15:i
io.k8s.api.events.v1.EventList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Event
io.k8s.api.events.v1.EventSeries count:1:i lastObservedTime:2:io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime
io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration nominalConcurrencyShares:1:?i lendablePercent:2:?i
io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod type:1:s
io.k8s.api.flowcontrol.v1.FlowSchema metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.FlowSchemaSpec status:3:.FlowSchemaStatus
io.k8s.api.flowcontrol.v1.FlowSchemaCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.flowcontrol.v1.FlowSchemaList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.FlowSchema
io.k8s.api.flowcontrol.v1.FlowSchemaSpec priorityLevelConfiguration:1:.PriorityLevelConfigurationReference matchingPrecedence:2:i distinguisherMethod:3:?.FlowDistinguisherMethod rules:4:*.PolicyRulesWithSubjects
io.k8s.api.flowcontrol.v1.FlowSchemaStatus conditions:1:*.FlowSchemaCondition
io.k8s.api.flowcontrol.v1.GroupSubject name:1:s
io.k8s.api.flowcontrol.v1.LimitResponse type:1:s queuing:2:?.QueuingConfiguration
io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration nominalConcurrencyShares:1:?i limitResponse:2:.LimitResponse lendablePercent:3:?i borrowingLimitPercent:4:?i
io.k8s.api.flowcontrol.v1.NonResourcePolicyRule verbs:1:*s nonResourceURLs:6:*s
io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects subjects:1:*.Subject resourceRules:2:*.ResourcePolicyRule nonResourceRules:3:*.NonResourcePolicyRule
io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PriorityLevelConfigurationSpec status:3:.PriorityLevelConfigurationStatus
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PriorityLevelConfiguration
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference name:1:s
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec type:1:s limited:2:?.LimitedPriorityLevelConfiguration exempt:3:?.ExemptPriorityLevelConfiguration
io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus conditions:1:*.PriorityLevelConfigurationCondition
io.k8s.api.flowcontrol.v1.QueuingConfiguration queues:1:i handSize:2:i queueLengthLimit:3:i
io.k8s.api.flowcontrol.v1.ResourcePolicyRule verbs:1:*s apiGroups:2:*s:APIGroups resources:3:*s clusterScope:4:b namespaces:5:*s
io.k8s.api.flowcontrol.v1.ServiceAccountSubject namespace:1:s name:2:s
io.k8s.api.flowcontrol.v1.Subject kind:1:s user:2:?.UserSubject group:3:?.GroupSubject serviceAccount:4:?.ServiceAccountSubject
io.k8s.api.flowcontrol.v1.UserSubject name:1:s
io.k8s.api.networking.v1.HTTPIngressPath path:1:s pathType:3:?s backend:2:.IngressBackend
io.k8s.api.networking.v1.HTTPIngressRuleValue paths:1:*.HTTPIngressPath
io.k8s.api.networking.v1.IPAddress metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.IPAddressSpec
io.k8s.api.networking.v1.IPAddressList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.IPAddress
io.k8s.api.networking.v1.IPAddressSpec parentRef:1:?.ParentReference
io.k8s.api.networking.v1.IPBlock cidr:1:s:CIDR except:2:*s
io.k8s.api.networking.v1.Ingress metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.IngressSpec status:3:.IngressStatus
io.k8s.api.networking.v1.IngressBackend service:4:?.IngressServiceBackend resource:3:?io.k8s.api.core.v1.TypedLocalObjectReference
io.k8s.api.networking.v1.IngressClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.IngressClassSpec
io.k8s.api.networking.v1.IngressClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.IngressClass
io.k8s.api.networking.v1.IngressClassParametersReference apiGroup:1:?s:APIGroup kind:2:s name:3:s scope:4:?s namespace:5:?s
io.k8s.api.networking.v1.IngressClassSpec controller:1:s parameters:2:?.IngressClassParametersReference
io.k8s.api.networking.v1.IngressList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Ingress
io.k8s.api.networking.v1.IngressLoadBalancerIngress ip:1:s:IP hostname:2:s ports:4:*.IngressPortStatus
io.k8s.api.networking.v1.IngressLoadBalancerStatus ingress:1:*.IngressLoadBalancerIngress
io.k8s.api.networking.v1.IngressPortStatus port:1:i protocol:2:s error:3:?s
io.k8s.api.networking.v1.IngressRule host:1:s :2:.IngressRuleValue:IngressRuleValue
io.k8s.api.networking.v1.IngressRuleValue http:1:?.HTTPIngressRuleValue:HTTP
io.k8s.api.networking.v1.IngressServiceBackend name:1:s port:2:.ServiceBackendPort
io.k8s.api.networking.v1.IngressSpec ingressClassName:4:?s defaultBackend:1:?.IngressBackend tls:2:*.IngressTLS:TLS rules:3:*.IngressRule
io.k8s.api.networking.v1.IngressStatus loadBalancer:1:.IngressLoadBalancerStatus
io.k8s.api.networking.v1.IngressTLS hosts:1:*s secretName:2:s
io.k8s.api.networking.v1.NetworkPolicy metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.NetworkPolicySpec
io.k8s.api.networking.v1.NetworkPolicyEgressRule ports:1:*.NetworkPolicyPort to:2:*.NetworkPolicyPeer
io.k8s.api.networking.v1.NetworkPolicyIngressRule ports:1:*.NetworkPolicyPort from:2:*.NetworkPolicyPeer
io.k8s.api.networking.v1.NetworkPolicyList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.NetworkPolicy
io.k8s.api.networking.v1.NetworkPolicyPeer podSelector:1:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector namespaceSelector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector ipBlock:3:?.IPBlock:IPBlock
io.k8s.api.networking.v1.NetworkPolicyPort protocol:1:?s port:2:?io.k8s.apimachinery.pkg.util.intstr.IntOrString endPort:3:?i
io.k8s.api.networking.v1.NetworkPolicySpec podSelector:1:io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector ingress:2:*.NetworkPolicyIngressRule egress:3:*.NetworkPolicyEgressRule policyTypes:4:*s
io.k8s.api.networking.v1.ParentReference group:1:s resource:2:s namespace:3:s name:4:s
io.k8s.api.networking.v1.ServiceBackendPort name:1:s number:2:i
io.k8s.api.networking.v1.ServiceCIDR metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ServiceCIDRSpec status:3:.ServiceCIDRStatus
io.k8s.api.networking.v1.ServiceCIDRList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ServiceCIDR
io.k8s.api.networking.v1.ServiceCIDRSpec cidrs:1:*s:CIDRs
io.k8s.api.networking.v1.ServiceCIDRStatus conditions:1:*io.k8s.apimachinery.pkg.apis.meta.v1.Condition
io.k8s.api.node.v1.Overhead podFixed:1:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.node.v1.RuntimeClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta handler:2:s overhead:3:?.Overhead scheduling:4:?.Scheduling
io.k8s.api.node.v1.RuntimeClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.RuntimeClass
io.k8s.api.node.v1.Scheduling nodeSelector:1:%s tolerations:2:*io.k8s.api.core.v1.Toleration
io.k8s.api.policy.v1.Eviction metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta deleteOptions:2:?io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions
io.k8s.api.policy.v1.PodDisruptionBudget metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.PodDisruptionBudgetSpec status:3:.PodDisruptionBudgetStatus
io.k8s.api.policy.v1.PodDisruptionBudgetList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PodDisruptionBudget
io.k8s.api.policy.v1.PodDisruptionBudgetSpec minAvailable:1:?io.k8s.apimachinery.pkg.util.intstr.IntOrString selector:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector maxUnavailable:3:?io.k8s.apimachinery.pkg.util.intstr.IntOrString unhealthyPodEvictionPolicy:4:?s
io.k8s.api.policy.v1.PodDisruptionBudgetStatus observedGeneration:1:l disruptedPods:2:%io.k8s.apimachinery.pkg.apis.meta.v1.Time disruptionsAllowed:3:i currentHealthy:4:i desiredHealthy:5:i expectedPods:6:i conditions:7:*io.k8s.apimachinery.pkg.apis.meta.v1.Condition
io.k8s.api.rbac.v1.AggregationRule clusterRoleSelectors:1:*io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector
io.k8s.api.rbac.v1.ClusterRole metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta rules:2:*.PolicyRule aggregationRule:3:?.AggregationRule
io.k8s.api.rbac.v1.ClusterRoleBinding metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta subjects:2:*.Subject roleRef:3:.RoleRef
io.k8s.api.rbac.v1.ClusterRoleBindingList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ClusterRoleBinding
io.k8s.api.rbac.v1.ClusterRoleList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ClusterRole
io.k8s.api.rbac.v1.PolicyRule verbs:1:*s apiGroups:2:*s:APIGroups resources:3:*s resourceNames:4:*s nonResourceURLs:5:*s
io.k8s.api.rbac.v1.Role metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta rules:2:*.PolicyRule
io.k8s.api.rbac.v1.RoleBinding metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta subjects:2:*.Subject roleRef:3:.RoleRef
io.k8s.api.rbac.v1.RoleBindingList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.RoleBinding
io.k8s.api.rbac.v1.RoleList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.Role
io.k8s.api.rbac.v1.RoleRef apiGroup:1:s:APIGroup kind:2:s name:3:s
io.k8s.api.rbac.v1.Subject kind:1:s apiGroup:2:s:APIGroup name:3:s namespace:4:s
io.k8s.api.resource.v1.AllocatedDeviceStatus driver:1:s pool:2:s device:3:s shareID:7:?s conditions:4:*io.k8s.apimachinery.pkg.apis.meta.v1.Condition data:5:?io.k8s.apimachinery.pkg.runtime.RawExtension networkData:6:?.NetworkDeviceData
io.k8s.api.resource.v1.AllocationResult devices:1:.DeviceAllocationResult nodeSelector:3:?io.k8s.api.core.v1.NodeSelector allocationTimestamp:5:?io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.resource.v1.CELDeviceSelector expression:1:s
io.k8s.api.resource.v1.CapacityRequestPolicy default:1:?io.k8s.apimachinery.pkg.api.resource.Quantity validValues:3:*io.k8s.apimachinery.pkg.api.resource.Quantity validRange:4:?.CapacityRequestPolicyRange
io.k8s.api.resource.v1.CapacityRequestPolicyRange min:1:?io.k8s.apimachinery.pkg.api.resource.Quantity max:2:?io.k8s.apimachinery.pkg.api.resource.Quantity step:3:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.resource.v1.CapacityRequirements requests:1:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.resource.v1.Counter value:1:io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.resource.v1.CounterSet name:1:s counters:2:%.Counter
io.k8s.api.resource.v1.Device name:1:s attributes:2:%.DeviceAttribute capacity:3:%.DeviceCapacity consumesCounters:4:*.DeviceCounterConsumption nodeName:5:?s nodeSelector:6:?io.k8s.api.core.v1.NodeSelector allNodes:7:?b taints:8:*.DeviceTaint bindsToNode:9:?b bindingConditions:10:*s bindingFailureConditions:11:*s allowMultipleAllocations:12:?b nodeAllocatableResourceMappings:13:%.NodeAllocatableResourceMapping
io.k8s.api.resource.v1.DeviceAllocationConfiguration source:1:s requests:2:*s :3:.DeviceConfiguration:DeviceConfiguration
io.k8s.api.resource.v1.DeviceAllocationResult results:1:*.DeviceRequestAllocationResult config:2:*.DeviceAllocationConfiguration
io.k8s.api.resource.v1.DeviceAttribute int:2:?l:IntValue bool:3:?b:BoolValue string:4:?s:StringValue version:5:?s:VersionValue ints:6:*l:IntValues bools:7:*b:BoolValues strings:8:*s:StringValues versions:9:*s:VersionValues
io.k8s.api.resource.v1.DeviceCapacity value:1:io.k8s.apimachinery.pkg.api.resource.Quantity requestPolicy:2:?.CapacityRequestPolicy
io.k8s.api.resource.v1.DeviceClaim requests:1:*.DeviceRequest constraints:2:*.DeviceConstraint config:3:*.DeviceClaimConfiguration
io.k8s.api.resource.v1.DeviceClaimConfiguration requests:1:*s :2:.DeviceConfiguration:DeviceConfiguration
io.k8s.api.resource.v1.DeviceClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.DeviceClassSpec
io.k8s.api.resource.v1.DeviceClassConfiguration :1:.DeviceConfiguration:DeviceConfiguration
io.k8s.api.resource.v1.DeviceClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.DeviceClass
io.k8s.api.resource.v1.DeviceClassSpec selectors:1:*.DeviceSelector config:2:*.DeviceClassConfiguration extendedResourceName:4:?s
io.k8s.api.resource.v1.DeviceConfiguration opaque:1:?.OpaqueDeviceConfiguration
io.k8s.api.resource.v1.DeviceConstraint requests:1:*s matchAttribute:2:?s distinctAttribute:3:?s
io.k8s.api.resource.v1.DeviceCounterConsumption counterSet:1:s counters:2:%.Counter
io.k8s.api.resource.v1.DeviceRequest name:1:s exactly:2:?.ExactDeviceRequest firstAvailable:3:*.DeviceSubRequest
io.k8s.api.resource.v1.DeviceRequestAllocationResult request:1:s driver:2:s pool:3:s device:4:s adminAccess:5:?b tolerations:6:*.DeviceToleration bindingConditions:7:*s bindingFailureConditions:8:*s shareID:9:?s consumedCapacity:10:%io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.resource.v1.DeviceSelector cel:1:?.CELDeviceSelector:CEL
io.k8s.api.resource.v1.DeviceSubRequest name:1:s deviceClassName:2:s selectors:3:*.DeviceSelector allocationMode:4:s count:5:l tolerations:6:*.DeviceToleration capacity:7:?.CapacityRequirements
io.k8s.api.resource.v1.DeviceTaint key:1:s value:2:s effect:3:s timeAdded:4:?io.k8s.apimachinery.pkg.apis.meta.v1.Time
io.k8s.api.resource.v1.DeviceToleration key:1:s operator:2:s value:3:s effect:4:s tolerationSeconds:5:?l
io.k8s.api.resource.v1.ExactDeviceRequest deviceClassName:1:s selectors:2:*.DeviceSelector allocationMode:3:s count:4:l adminAccess:5:?b tolerations:6:*.DeviceToleration capacity:7:?.CapacityRequirements
io.k8s.api.resource.v1.NetworkDeviceData interfaceName:1:s ips:2:*s:IPs hardwareAddress:3:s
io.k8s.api.resource.v1.NodeAllocatableResourceMapping capacityKey:1:?s allocationMultiplier:2:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.resource.v1.OpaqueDeviceConfiguration driver:1:s parameters:2:io.k8s.apimachinery.pkg.runtime.RawExtension
io.k8s.api.resource.v1.ResourceClaim metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ResourceClaimSpec status:3:.ResourceClaimStatus
io.k8s.api.resource.v1.ResourceClaimConsumerReference apiGroup:1:s:APIGroup resource:3:s name:4:s uid:5:s:UID
io.k8s.api.resource.v1.ResourceClaimList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ResourceClaim
io.k8s.api.resource.v1.ResourceClaimSpec devices:1:.DeviceClaim
io.k8s.api.resource.v1.ResourceClaimStatus allocation:1:?.AllocationResult reservedFor:2:*.ResourceClaimConsumerReference devices:4:*.AllocatedDeviceStatus
io.k8s.api.resource.v1.ResourceClaimTemplate metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ResourceClaimTemplateSpec
io.k8s.api.resource.v1.ResourceClaimTemplateList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ResourceClaimTemplate
io.k8s.api.resource.v1.ResourceClaimTemplateSpec metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ResourceClaimSpec
io.k8s.api.resource.v1.ResourcePool name:1:s generation:2:l resourceSliceCount:3:l
io.k8s.api.resource.v1.ResourceSlice metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.ResourceSliceSpec
io.k8s.api.resource.v1.ResourceSliceList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.ResourceSlice
io.k8s.api.resource.v1.ResourceSliceSpec driver:1:s pool:2:.ResourcePool nodeName:3:?s nodeSelector:4:?io.k8s.api.core.v1.NodeSelector allNodes:5:?b devices:6:*.Device perDeviceNodeSelection:7:?b sharedCounters:8:*.CounterSet
io.k8s.api.scheduling.v1.PriorityClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta value:2:i globalDefault:3:b description:4:s preemptionPolicy:5:?s
io.k8s.api.scheduling.v1.PriorityClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.PriorityClass
io.k8s.api.storage.v1.CSIDriver metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.CSIDriverSpec
io.k8s.api.storage.v1.CSIDriverList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CSIDriver
io.k8s.api.storage.v1.CSIDriverSpec attachRequired:1:?b podInfoOnMount:2:?b volumeLifecycleModes:3:*s storageCapacity:4:?b fsGroupPolicy:5:?s:FSGroupPolicy tokenRequests:6:*.TokenRequest requiresRepublish:7:?b seLinuxMount:8:?b:SELinuxMount nodeAllocatableUpdatePeriodSeconds:9:?l serviceAccountTokenInSecrets:10:?b preventPodSchedulingIfMissing:11:?b
io.k8s.api.storage.v1.CSINode metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.CSINodeSpec
io.k8s.api.storage.v1.CSINodeDriver name:1:s nodeID:2:s topologyKeys:3:*s allocatable:4:?.VolumeNodeResources
io.k8s.api.storage.v1.CSINodeList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CSINode
io.k8s.api.storage.v1.CSINodeSpec drivers:1:*.CSINodeDriver
io.k8s.api.storage.v1.CSIStorageCapacity metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta nodeTopology:2:?io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector storageClassName:3:s capacity:4:?io.k8s.apimachinery.pkg.api.resource.Quantity maximumVolumeSize:5:?io.k8s.apimachinery.pkg.api.resource.Quantity
io.k8s.api.storage.v1.CSIStorageCapacityList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CSIStorageCapacity
io.k8s.api.storage.v1.StorageClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta provisioner:2:s parameters:3:%s reclaimPolicy:4:?s mountOptions:5:*s allowVolumeExpansion:6:?b volumeBindingMode:7:?s allowedTopologies:8:*io.k8s.api.core.v1.TopologySelectorTerm
io.k8s.api.storage.v1.StorageClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.StorageClass
io.k8s.api.storage.v1.TokenRequest audience:1:s expirationSeconds:2:?l
io.k8s.api.storage.v1.VolumeAttachment metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.VolumeAttachmentSpec status:3:.VolumeAttachmentStatus
io.k8s.api.storage.v1.VolumeAttachmentList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.VolumeAttachment
io.k8s.api.storage.v1.VolumeAttachmentSource persistentVolumeName:1:?s inlineVolumeSpec:2:?io.k8s.api.core.v1.PersistentVolumeSpec
io.k8s.api.storage.v1.VolumeAttachmentSpec attacher:1:s source:2:.VolumeAttachmentSource nodeName:3:s
io.k8s.api.storage.v1.VolumeAttachmentStatus attached:1:b attachmentMetadata:2:%s attachError:3:?.VolumeError detachError:4:?.VolumeError
io.k8s.api.storage.v1.VolumeAttributesClass metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta driverName:2:s parameters:3:%s
io.k8s.api.storage.v1.VolumeAttributesClassList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.VolumeAttributesClass
io.k8s.api.storage.v1.VolumeError time:1:io.k8s.apimachinery.pkg.apis.meta.v1.Time message:2:s errorCode:3:?i
io.k8s.api.storage.v1.VolumeNodeResources count:1:?i
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionRequest uid:1:s:UID desiredAPIVersion:2:s objects:3:*io.k8s.apimachinery.pkg.runtime.RawExtension
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionResponse uid:1:s:UID convertedObjects:2:*io.k8s.apimachinery.pkg.runtime.RawExtension result:3:io.k8s.apimachinery.pkg.apis.meta.v1.Status
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ConversionReview request:1:?.ConversionRequest response:2:?.ConversionResponse
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition name:1:s type:2:s format:3:s description:4:s priority:5:i jsonPath:6:s:JSONPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion strategy:1:s webhook:2:?.WebhookConversion
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.CustomResourceDefinitionSpec status:3:.CustomResourceDefinitionStatus
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s observedGeneration:6:l
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.CustomResourceDefinition
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames plural:1:s singular:2:s shortNames:3:*s kind:4:s listKind:5:s categories:6:*s
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec group:1:s names:3:.CustomResourceDefinitionNames scope:4:s versions:7:*.CustomResourceDefinitionVersion conversion:9:?.CustomResourceConversion preserveUnknownFields:10:b
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus conditions:1:*.CustomResourceDefinitionCondition acceptedNames:2:.CustomResourceDefinitionNames storedVersions:3:*s observedGeneration:4:l
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion name:1:s served:2:b storage:3:b deprecated:7:b deprecationWarning:8:?s schema:4:?.CustomResourceValidation subresources:5:?.CustomResourceSubresources additionalPrinterColumns:6:*.CustomResourceColumnDefinition selectableFields:9:*.SelectableField
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale specReplicasPath:1:s statusReplicasPath:2:s labelSelectorPath:3:?s
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources status:1:?.CustomResourceSubresourceStatus scale:2:?.CustomResourceSubresourceScale
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation openAPIV3Schema:1:?.JSONSchemaProps
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation description:1:s url:2:s:URL
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps id:1:s:ID $schema:2:s:Schema $ref:3:?s:Ref description:4:s type:5:s format:6:s title:7:s default:8:?.JSON maximum:9:?d exclusiveMaximum:10:b minimum:11:?d exclusiveMinimum:12:b maxLength:13:?l minLength:14:?l pattern:15:s maxItems:16:?l minItems:17:?l uniqueItems:18:b multipleOf:19:?d enum:20:*.JSON maxProperties:21:?l minProperties:22:?l required:23:*s items:24:?.JSONSchemaPropsOrArray allOf:25:*.JSONSchemaProps oneOf:26:*.JSONSchemaProps anyOf:27:*.JSONSchemaProps not:28:?.JSONSchemaProps properties:29:%.JSONSchemaProps additionalProperties:30:?.JSONSchemaPropsOrBool patternProperties:31:%.JSONSchemaProps dependencies:32:%.JSONSchemaPropsOrStringArray additionalItems:33:?.JSONSchemaPropsOrBool definitions:34:%.JSONSchemaProps externalDocs:35:?.ExternalDocumentation example:36:?.JSON nullable:37:b x-kubernetes-preserve-unknown-fields:38:?b:XPreserveUnknownFields x-kubernetes-embedded-resource:39:b:XEmbeddedResource x-kubernetes-int-or-string:40:b:XIntOrString x-kubernetes-list-map-keys:41:*s:XListMapKeys x-kubernetes-list-type:42:?s:XListType x-kubernetes-map-type:43:?s:XMapType x-kubernetes-validations:44:*.ValidationRule:XValidations
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray schema:1:?.JSONSchemaProps jSONSchemas:2:*.JSONSchemaProps
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool allows:1:b schema:2:?.JSONSchemaProps
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray schema:1:?.JSONSchemaProps property:2:*s
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField jsonPath:1:s:JSONPath
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference namespace:1:s name:2:s path:3:?s port:4:?i
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule rule:1:s message:2:s messageExpression:3:s reason:4:?s fieldPath:5:s optionalOldSelf:6:?b
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig url:3:?s:URL service:1:?.ServiceReference caBundle:2:y:CABundle
io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion clientConfig:2:?.WebhookClientConfig conversionReviewVersions:3:*s
io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup name:1:s versions:2:*.GroupVersionForDiscovery preferredVersion:3:.GroupVersionForDiscovery serverAddressByClientCIDRs:4:*.ServerAddressByClientCIDR
io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList groups:1:*.APIGroup
io.k8s.apimachinery.pkg.apis.meta.v1.APIResource name:1:s singularName:6:s namespaced:2:b group:8:s version:9:s kind:3:s verbs:4:.Verbs shortNames:5:*s categories:7:*s storageVersionHash:10:s
io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList groupVersion:1:s resources:2:*.APIResource:APIResources
io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions versions:1:*s serverAddressByClientCIDRs:2:*.ServerAddressByClientCIDR
io.k8s.apimachinery.pkg.apis.meta.v1.ApplyOptions dryRun:1:*s force:2:b fieldManager:3:s
io.k8s.apimachinery.pkg.apis.meta.v1.Condition type:1:s status:2:s observedGeneration:3:l lastTransitionTime:4:.Time reason:5:s message:6:s
io.k8s.apimachinery.pkg.apis.meta.v1.CreateOptions dryRun:1:*s fieldManager:3:s fieldValidation:4:s
io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions gracePeriodSeconds:1:?l preconditions:2:?.Preconditions orphanDependents:3:?b propagationPolicy:4:?s dryRun:5:*s ignoreStoreReadErrorWithClusterBreakingPotential:6:?b
io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement key:1:s operator:2:s values:3:*s
io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions resourceVersion:1:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupKind group:1:s kind:2:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource group:1:s resource:2:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersion group:1:s version:2:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery groupVersion:1:s version:2:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind group:1:s version:2:s kind:3:s
io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionResource group:1:s version:2:s resource:3:s
io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector matchLabels:1:%s matchExpressions:2:*.LabelSelectorRequirement
io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement key:1:s operator:2:s values:3:*s
io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta selfLink:1:s resourceVersion:2:s continue:3:s remainingItemCount:4:?l shardInfo:5:?.ShardInfo
io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions labelSelector:1:s fieldSelector:2:s watch:3:b allowWatchBookmarks:9:b resourceVersion:4:s resourceVersionMatch:10:s timeoutSeconds:5:?l limit:7:l continue:8:s sendInitialEvents:11:?b shardSelector:15:s
io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry manager:1:s operation:2:s apiVersion:3:s:APIVersion time:4:?.Time fieldsType:6:s fieldsV1:7:?.FieldsV1 subresource:8:s
io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta name:1:s generateName:2:s namespace:3:s selfLink:4:s uid:5:s:UID resourceVersion:6:s generation:7:l creationTimestamp:8:.Time deletionTimestamp:9:?.Time deletionGracePeriodSeconds:10:?l labels:11:%s annotations:12:%s ownerReferences:13:*.OwnerReference finalizers:14:*s managedFields:17:*.ManagedFieldsEntry
io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference apiVersion:5:s:APIVersion kind:1:s name:3:s uid:4:s:UID controller:6:?b blockOwnerDeletion:7:?b
io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata metadata:1:.ObjectMeta:ObjectMeta
io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList metadata:1:.ListMeta:ListMeta items:2:*.PartialObjectMetadata
io.k8s.apimachinery.pkg.apis.meta.v1.Patch
io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions dryRun:1:*s force:2:?b fieldManager:3:s fieldValidation:4:s
io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions uid:1:?s:UID resourceVersion:2:?s
io.k8s.apimachinery.pkg.apis.meta.v1.RootPaths paths:1:*s
io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR clientCIDR:1:s serverAddress:2:s
io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo selector:1:s
io.k8s.apimachinery.pkg.apis.meta.v1.Status metadata:1:.ListMeta:ListMeta status:2:s message:3:s reason:4:s details:5:?.StatusDetails code:6:i
io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause reason:1:s:Type message:2:s field:3:s
io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails name:1:s group:2:s kind:3:s uid:6:s:UID causes:4:*.StatusCause retryAfterSeconds:5:i
io.k8s.apimachinery.pkg.apis.meta.v1.TableOptions includeObject:1:s
io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta kind:1:s apiVersion:2:s:APIVersion
io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions dryRun:1:*s fieldManager:2:s fieldValidation:3:s
io.k8s.apimachinery.pkg.apis.meta.v1.Verbs [] items:1:*s
io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent type:1:s object:2:io.k8s.apimachinery.pkg.runtime.RawExtension
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:ObjectMeta spec:2:.APIServiceSpec status:3:.APIServiceStatus
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition type:1:s status:2:s lastTransitionTime:3:io.k8s.apimachinery.pkg.apis.meta.v1.Time reason:4:s message:5:s
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceList metadata:1:io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta:ListMeta items:2:*.APIService
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec service:1:?.ServiceReference group:2:s version:3:s insecureSkipTLSVerify:4:b caBundle:5:y:CABundle groupPriorityMinimum:7:i versionPriority:8:i
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus conditions:1:*.APIServiceCondition
io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference namespace:1:s name:2:s port:3:?i
`;
