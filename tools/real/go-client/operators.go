package main

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// controllerRuntime uses the client that most operators in Go are written with. It decides by itself what to send in protobuf.
func controllerRuntime(s *session) error {
	config := *s.config
	config.ContentType, config.AcceptContentTypes = "", ""
	c, err := client.New(&config, client.Options{})
	if err != nil {
		return err
	}
	in := client.InNamespace(s.namespace)
	configMap := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "operated", Namespace: s.namespace, Labels: map[string]string{"by": "operator"}},
	}
	if err := c.Create(s.ctx, configMap); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	show("created", configMap)
	configMap.Data = map[string]string{"a": "1"}
	if err := c.Update(s.ctx, configMap); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	base := configMap.DeepCopy()
	configMap.Data["b"] = "2"
	if err := c.Patch(s.ctx, configMap, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})); err != nil {
		return fmt.Errorf("patch: %w", err)
	}
	show("patched", configMap)
	stale := client.MergeFromWithOptions(base.DeepCopy(), client.MergeFromWithOptimisticLock{})
	showError("patch of what was", c.Patch(s.ctx, base.DeepCopy(), stale))

	labels := map[string]string{"app": "operated"}
	deployment := &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "operated", Namespace: s.namespace},
		Spec: appsv1.DeploymentSpec{
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: podSpec()},
		},
	}
	if err := c.Create(s.ctx, deployment); err != nil {
		return fmt.Errorf("create deployment: %w", err)
	}
	deployment.Status.ObservedGeneration = deployment.Generation
	deployment.Status.Replicas = 1
	if err := c.Status().Update(s.ctx, deployment); err != nil {
		return fmt.Errorf("update status: %w", err)
	}
	show("status", deployment)
	list := &corev1.ConfigMapList{}
	if err := c.List(s.ctx, list, in, client.MatchingLabels{"by": "operator"}); err != nil {
		return fmt.Errorf("list: %w", err)
	}
	fmt.Printf("listed: %d\n", len(list.Items))
	partial := &metav1.PartialObjectMetadataList{}
	partial.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	if err := c.List(s.ctx, partial, in, client.MatchingLabels{"by": "operator"}); err != nil {
		return fmt.Errorf("list metadata: %w", err)
	}
	show("metadata", &partial.Items[0])
	uid := string(configMap.UID)
	wrong := client.Preconditions{UID: &deployment.UID}
	showError("delete another", c.Delete(s.ctx, configMap, wrong))
	if err := c.DeleteAllOf(s.ctx, &corev1.ConfigMap{}, in, client.MatchingLabels{"by": "operator"}); err != nil {
		return fmt.Errorf("delete all: %w", err)
	}
	err = c.Get(s.ctx, client.ObjectKeyFromObject(configMap), &corev1.ConfigMap{})
	fmt.Printf("gone: %t, it had a uid: %t\n", apierrors.IsNotFound(err), uid != "")
	return c.Delete(s.ctx, deployment, client.PropagationPolicy(metav1.DeletePropagationForeground))
}

// eventRecorders records the same event twice with each of the two recorders.
func eventRecorders(s *session) error {
	about := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Name: "recorded", Namespace: s.namespace},
	}
	oldBroadcaster := record.NewBroadcaster()
	oldBroadcaster.StartRecordingToSink(&sink{s})
	recorder := oldBroadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "tester"})
	recorder.Event(about, corev1.EventTypeNormal, "Tested", "it was tested")
	recorder.Event(about, corev1.EventTypeNormal, "Tested", "it was tested")
	if err := untilEvent(s, "reason=Tested", func(event corev1.Event) bool { return event.Count == 2 }); err != nil {
		return err
	}
	oldBroadcaster.Shutdown()

	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: s.clients.EventsV1()})
	broadcaster.StartRecordingToSink(s.ctx.Done())
	newRecorder := broadcaster.NewRecorder(scheme.Scheme, "example.com/tester")
	newRecorder.Eventf(about, nil, corev1.EventTypeWarning, "Retested", "Testing", "it was tested again")
	newRecorder.Eventf(about, nil, corev1.EventTypeWarning, "Retested", "Testing", "it was tested again")
	err := untilEvent(s, "reason=Retested", func(event corev1.Event) bool { return event.Series != nil })
	broadcaster.Shutdown()
	return err
}

// untilEvent waits for a matching event and prints it.
func untilEvent(s *session, selector string, wanted func(corev1.Event) bool) error {
	for {
		list, err := s.clients.CoreV1().Events(s.namespace).List(s.ctx, metav1.ListOptions{FieldSelector: selector})
		if err != nil {
			return err
		}
		if len(list.Items) == 1 && wanted(list.Items[0]) {
			event := list.Items[0]
			event.ReportingInstance = ""
			show("event", &event)
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// sink writes core events through the typed client.
type sink struct{ *session }

func (s *sink) Create(event *corev1.Event) (*corev1.Event, error) {
	return s.clients.CoreV1().Events(s.namespace).CreateWithEventNamespaceWithContext(s.ctx, event)
}

func (s *sink) Update(event *corev1.Event) (*corev1.Event, error) {
	return s.clients.CoreV1().Events(s.namespace).UpdateWithEventNamespaceWithContext(s.ctx, event)
}

func (s *sink) Patch(event *corev1.Event, data []byte) (*corev1.Event, error) {
	return s.clients.CoreV1().Events(s.namespace).PatchWithEventNamespaceWithContext(s.ctx, event, data)
}

// leaderElection elects a candidate, releases the Lease, and elects another.
func leaderElection(s *session) error {
	for _, identity := range []string{"first", "second"} {
		if err := lead(s, identity); err != nil {
			return err
		}
	}
	lease, err := s.clients.CoordinationV1().Leases(s.namespace).Get(s.ctx, "leader", metav1.GetOptions{})
	if err != nil {
		return err
	}
	show("lease", lease)
	return nil
}

func lead(s *session, identity string) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: s.namespace, Name: "leader"},
			Client:     s.clients.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		},
		LeaseDuration:   4 * time.Second,
		RenewDeadline:   3 * time.Second,
		RetryPeriod:     200 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				fmt.Printf("%s leads\n", identity)
				time.Sleep(500 * time.Millisecond) // Long enough to renew.
				cancel()
			},
			OnStoppedLeading: func() { fmt.Printf("%s has stopped\n", identity) },
		},
	})
	if err != nil {
		return err
	}
	elector.Run(ctx)
	return nil
}
