// Generated from docs/troubleshooting.md by `vitest run tools/checks/troubleshooting.test.ts -u`; do not edit.
export const troubleshootingTopics: readonly {
  readonly id: string;
  readonly section: string;
  readonly message: string;
  readonly text: string;
}[] = [
  {
    "id": "node-version",
    "section": "The command",
    "message": "kubewright needs Node … or newer, and this is Node …",
    "text": "Cause: The command and the programs that it scaffolds are TypeScript that Node runs without a build. Older versions of Node cannot do that.\n\nWhat to do: Install the version in the message, for example with `nvm install`. The `engines` of your `package.json` has the oldest version for operators."
  },
  {
    "id": "not-a-project",
    "section": "The command",
    "message": "Cannot find a project in \"…\": PROJECT does not exist: run the command in a project, or create one with \"kubewright init\"",
    "text": "Cause: The command changes a project, and the current folder is not its root.\n\nWhat to do: Change to the folder that contains `PROJECT`."
  },
  {
    "id": "folder-not-empty",
    "section": "The command",
    "message": "Cannot create a project here: the folder contains …: expected an empty folder, or --force",
    "text": "Cause: `kubewright init` does not overwrite files. Hidden files, documentation and a licence are permitted.\n\nWhat to do: Use an empty folder, or pass `--force` if the files do not have names of the scaffold."
  },
  {
    "id": "go-project",
    "section": "The command",
    "message": "Cannot use PROJECT: its layout is …: this is a Go project of kubebuilder: expected …",
    "text": "Cause: The folder contains an operator in Go.\n\nWhat to do: Create the TypeScript project in another folder; see coming from kubebuilder (docs/coming-from/kubebuilder.md)."
  },
  {
    "id": "install-failed",
    "section": "The command",
    "message": "Cannot install the new packages of package.json: run npm install, then make manifests generate",
    "text": "Cause: `create api` or `create webhook` added packages, and `npm install` failed, for example without a network.\n\nWhat to do: Run the two commands. The scaffolded files are complete."
  },
  {
    "id": "outdated-files",
    "section": "The command",
    "message": "Generated files are outdated: …: run the same command without --verify",
    "text": "Cause: Types or markers changed after the last `make manifests generate`. CI runs `kubewright generate --verify`, which writes nothing.\n\nWhat to do: Run `make manifests generate`, and commit the result."
  },
  {
    "id": "package-not-installed",
    "section": "The command",
    "message": "the package … is not installed: expected it beside the command: …",
    "text": "Cause: The command loads this part from a separate package, which is not installed in the same `node_modules` folder.\n\nWhat to do: Run the command at the end of the message. A command that is installed globally needs a global installation of the package."
  },
  {
    "id": "ambiguous-number",
    "section": "Types and markers",
    "message": "\"number\" is ambiguous: use Int32, Int64 or Double of \"@kubewright/apimachinery\"",
    "text": "Cause: A CRD has integers and floating-point numbers, and TypeScript has one type for both.\n\nWhat to do: Write `replicas?: Int32`. The types are aliases of `number`, so values need no conversion."
  },
  {
    "id": "unknown-marker",
    "section": "Types and markers",
    "message": "there is no marker \"@…\"",
    "text": "Cause: The marker has a typing error, or belongs to a place that the generator does not read.\n\nWhat to do: Look it up in markers (docs/markers.md). A similar marker is suggested at the end of the message."
  },
  {
    "id": "go-marker",
    "section": "Types and markers",
    "message": "the marker \"…\" is in the notation of Go, which is not read: …",
    "text": "Cause: The comment was copied from a Go project.\n\nWhat to do: Write `@kubebuilder:…` instead of `+kubebuilder:…`, in a `/** … */` comment."
  },
  {
    "id": "misplaced-comment",
    "section": "Types and markers",
    "message": "a JSDoc comment after a field does not describe that field: move it to …",
    "text": "Cause: TypeScript attaches a JSDoc comment to the declaration after it.\n\nWhat to do: Move the comment above the field, or use a `//` comment."
  },
  {
    "id": "undefined-field",
    "section": "Types and markers",
    "message": "the field \"…\" is required, but may be undefined, which JSON cannot express: write \"…?:\"",
    "text": "Cause: JSON has absent fields and `null`, but not `undefined`.\n\nWhat to do: Make the field optional."
  },
  {
    "id": "no-cluster",
    "section": "Connection and credentials",
    "message": "Cannot find a cluster: there is no --kubeconfig, no KUBECONFIG, no service account of a Pod and no ~/.kube/config",
    "text": "Cause: The program found no configuration of a cluster.\n\nWhat to do: On your machine, set `KUBECONFIG`, or start a cluster with `npx kubewright dev` or `npx kubewright cluster`. In a Pod, check that `automountServiceAccountToken` is not `false`."
  },
  {
    "id": "unknown-context",
    "section": "Connection and credentials",
    "message": "Cannot use kubeconfig: there is no context \"…\": …",
    "text": "Cause: `--context` or `current-context` names a context that none of the files contains.\n\nWhat to do: Use one of the contexts in the message."
  },
  {
    "id": "current-context-missing",
    "section": "Connection and credentials",
    "message": "Cannot use kubeconfig: current-context is missing, must be a context: …",
    "text": "Cause: The kubeconfig has no `current-context`, for example after its context was deleted, and `--context` is not set.\n\nWhat to do: Pass `--context` with one of the contexts in the message, or run `kubectl config use-context CONTEXT`."
  },
  {
    "id": "credential-plugin",
    "section": "Connection and credentials",
    "message": "Cannot get credentials by \"…\" of kubeconfig \"…\": …",
    "text": "Cause: The user of the kubeconfig runs a program such as `aws` or `gke-gcloud-auth-plugin`, and the program failed or is not installed.\n\nWhat to do: Run the program in the same environment. The image of an operator does not contain it: in a cluster, use the service account of the Pod."
  },
  {
    "id": "server-unreachable",
    "section": "Connection and credentials",
    "message": "check the address, and that the server runs and is reachable from this machine",
    "text": "Cause: The address of the server accepts no connections. A cluster that was created again often has another port.\n\nWhat to do: Compare the address in the message with `kubectl cluster-info`."
  },
  {
    "id": "certificate-name",
    "section": "Connection and credentials",
    "message": "the server's certificate is for another name, set \"serverName\" if that is intended",
    "text": "Cause: The kubeconfig has an address that the certificate of the API server does not contain, such as that of a tunnel.\n\nWhat to do: Set `tls-server-name` of the cluster in the kubeconfig to a name in the certificate. Do not disable verification."
  },
  {
    "id": "service-account-without-ca",
    "section": "Connection and credentials",
    "message": "Cannot use the service account of this Pod: …/ca.crt is missing",
    "text": "Cause: The Pod has a token, but not the certificate of the API server: its volume is not the usual projected volume.\n\nWhat to do: Mount the ConfigMap `kube-root-ca.crt` beside the token, as Kubernetes does, or pass a kubeconfig."
  },
  {
    "id": "forbidden",
    "section": "Requests",
    "message": "User … cannot …",
    "text": "The message continues with the verb, the resource, its API group, and the namespace.\n\nCause: The role of the operator does not permit the request.\n\nWhat to do: Add the permission to the markers of the reconciler, and run `make manifests`; see permissions by call (docs/guides/rbac.md#permissions-by-call). `startEnvironment({ rbac: [\"config/rbac\"], operator })` finds such errors in tests."
  },
  {
    "id": "conflict",
    "section": "Requests",
    "message": "the object has been modified; please apply your changes to the latest version and try again",
    "text": "Cause: Another client wrote the object after you read it.\n\nWhat to do: In a reconciler, throw the error: it is not logged as one, and the next reconcile reads the new version. Elsewhere use `createOrUpdate` or a patch. If it occurs on each reconcile, two controllers write the same field."
  },
  {
    "id": "apply-conflict",
    "section": "Requests",
    "message": "Apply failed with 1 conflict: conflict with …: …",
    "text": "Cause: Another field manager owns a field of your server-side apply.\n\nWhat to do: Remove the field from your apply, or take the field over: `force: true` in a program, `--force-conflicts` on the command line; see server-side apply (docs/guides/server-side-apply.md)."
  },
  {
    "id": "namespace-terminating",
    "section": "Requests",
    "message": "unable to create new content in namespace … because it is being terminated",
    "text": "Cause: The namespace is deleted while the reconciler creates a child.\n\nWhat to do: Nothing: the owner will be deleted, too. `isNamespaceTerminating(error)` recognizes the error."
  },
  {
    "id": "key-without-namespace",
    "section": "Requests",
    "message": "Cannot address … \"…\": it has no namespace, and … are namespaced",
    "text": "Cause: A key such as `{ name: \"settings\" }` of a namespaced kind.\n\nWhat to do: Pass `{ namespace, name }`, or a client with `withOptions({ namespace })`."
  },
  {
    "id": "no-field-manager",
    "section": "Requests",
    "message": "Cannot apply …: there is no field manager, set it in createClient({ fieldManager })",
    "text": "Cause: A server-side apply needs a name for the owner of the fields.\n\nWhat to do: Set `fieldManager`. The clients of reconcilers have one."
  },
  {
    "id": "unknown-kind",
    "section": "Requests",
    "message": "kind \"…\" of \"…\" is not known: pass its descriptor in createClient({ types }), or install it",
    "text": "Cause: The cluster does not serve the kind: its CRD is not installed, or in another version.\n\nWhat to do: Run `make install`, and compare `kubectl api-resources`."
  },
  {
    "id": "object-without-namespace",
    "section": "Requests",
    "message": "Cannot create …: it has no namespace, and … are namespaced",
    "text": "Cause: `metadata.namespace` is missing in a new object of a namespaced kind.\n\nWhat to do: Set it, usually to the namespace of the owner."
  },
  {
    "id": "incomplete-list",
    "section": "Requests",
    "message": "Cannot read a list: the response is incomplete",
    "text": "Cause: The connection ended in the middle of a response, usually at a proxy or a load balancer.\n\nWhat to do: Nothing in an operator: informers list again. If it occurs often, raise the timeout of the proxy, or read smaller pages with `limit`."
  },
  {
    "id": "endless-list",
    "section": "Requests",
    "message": "Cannot list …: …, so the list has no end",
    "text": "Cause: An aggregated API server, or a proxy that caches responses, returns the same page again, or 1,000 pages without items.\n\nWhat to do: Correct the server, or do not cache responses of API servers."
  },
  {
    "id": "event-queue-full",
    "section": "Requests",
    "message": "Cannot record event: … writes are queued already",
    "text": "Cause: A reconciler records Events faster than the API server accepts them, or the server does not respond. The Event is dropped.\n\nWhat to do: Record an Event for a change of state, not in each reconcile."
  },
  {
    "id": "kind-not-installed",
    "section": "Watches and the cache",
    "message": "Waiting for the kind to be installed",
    "text": "Cause: A controller watches a kind that the cluster does not serve. The other controllers run, and the readiness check names the kind.\n\nWhat to do: Install the CRD. A restart is not necessary."
  },
  {
    "id": "list-or-watch-failed",
    "section": "Watches and the cache",
    "message": "Cannot follow the kind, trying again",
    "text": "Cause: A list or a watch failed; the field `error` has the message, often a missing permission for `list` or `watch`.\n\nWhat to do: Read `error`. The informer retries with a growing delay, and continues as soon as the requests succeed."
  },
  {
    "id": "watch-expired",
    "section": "Watches and the cache",
    "message": "The watched version is gone, listing again",
    "text": "Cause: The connection was interrupted for so long that the API server has dropped the versions in between (410).\n\nWhat to do: Nothing: the informer lists once and continues. If it occurs often, look for a proxy that ends connections."
  },
  {
    "id": "resource-version-too-old",
    "section": "Watches and the cache",
    "message": "too old resource version: … (…)",
    "text": "Cause: The same, for a watch of your own code with `client.watch`.\n\nWhat to do: List again and watch from the new version, or use an informer, which does this."
  },
  {
    "id": "controller-not-synced",
    "section": "Watches and the cache",
    "message": "Cannot start controller \"…\": not synced after … ms: …",
    "text": "Cause: A source of the controller has not received its first list within `cacheSyncTimeoutMs` (2 minutes).\n\nWhat to do: The end of the message names the source and its last error, often a missing permission."
  },
  {
    "id": "index-not-synced",
    "section": "Watches and the cache",
    "message": "Cannot list … by index \"…\": the cache has not synced or has not reached an earlier write, try again",
    "text": "Cause: An index is only as new as the cache.\n\nWhat to do: Throw the error: the next reconcile reads again."
  },
  {
    "id": "index-missing",
    "section": "Watches and the cache",
    "message": "Cannot list …: the informer has no index \"…\"",
    "text": "Cause: A list or `cache.byIndex` selects by an index that no informer of the kind has.\n\nWhat to do: Call `manager.cache.informer(KIND).addIndex(name, f)` before the manager starts. If the kind is watched with `metadataOnly: true`, call `manager.cache.informer(KIND, { metadataOnly: true }).addIndex(name, f)`. Without the option, a second informer stores all complete objects of the kind."
  },
  {
    "id": "no-informer",
    "section": "Watches and the cache",
    "message": "Cannot read … from the cache: it has no informer, and readerFailOnMissingInformer is true: watch it or add it to disableFor",
    "text": "Cause: With this option, a read does not start an informer.\n\nWhat to do: Watch the kind with `owns` or `watches`, or list it in `cache.disableFor` to read from the server."
  },
  {
    "id": "cache-behind",
    "section": "Watches and the cache",
    "message": "The cache has not seen our own write, reading from the server",
    "text": "Cause: The watch of a kind is more than a few seconds behind.\n\nWhat to do: If it occurs often, look at the load of the API server, and at the metrics of the informer in metrics (docs/metrics.md)."
  },
  {
    "id": "watch-ends-early",
    "section": "Watches and the cache",
    "message": "Cannot watch: the server ended the watch soon after it had begun, without an error",
    "text": "Cause: A proxy between the operator and the API server does not support long responses, or has a timeout of a few seconds.\n\nWhat to do: Raise the timeout of the proxy, or exclude the API server from it with `NO_PROXY`. The informer retries with a growing delay."
  },
  {
    "id": "silent-server",
    "section": "Watches and the cache",
    "message": "Cannot wait any longer: the server did not … for … ms",
    "text": "Cause: The connection is open, but nothing arrives: a network between has dropped it, or the server is overloaded.\n\nWhat to do: Nothing, if it occurs once: the informer connects again. If it occurs often, look at the network and at the load of the API server."
  },
  {
    "id": "cache-differs",
    "section": "Watches and the cache",
    "message": "Cannot continue the watch: the cache differs from the server",
    "text": "Cause: A watch has lost an event; `consistencyCheckPeriodMs` found the difference. A proxy may have dropped a part of the response.\n\nWhat to do: Nothing at once: the informer lists again, and the cache is correct. Report a difference that occurs without a proxy."
  },
  {
    "id": "controller-name-taken",
    "section": "Reconcilers",
    "message": "Cannot add controller \"…\": the name is taken: choose a unique name with named(…), or set skipNameValidation",
    "text": "Cause: Two controllers of the process have the same name, so their metrics and logs could not be distinguished. Without `named(…)` the name is the kind of `for(…)` in lower case.\n\nWhat to do: Give one of them another name with `named(\"…\")`. Tests that start several managers in one process can set `skipNameValidation`."
  },
  {
    "id": "owner-kind-missing",
    "section": "Reconcilers",
    "message": "Cannot build a controller that owns \"…\": the kind of the owner is missing, call for(…)",
    "text": "Cause: `owns(…)` enqueues the owner of an object, and the builder has no kind of owners.\n\nWhat to do: Call `for(KIND)`, or use `watches(…)` with a handler that returns the requests."
  },
  {
    "id": "child-of-another-owner",
    "section": "Reconcilers",
    "message": "Cannot apply … \"…\": it exists and …, must be controlled by … \"…\"",
    "text": "Cause: An object with the name of the child exists and has another owner, or none. `ensureChild` does not take it over.\n\nWhat to do: Choose another name, delete the object, or report it as a condition; `isNotControlledError(error)` recognizes the error."
  },
  {
    "id": "reconcile-panic",
    "section": "Reconcilers",
    "message": "Reconcile panicked, retrying",
    "text": "Cause: The reconciler threw a `TypeError`, a `RangeError` or another error of the JavaScript engine.\n\nWhat to do: Read the stack in the log; `node --enable-source-maps` shows the lines of the sources."
  },
  {
    "id": "reconcile-terminal",
    "section": "Reconcilers",
    "message": "Reconcile failed terminally, waiting for a change of the object",
    "text": "Cause: The reconciler threw a `TerminalError`, or the maximum number of retries is reached.\n\nWhat to do: Correct the object: a change starts a new reconcile."
  },
  {
    "id": "reconcile-timeout",
    "section": "Reconcilers",
    "message": "Cannot finish reconcile of \"…\": it took more than … ms",
    "text": "Cause: `reconciliationTimeoutMs` has passed, usually in a call to another service.\n\nWhat to do: Pass the `signal` of the context to every call, and set a shorter timeout there; see call an external API (docs/recipes/external-api.md)."
  },
  {
    "id": "invalid-requeue",
    "section": "Reconcilers",
    "message": "Cannot requeue: requeueAfterMs is …, must be a number of milliseconds from 0",
    "text": "Cause: The result of a calculation is `NaN` or negative, often of a missing date.\n\nWhat to do: Check the calculation. Return nothing to wait for the next event."
  },
  {
    "id": "hot-loop",
    "section": "Reconcilers",
    "message": "Reconciles cause each other by the controller's own writes or requeues",
    "text": "Cause: Each reconcile writes something, and its own write starts the next one. Often it is a time in the status, or a list whose order changes.\n\nWhat to do: Write only differences: `patchStatus`, `ensureChild` and `setCondition` do. `withOptions({ hotLoops: \"delay\" })` limits such a loop until the reconciler is corrected."
  },
  {
    "id": "reconcile-not-ending",
    "section": "Reconcilers",
    "message": "Reconcile has not ended",
    "text": "Cause: A reconcile has run for more than 5 minutes, for example because a call to another system is never answered. It occupies a worker, so other objects may wait.\n\nWhat to do: Pass `signal` to everything that the reconciler waits for, and set `reconciliationTimeoutMs`."
  },
  {
    "id": "handler-not-returning",
    "section": "Reconcilers",
    "message": "Handler has not returned, handling the next event",
    "text": "Cause: The promise of a map function or handler has not settled after 10 s. The handlers of a source run one after the other, so its events were delayed.\n\nWhat to do: Read from the cache only, and use indexes instead of lists. Pass the `signal` of the handler's context to everything that it waits for."
  },
  {
    "id": "daemon-not-returning",
    "section": "Reconcilers",
    "message": "Daemon did not return, removing the finalizer",
    "text": "Cause: A daemon ignores its `signal`, and its object is being deleted.\n\nWhat to do: Pass `signal` to everything that the daemon waits for."
  },
  {
    "id": "missing-controller",
    "section": "The embedded cluster",
    "message": "this cluster has no controller for … objects, so …: npx kubewright troubleshoot missing-controller",
    "text": "Cause: `kubewright cluster`, `kubewright dev` and test environments store objects of every built-in kind, but do not run every controller of a real cluster. Job, CronJob, StatefulSet, DaemonSet, ReplicationController, HorizontalPodAutoscaler, PodDisruptionBudget, PersistentVolumeClaim, PersistentVolume, CertificateSigningRequest, Ingress and ResourceClaim have no controller yet. A Service of the type LoadBalancer gets no external address. A Secret of the type `kubernetes.io/service-account-token` gets no token. Their objects do not progress: `kubectl wait`, `kubectl rollout status` and `helm install --wait` time out. The scheduler ignores constraints as well: a Pod with a `nodeSelector`, a taint on every node, or more CPU than a node has runs nevertheless. The Event `ConstraintsIgnored` of the Pod names them.\n\nWhat to do: Use Deployments, ReplicaSets and Pods where you can. In a test, write the status that the controller would write, for example with `client.patchStatus`. `kubectl create token NAME` prints a token of a service account. Otherwise use a real cluster for this part: `kubewright dev --context NAME`."
  },
  {
    "id": "waiting-for-leadership",
    "section": "Leader election and shutdown",
    "message": "Waiting to be elected leader",
    "text": "Cause: Another replica holds the Lease.\n\nWhat to do: Nothing, if another replica runs. After a crash it takes up to 17 seconds; see leader election (docs/guides/leader-election.md)."
  },
  {
    "id": "election-durations",
    "section": "Leader election and shutdown",
    "message": "Cannot elect a leader: … is …, must be …",
    "text": "Cause: The durations of the election do not fit together: a leader must detect a lost Lease before another replica may acquire it.\n\nWhat to do: Set `leaseDurationMs` to whole seconds, `renewDeadlineMs` to less than that, and `retryPeriodMs` to less than `renewDeadlineMs`. The defaults are those of controller-runtime."
  },
  {
    "id": "lease-request-failed",
    "section": "Leader election and shutdown",
    "message": "A request about the Lease failed",
    "text": "Cause: The API server did not answer, or the role does not permit `get`, `create` and `update` of Leases in the namespace of the operator.\n\nWhat to do: Deploy `config/rbac/leader_election_role.yaml`."
  },
  {
    "id": "not-leading",
    "section": "Leader election and shutdown",
    "message": "Cannot act as leader by Lease \"…\": …",
    "text": "Cause: A write was rejected because this process does not lead, or its Lease expired. The process ends, and the kubelet starts it again.\n\nWhat to do: If it occurs under load, look for blocks of the event loop in the log, and set `--leader-elect-worker`."
  },
  {
    "id": "event-loop-blocked",
    "section": "Leader election and shutdown",
    "message": "Cannot hold the Lease: the event loop has been blocked for … ms",
    "text": "Cause: The program computed without a pause, or the container has too little CPU.\n\nWhat to do: Raise the CPU limit, or divide the computation."
  },
  {
    "id": "shutdown-timeout",
    "section": "Leader election and shutdown",
    "message": "Cannot shut down within … ms: still running: …",
    "text": "Cause: A runnable or a reconcile ignores its `signal`.\n\nWhat to do: The message names it. Pass its signal on, or raise `gracefulShutdownTimeoutMs` and `terminationGracePeriodSeconds` together."
  },
  {
    "id": "port-in-use",
    "section": "Servers, webhooks and conversion",
    "message": "the port is taken by another program: end it, or choose another port",
    "text": "Cause: Often a second copy of the operator on your machine.\n\nWhat to do: End it, or set `--metrics-bind-address`, `--health-probe-bind-address` or `--webhook-port`."
  },
  {
    "id": "unauthenticated-server",
    "section": "Servers, webhooks and conversion",
    "message": "Cannot serve … on \"…\": it is open to others and … are served without authentication",
    "text": "Cause: Metrics and profiles without TLS are only served to the same machine.\n\nWhat to do: Set `--metrics-secure`, or bind `127.0.0.1`."
  },
  {
    "id": "webhook-unreachable",
    "section": "Servers, webhooks and conversion",
    "message": "failed calling webhook …: …",
    "text": "Cause: The API server cannot reach the webhook of your operator, or does not trust its certificate.\n\nWhat to do: See when writes fail (docs/guides/webhooks.md#when-writes-fail), which has each ending of this message."
  },
  {
    "id": "conversion-failed",
    "section": "Servers, webhooks and conversion",
    "message": "the conversion failed; the log of the webhook says why",
    "text": "Cause: A function of a spoke threw an error.\n\nWhat to do: Read the log line `A conversion failed`. Partial objects have absent fields: read nested fields with `?.`."
  },
  {
    "id": "removed-storage-version",
    "section": "Servers, webhooks and conversion",
    "message": "missing from spec.versions; … was previously a storage version, and must remain in spec.versions",
    "text": "Cause: The CRD no longer contains a version in which objects may still be stored.\n\nWhat to do: Migrate the version (docs/recipes/migrate-a-version.md) first."
  },
  {
    "id": "webhooks-without-certificate",
    "section": "Servers, webhooks and conversion",
    "message": "Cannot serve webhooks: option certificate is missing",
    "text": "Cause: The webhook server serves HTTPS only, and has neither files of a certificate nor managed certificates.\n\nWhat to do: Set `--webhook-cert-path`, or use the `setup` of a scaffolded project, which issues certificates."
  },
  {
    "id": "certificates-not-renewed",
    "section": "Servers, webhooks and conversion",
    "message": "Cannot renew the webhook certificates, retrying",
    "text": "Cause: The operator could not write its certificates or the CA bundle; the field `error` has the message, often a missing permission.\n\nWhat to do: Deploy the roles of `config/rbac`: the operator needs `get`, `create` and `update` of its Secret, and `patch` of the webhook configurations and CRDs with its names. The current certificate is valid until its end."
  },
  {
    "id": "storage-not-writable",
    "section": "Servers, webhooks and conversion",
    "message": "restart the server once the directory can be written to again",
    "text": "Cause: The disk of `kubewright cluster --data FOLDER` is full, or the folder is no longer writable. The server rejects all requests, because its memory is ahead of the folder. The terminal of the cluster has the line once, and clients get it with each response.\n\nWhat to do: Free space, and restart the cluster. Every acknowledged write is in the folder."
  },
  {
    "id": "missing-permission",
    "section": "Tests",
    "message": "Cannot continue the test: the operator, which is user …, is not permitted to …",
    "text": "Cause: The operator of the test runs with the role of the project, and a marker is missing.\n\nWhat to do: Copy the markers from the message into the docstring of the reconciler, and run `make manifests`."
  },
  {
    "id": "condition-not-met",
    "section": "Tests",
    "message": "Cannot wait longer for … \"…\": the condition… does not hold after … ms, it is …",
    "text": "Cause: `waitFor` did not find the expected state; the message ends with the last one.\n\nWhat to do: Read the log of the operator above the message. With a virtual clock, call `clock.advance` for timers."
  },
  {
    "id": "crd-not-served",
    "section": "Tests",
    "message": "Cannot install CRD \"…\": it is not served after … ms: …",
    "text": "Cause: The API server did not accept the CRD; the end of the message has its conditions.\n\nWhat to do: Read the conditions: `NamesAccepted` is `False` if another CRD has the same names, and `NonStructuralSchema` names a field of the schema."
  },
  {
    "id": "webhooks-unreachable",
    "section": "Tests",
    "message": "Cannot install webhooks: the API server cannot call them at … within … ms: …: run it on this machine",
    "text": "Cause: With a real API server, the webhooks of the test listen on 127.0.0.1, and the server runs on another machine or in a container.\n\nWhat to do: Use the embedded server, or etcd and kube-apiserver on the same machine."
  },
  {
    "id": "no-binaries-folder",
    "section": "Tests",
    "message": "Cannot find the folder with the binaries: … is not set: set it, or pass the folder (--bin-dir)",
    "text": "Cause: `kubewright envtest` stores kube-apiserver and etcd in the user's data folder, and neither `HOME` nor `XDG_DATA_HOME` is set.\n\nWhat to do: Set one of them, or pass `--bin-dir`."
  }
];
