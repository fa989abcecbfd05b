package main

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
)

// informersAndWatches follows ConfigMaps in three ways: a plain watch, an informer of objects, and one of metadata alone. The informers list
// by watching, as clients of this version do.
func informersAndWatches(s *session) error {
	maps := s.clients.CoreV1().ConfigMaps(s.namespace)
	first := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "before", Labels: map[string]string{"watched": "yes"}}}
	before, err := maps.Create(s.ctx, first, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	plain, err := maps.Watch(s.ctx, metav1.ListOptions{LabelSelector: "watched=yes", ResourceVersion: before.ResourceVersion})
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer plain.Stop()
	initial, err := maps.Watch(s.ctx, metav1.ListOptions{
		LabelSelector:        "watched=yes",
		SendInitialEvents:    ptr.To(true),
		AllowWatchBookmarks:  true,
		ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
	})
	if err != nil {
		return fmt.Errorf("watch list: %w", err)
	}
	defer initial.Stop()

	onlyWatched := func(options *metav1.ListOptions) { options.LabelSelector = "watched=yes" }
	factory := informers.NewSharedInformerFactoryWithOptions(
		s.clients, 0, informers.WithNamespace(s.namespace), informers.WithTweakListOptions(onlyWatched))
	objects := follow(factory.Core().V1().ConfigMaps().Informer())
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	factory.Start(ctx.Done())
	metadataClient, err := metadata.NewForConfig(s.config)
	if err != nil {
		return err
	}
	metadataFactory := metadatainformer.NewFilteredSharedInformerFactory(metadataClient, 0, s.namespace, onlyWatched)
	partial := follow(metadataFactory.ForResource(corev1.SchemeGroupVersion.WithResource("configmaps")).Informer())
	metadataFactory.Start(ctx.Done())
	factory.WaitForCacheSync(s.ctx.Done())
	metadataFactory.WaitForCacheSync(s.ctx.Done())

	second := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "after", Labels: map[string]string{"watched": "yes"}}}
	created, err := maps.Create(s.ctx, second, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	created.Data = map[string]string{"a": "1"}
	if _, err := maps.Update(s.ctx, created, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := maps.Delete(s.ctx, "after", metav1.DeleteOptions{}); err != nil {
		return err
	}
	showEvents("watch", plain, 3)
	showEvents("watch list", initial, 5)
	showChanges("informer", objects, 4)
	showChanges("metadata informer", partial, 4)
	return nil
}

const patience = 20 * time.Second

// follow prints the changes that an informer delivers.
func follow(informer cache.SharedIndexInformer) <-chan string {
	changes := make(chan string, 100)
	name := func(object any) string {
		key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(object)
		if err != nil {
			return err.Error()
		}
		_, name, _ := cache.SplitMetaNamespaceKey(key)
		return name
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { changes <- "added " + name(object) },
		UpdateFunc: func(_, object any) { changes <- "updated " + name(object) },
		DeleteFunc: func(object any) { changes <- "deleted " + name(object) },
	})
	if err != nil {
		changes <- err.Error()
	}
	return changes
}

func showChanges(what string, changes <-chan string, count int) {
	for range count {
		select {
		case change := <-changes:
			fmt.Printf("%s: %s\n", what, change)
		case <-time.After(patience):
			fmt.Printf("%s: nothing more\n", what)
			return
		}
	}
}

func showEvents(what string, events watch.Interface, count int) {
	for range count {
		select {
		case event, open := <-events.ResultChan():
			if !open {
				fmt.Printf("%s: ended\n", what)
				return
			}
			show(fmt.Sprintf("%s: %s", what, event.Type), event.Object)
		case <-time.After(patience):
			fmt.Printf("%s: nothing more\n", what)
			return
		}
	}
}
