// Package main runs the workloads of bench/runtime on sigs.k8s.io/controller-runtime. bench/README.md explains its variables.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var eventMu sync.Mutex

// event appends a line to the file that the variable EVENTS names.
func event(format string, a ...any) {
	eventMu.Lock()
	defer eventMu.Unlock()
	f, err := os.OpenFile(os.Getenv("EVENTS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(f, format+"\n", a...)
	f.Close()
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// reconciler creates one ConfigMap per Widget and sets the Widget's phase.
type reconciler struct {
	client.Client
	scheme *k8sruntime.Scheme
	first  sync.Once
	// record is true in workload B: each reconcile only appends its version and time to stamps.
	record bool
	mu     sync.Mutex
	stamps bytes.Buffer
}

func (r *reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	now := time.Now().UnixNano()
	var w Widget
	if err := r.Get(ctx, req.NamespacedName, &w); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if r.record {
		// The first reconcile follows the initial list.
		r.first.Do(func() { event("synced %d", now) })
		r.mu.Lock()
		fmt.Fprintf(&r.stamps, "rec %s %d\n", w.ResourceVersion, now)
		r.mu.Unlock()
		return reconcile.Result{}, nil
	}
	var cm corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &cm); apierrors.IsNotFound(err) {
		cm = corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: w.Name, Namespace: w.Namespace},
			Data:       map[string]string{"image": w.Spec.Image, "replicas": fmt.Sprint(w.Spec.Replicas)},
		}
		if err := controllerutil.SetControllerReference(&w, &cm, r.scheme); err != nil {
			return reconcile.Result{}, err
		}
		if err := r.Create(ctx, &cm); err != nil && !apierrors.IsAlreadyExists(err) {
			return reconcile.Result{}, err
		}
	} else if err != nil {
		return reconcile.Result{}, err
	}
	if w.Status.Phase != "Ready" {
		base := w.DeepCopyObject().(*Widget)
		w.Status.Phase = "Ready"
		w.Status.ObservedGeneration = w.Generation
		if err := r.Status().Patch(ctx, &w, client.MergeFrom(base)); err != nil {
			return reconcile.Result{}, client.IgnoreNotFound(err)
		}
	}
	r.first.Do(func() { event("firstrec %d", time.Now().UnixNano()) })
	return reconcile.Result{}, nil
}

func main() {
	klog.SetOutput(os.Stderr)
	ctrl.SetLogger(klog.Background())
	ctx := ctrl.SetupSignalHandler()
	gcs := make(chan os.Signal, 1)
	signal.Notify(gcs, syscall.SIGUSR2)
	go func() {
		for range gcs {
			runtime.GC()
			debug.FreeOSMemory()
		}
	}()
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS = -1 // No peer has a client-side rate limit.
	scheme := k8sruntime.NewScheme()
	must(clientgoscheme.AddToScheme(scheme))
	addWidget(scheme)
	cacheOptions := cache.Options{}
	if ns := os.Getenv("NS"); ns != "" {
		cacheOptions.DefaultNamespaces = map[string]cache.Config{ns: {}}
	}
	work := os.Getenv("WORKLOAD")
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme:  scheme,
		Cache:   cacheOptions,
		Metrics: server.Options{BindAddress: "0"},
	})
	must(err)

	if work == "A" {
		var object client.Object = &Widget{}
		if os.Getenv("KIND") == "pods" {
			object = &corev1.Pod{}
		}
		_, err := mgr.GetCache().GetInformer(ctx, object, cache.BlockUntilSynced(false))
		must(err)
		go func() {
			if mgr.GetCache().WaitForCacheSync(ctx) {
				event("synced %d", time.Now().UnixNano())
			}
		}()
		must(mgr.Start(ctx))
		return
	}

	r := &reconciler{Client: mgr.GetClient(), scheme: scheme, record: work == "B"}
	b := ctrl.NewControllerManagedBy(mgr).For(&Widget{}).WithOptions(controller.Options{MaxConcurrentReconciles: 10})
	if work != "B" {
		b = b.Owns(&corev1.ConfigMap{})
	}
	must(b.Complete(r))
	must(mgr.Start(ctx))
	if r.record {
		r.mu.Lock()
		event("%s", r.stamps.String())
		r.mu.Unlock()
	}
}
