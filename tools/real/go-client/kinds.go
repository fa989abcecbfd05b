package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
)

// kind is a kind whose objects are created, read, listed, replaced, patched and deleted.
type kind struct {
	client   rest.Interface
	resource string
	object   runtime.Object
	list     runtime.Object
}

// kinds runs the lifecycle of an object of each kind, with the verbs of the typed clients.
func kinds(s *session) error {
	for _, each := range kindsOf(s) {
		if err := lifecycle(s, each); err != nil {
			return fmt.Errorf("%s: %w", each.resource, err)
		}
	}
	return nil
}

func lifecycle(s *session, k kind) error {
	accessor, err := meta.Accessor(k.object)
	if err != nil {
		return err
	}
	accessor.SetName("a")
	accessor.SetLabels(map[string]string{"app": "a"})
	empty := k.object.DeepCopyObject
	created := empty()
	create := k.client.Post().Namespace(s.namespace).Resource(k.resource)
	options := &metav1.CreateOptions{FieldManager: "tester", FieldValidation: metav1.FieldValidationStrict}
	err = create.VersionedParams(options, scheme.ParameterCodec).Body(k.object).Do(s.ctx).Into(created)
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	show("create "+k.resource, created)

	again := k.client.Post().Namespace(s.namespace).Resource(k.resource).Body(k.object).Do(s.ctx).Error()
	showError("create again", again)

	stored, err := meta.Accessor(created)
	if err != nil {
		return err
	}
	stored.SetAnnotations(map[string]string{"example.com/note": "replaced"})
	updated := empty()
	if err := named(k.client.Put(), s, k).Body(created).Do(s.ctx).Into(updated); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	show("update", updated)
	conflict := named(k.client.Put(), s, k).Body(created).Do(s.ctx).Error()
	showError("update again", conflict)

	patched := empty()
	patch := []byte(`{"metadata":{"annotations":{"example.com/more":"patched"}}}`)
	if err := named(k.client.Patch(types.StrategicMergePatchType), s, k).Body(patch).Do(s.ctx).Into(patched); err != nil {
		return fmt.Errorf("patch: %w", err)
	}
	show("patch", patched)

	read := empty()
	if err := named(k.client.Get(), s, k).Do(s.ctx).Into(read); err != nil {
		return fmt.Errorf("get: %w", err)
	}
	show("get", read)
	listOptions := &metav1.ListOptions{LabelSelector: "app=a", Limit: 1}
	list := k.client.Get().Namespace(s.namespace).Resource(k.resource).VersionedParams(listOptions, scheme.ParameterCodec)
	if err := list.Do(s.ctx).Into(k.list); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	items, err := meta.ExtractList(k.list)
	if err != nil {
		return err
	}
	fmt.Printf("list: %d of %T\n", len(items), k.list)

	wrong := metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions("00000000-0000-0000-0000-000000000000")}
	showError("delete another", named(k.client.Delete(), s, k).Body(&wrong).Do(s.ctx).Error())
	right := metav1.DeleteOptions{
		Preconditions:      &metav1.Preconditions{UID: ptr.To(stored.GetUID())},
		PropagationPolicy:  ptr.To(metav1.DeletePropagationBackground),
		GracePeriodSeconds: ptr.To[int64](0),
	}
	if err := named(k.client.Delete(), s, k).Body(&right).Do(s.ctx).Error(); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	showError("get deleted", named(k.client.Get(), s, k).Do(s.ctx).Error())
	return nil
}

func named(request *rest.Request, s *session, k kind) *rest.Request {
	return request.Namespace(s.namespace).Resource(k.resource).Name("a")
}

func kindsOf(s *session) []kind {
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"app": "a"}}
	template := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: selector.MatchLabels}, Spec: podSpec()}
	once := *template.DeepCopy()
	once.Spec.RestartPolicy = corev1.RestartPolicyNever
	core, apps := s.clients.CoreV1().RESTClient(), s.clients.AppsV1().RESTClient()
	return []kind{
		{core, "configmaps", &corev1.ConfigMap{
			Data: map[string]string{"a": "1", "b": ""}, BinaryData: map[string][]byte{"c": {0, 255}},
		}, &corev1.ConfigMapList{}},
		{core, "secrets", &corev1.Secret{StringData: map[string]string{"a": "1"}}, &corev1.SecretList{}},
		{core, "services", &corev1.Service{Spec: corev1.ServiceSpec{
			Selector: selector.MatchLabels,
			Ports:    []corev1.ServicePort{{Name: "http", Port: 80, TargetPort: intstr.FromString("http")}, {Name: "b", Port: 81}},
		}}, &corev1.ServiceList{}},
		{core, "serviceaccounts", &corev1.ServiceAccount{}, &corev1.ServiceAccountList{}},
		{core, "persistentvolumeclaims", &corev1.PersistentVolumeClaim{Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
			Resources: corev1.VolumeResourceRequirements{
				Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1.5Gi")},
			},
		}}, &corev1.PersistentVolumeClaimList{}},
		{core, "pods", &corev1.Pod{Spec: podSpec()}, &corev1.PodList{}},
		{apps, "deployments", &appsv1.Deployment{Spec: appsv1.DeploymentSpec{
			Replicas: ptr.To[int32](0), Selector: selector, Template: template,
		}}, &appsv1.DeploymentList{}},
		{apps, "replicasets", &appsv1.ReplicaSet{Spec: appsv1.ReplicaSetSpec{
			Selector: selector, Template: template,
		}}, &appsv1.ReplicaSetList{}},
		{apps, "statefulsets", &appsv1.StatefulSet{Spec: appsv1.StatefulSetSpec{
			ServiceName: "a", Selector: selector, Template: template,
		}}, &appsv1.StatefulSetList{}},
		{s.clients.BatchV1().RESTClient(), "cronjobs", &batchv1.CronJob{Spec: batchv1.CronJobSpec{
			Schedule: "*/5 * * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: once}},
		}}, &batchv1.CronJobList{}},
		{s.clients.CoordinationV1().RESTClient(), "leases", &coordinationv1.Lease{Spec: coordinationv1.LeaseSpec{
			HolderIdentity: ptr.To("me"), LeaseTransitions: ptr.To[int32](0), RenewTime: ptr.To(metav1.NowMicro()),
		}}, &coordinationv1.LeaseList{}},
		{s.clients.RbacV1().RESTClient(), "roles", &rbacv1.Role{Rules: []rbacv1.PolicyRule{
			{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"get"}},
		}}, &rbacv1.RoleList{}},
		{s.clients.RbacV1().RESTClient(), "rolebindings", &rbacv1.RoleBinding{
			RoleRef:  rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "r"},
			Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: "s", Namespace: s.namespace}},
		}, &rbacv1.RoleBindingList{}},
		{s.clients.PolicyV1().RESTClient(), "poddisruptionbudgets", &policyv1.PodDisruptionBudget{
			Spec: policyv1.PodDisruptionBudgetSpec{Selector: selector, MinAvailable: ptr.To(intstr.FromString("50%"))},
		}, &policyv1.PodDisruptionBudgetList{}},
		{s.clients.NetworkingV1().RESTClient(), "networkpolicies", &networkingv1.NetworkPolicy{
			Spec: networkingv1.NetworkPolicySpec{Ingress: []networkingv1.NetworkPolicyIngressRule{{}}},
		}, &networkingv1.NetworkPolicyList{}},
		{s.clients.DiscoveryV1().RESTClient(), "endpointslices", &discoveryv1.EndpointSlice{
			AddressType: discoveryv1.AddressTypeIPv4,
			Endpoints:   []discoveryv1.Endpoint{{Addresses: []string{"10.1.2.3"}}},
		}, &discoveryv1.EndpointSliceList{}},
		{s.clients.AutoscalingV2().RESTClient(), "horizontalpodautoscalers", &autoscalingv2.HorizontalPodAutoscaler{
			Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
				MaxReplicas:    3,
				ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "a"},
			},
		}, &autoscalingv2.HorizontalPodAutoscalerList{}},
	}
}

func podSpec() corev1.PodSpec {
	return corev1.PodSpec{Containers: []corev1.Container{{
		Name:  "main",
		Image: "example.com/main:1",
		Ports: []corev1.ContainerPort{{ContainerPort: 80, Name: "http"}},
		Env: []corev1.EnvVar{{Name: "A", ValueFrom: &corev1.EnvVarSource{
			ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: "m"}, Key: "k"},
		}}},
		Resources: corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m")},
		},
		LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
			HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)},
		}},
	}}}
}
