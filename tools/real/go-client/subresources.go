package main

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

// subresources sends requests for scale, status, binding, eviction and the tokens of service accounts.
func subresources(s *session) error {
	labels := map[string]string{"app": "sub"}
	deployments := s.clients.AppsV1().Deployments(s.namespace)
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "sub"}, Spec: appsv1.DeploymentSpec{
		Selector: &metav1.LabelSelector{MatchLabels: labels},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: podSpec()},
	}}
	if _, err := deployments.Create(s.ctx, deployment, metav1.CreateOptions{}); err != nil {
		return err
	}
	scale, err := deployments.GetScale(s.ctx, "sub", metav1.GetOptions{})
	if err != nil {
		return fmt.Errorf("get scale: %w", err)
	}
	show("scale", scale)
	scale.Spec.Replicas = 3
	if scale, err = deployments.UpdateScale(s.ctx, "sub", scale, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("update scale: %w", err)
	}
	show("scaled", scale)

	pods := s.clients.CoreV1().Pods(s.namespace)
	pod, err := pods.Create(s.ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "sub"}, Spec: podSpec()}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	binding := &corev1.Binding{
		ObjectMeta: metav1.ObjectMeta{Name: "sub", UID: pod.UID},
		Target:     corev1.ObjectReference{Kind: "Node", Name: "nowhere"},
	}
	if err := pods.Bind(s.ctx, binding, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("bind: %w", err)
	}
	showError("bind again", pods.Bind(s.ctx, binding, metav1.CreateOptions{}))
	if pod, err = pods.Get(s.ctx, "sub", metav1.GetOptions{}); err != nil {
		return err
	}
	pod.Status.Phase = corev1.PodRunning
	pod.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "main", Ready: true}}
	if pod, err = pods.UpdateStatus(s.ctx, pod, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("update status: %w", err)
	}
	show("running", pod)
	eviction := &policyv1.Eviction{
		ObjectMeta:    metav1.ObjectMeta{Name: "sub", Namespace: s.namespace},
		DeleteOptions: &metav1.DeleteOptions{GracePeriodSeconds: ptr.To[int64](0)},
	}
	if err := pods.EvictV1(s.ctx, eviction); err != nil {
		return fmt.Errorf("evict: %w", err)
	}
	_, err = pods.Get(s.ctx, "sub", metav1.GetOptions{})
	showError("evicted", err)

	accounts := s.clients.CoreV1().ServiceAccounts(s.namespace)
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "sub"}}
	if _, err := accounts.Create(s.ctx, account, metav1.CreateOptions{}); err != nil {
		return err
	}
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: ptr.To[int64](3600)}}
	token, err := accounts.CreateToken(s.ctx, "sub", request, metav1.CreateOptions{})
	if err != nil {
		return fmt.Errorf("create token: %w", err)
	}
	fmt.Printf("token: %t, %d seconds\n", len(token.Status.Token) > 100, *token.Spec.ExpirationSeconds)
	return nil
}

// reviews sends access reviews and token reviews.
func reviews(s *session) error {
	attributes := &authorizationv1.ResourceAttributes{Namespace: s.namespace, Verb: "get", Resource: "pods"}
	self := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: attributes}}
	answer, err := s.clients.AuthorizationV1().SelfSubjectAccessReviews().Create(s.ctx, self, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	fmt.Printf("I may: %t\n", answer.Status.Allowed)
	other := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{
		ResourceAttributes: attributes, User: "nobody", Extra: map[string]authorizationv1.ExtraValue{"k": {"a", "b"}},
	}}
	reviewed, err := s.clients.AuthorizationV1().SubjectAccessReviews().Create(s.ctx, other, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	show("nobody may", reviewed)
	me, err := s.clients.AuthenticationV1().SelfSubjectReviews().Create(s.ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	fmt.Printf("I am somebody: %t\n", me.Status.UserInfo.Username != "")
	return nil
}
