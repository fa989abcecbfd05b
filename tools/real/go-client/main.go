// A Go client that uses protobuf only, like operators in Go and the components of Kubernetes. It runs their requests and prints the responses
// with variable values masked, so that the output of two equal servers is equal.
//
//	go-client KUBECONFIG NAMESPACE [SECTION…]
//
//	go-client encode < objects-as-JSON > objects-in-protobuf
//
// Creates the namespace and does not delete it.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

// session has the clients and the namespace of a section.
type session struct {
	ctx       context.Context
	config    *rest.Config
	clients   *kubernetes.Clientset
	namespace string
}

// sections are run in this order.
var sections = []struct {
	name string
	run  func(*session) error
}{
	{"kinds", kinds},
	{"subresources", subresources},
	{"reviews", reviews},
	{"informers", informersAndWatches},
	{"controller-runtime", controllerRuntime},
	{"events", eventRecorders},
	{"leader-election", leaderElection},
}

const timeLimit = 2 * time.Minute

func main() {
	if len(os.Args) == 2 && os.Args[1] == "encode" {
		if err := encode(os.Stdin, os.Stdout); err != nil {
			log.Fatal(err)
		}
		return
	}
	if len(os.Args) < 3 {
		log.Fatal("usage: go-client KUBECONFIG NAMESPACE [SECTION…], or go-client encode")
	}
	// Discards the logs of the libraries.
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		log.Fatal(err)
	}
}

func run(kubeconfig, namespace string, chosen []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeLimit)
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	config.UserAgent = "go-client/1"
	// Accepts no JSON.
	config.ContentType = runtime.ContentTypeProtobuf
	config.AcceptContentTypes = runtime.ContentTypeProtobuf
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	if _, err := clients.CoreV1().Namespaces().Create(ctx, object, metav1.CreateOptions{}); err != nil {
		return err
	}
	session := &session{ctx: ctx, config: config, clients: clients, namespace: namespace}
	for _, section := range sections {
		if len(chosen) > 0 && !slices.Contains(chosen, section.name) {
			continue
		}
		fmt.Printf("== %s\n", section.name)
		if err := section.run(session); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
	}
	return nil
}
