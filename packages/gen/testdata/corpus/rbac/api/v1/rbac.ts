/**
 * @kubebuilder:rbac:groups="",resources=pods,verbs=get
 * @kubebuilder:rbac:groups=core,resources=pods,verbs=list;watch
 * @kubebuilder:rbac:groups="",resources=pods/log;pods/exec,verbs=create;get
 * @kubebuilder:rbac:groups=apps,resources=deployments;statefulsets,verbs=get;list;watch;create;update;patch;delete
 * @kubebuilder:rbac:groups=apps,resources=daemonsets,verbs=get;list;watch;create;update;patch;delete
 * @kubebuilder:rbac:groups=batch;apps,resources=jobs,verbs=*
 * @kubebuilder:rbac:groups=*,resources=*,verbs=get
 * @kubebuilder:rbac:groups="",resources=configmaps,resourceNames=one;two,verbs=update
 * @kubebuilder:rbac:groups="",resources=configmaps,resourceNames=three,verbs=update
 * @kubebuilder:rbac:urls=/healthz;/metrics,verbs=get;head
 * @kubebuilder:rbac:urls=/healthz,verbs=post
 * @kubebuilder:rbac:groups={"example.com","other.example.com"},resources={things,things/status},verbs={get,update}
 * @kubebuilder:rbac:groups="",resources=secrets,namespace=system,verbs=get
 * @kubebuilder:rbac:groups="",resources=secrets,namespace=system,verbs=list
 * @kubebuilder:rbac:groups="",resources=events,namespace=other,verbs=create;patch
 * @kubebuilder:rbac:groups="",resources=nodes,verbs=get,roleName=node-reader
 * @kubebuilder:rbac:groups="",resources=secrets,namespace=system,verbs=delete,roleName=cleaner
 * @kubebuilder:rbac:groups=rbac.authorization.k8s.io,resources=clusterroles,verbs=bind;escalate
 */
export {};
