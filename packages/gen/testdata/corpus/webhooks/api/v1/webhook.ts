/**
 * The webhooks of widgets, with every argument that a marker takes.
 *
 * @kubebuilder:webhookconfiguration:mutating=true,name=widget-defaults
 * @kubebuilder:webhook:path=/c,mutating=false,failurePolicy=Fail,sideEffects=None,groups=apps,resources=*,verbs=update,versions=v1,name=c.b.example.com,admissionReviewVersions=v1,patch=`{"namespaceSelector":{"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"NotIn","values":["system"]}]},"matchConditions":[{"name":"mine","expression":"true"}],"timeoutSeconds":3}`
 * @kubebuilder:webhook:url="https://anothersvc.default:8443/b",mutating=false,failurePolicy=ignore,sideEffects=None,groups="";apps,resources=pods/exec;deployments,verbs=connect;create,versions=v1,name=b.b.example.com,admissionReviewVersions=v1,webhookVersions=v1
 * @kubebuilder:webhook:path=/a,mutating=true,failurePolicy=ignore,sideEffects=noneOnDryRun,groups=core,resources=pods,verbs=*,versions=*,name=a.b.example.com,admissionReviewVersions=v1beta1,matchPolicy=Exact,reinvocationPolicy=ifneeded,serviceName=other,serviceNamespace=elsewhere,servicePort=8443
 * @kubebuilder:webhook:path=/validate-shop-example-com-v1-widget,mutating=false,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=widgets;widgets/status,verbs=create;update;DELETE,versions=v1;v1beta1,name=vwidget-v1.example.com,admissionReviewVersions=v1;v1beta1,timeoutSeconds=5,matchPolicy=equivalent
 * @kubebuilder:webhook:path=/mutate-shop-example-com-v1-widget,mutating=true,failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=widgets,verbs=create;update,versions=v1,name=mwidget-v1.example.com,admissionReviewVersions=v1
 */
export const webhooks = true;
