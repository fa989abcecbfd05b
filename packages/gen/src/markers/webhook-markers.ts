/** Markers for admission webhooks. */
import type { MarkerRecord } from "./marker.ts";

export const webhookMarkers: readonly MarkerRecord[] = [
  {
    name: "kubebuilder:webhook",
    targets: ["package"],
    category: "Webhook",
    help: "An admission webhook: the API server calls it for these requests.",
    effect: { folder: (facts, marker) => ({ ...facts, webhooks: [...facts.webhooks, marker] }) },
    example:
      ":path=/mutate-example-com-v1-myjob,mutating=true,failurePolicy=fail,sideEffects=None,groups=example.com,resources=myjobs,verbs=create;update,versions=v1,name=mmyjob-v1.example.com,admissionReviewVersions=v1",
    named: {
      mutating: {
        type: "bool",
        help: "Whether the webhook may change objects. Otherwise it only allows or denies requests.",
      },
      failurePolicy: {
        type: "string",
        help: "The result of a request when the webhook cannot be reached: fail or ignore.",
      },
      groups: { type: { list: "string" }, help: 'API groups; core or "" is the core group.' },
      resources: { type: { list: "string" }, help: "Resources and subresources, such as pods/status." },
      verbs: { type: { list: "string" }, help: "create, update, delete, connect, or * for all." },
      versions: { type: { list: "string" }, help: "API versions." },
      name: { type: "string", help: "A domain name of at least three parts, such as vwidget-v1.example.com." },
      admissionReviewVersions: {
        type: { list: "string" },
        help: "Versions of AdmissionReview that the webhook supports, in order of preference.",
      },
      sideEffects: {
        type: "string",
        optional: true,
        help: "None or NoneOnDryRun; the API server rejects other values.",
      },
      path: { type: "string", optional: true, help: "The path of the webhook." },
      url: { type: "string", optional: true, help: "The URL of a webhook outside the cluster, instead of a path." },
      timeoutSeconds: {
        type: "int",
        optional: true,
        help: "The timeout of the API server in seconds, 1 to 30. Default: 10.",
      },
      matchPolicy: {
        type: "string",
        optional: true,
        help: "Exact, or Equivalent for requests in other versions, too. Default: Equivalent.",
      },
      reinvocationPolicy: {
        type: "string",
        optional: true,
        help: "IfNeeded: the webhook is called again when a later one changed the object; or Never. Default: Never.",
      },
      serviceName: { type: "string", optional: true, help: "The Service of the program. Default: webhook-service." },
      serviceNamespace: { type: "string", optional: true, help: "The namespace of the Service. Default: system." },
      servicePort: { type: "int", optional: true, help: "The port of the Service. Default: 443." },
      webhookVersions: {
        type: { list: "string" },
        optional: true,
        help: "The version of the configuration: v1.",
      },
      patch: {
        type: "string",
        optional: true,
        help: "A strategic merge patch, as JSON, for fields without an argument, such as namespaceSelector.",
      },
      allowLockout: {
        type: "bool",
        optional: true,
        help: "Suppresses the error that the cluster may not recover without this webhook.",
      },
    },
  },
  {
    name: "kubebuilder:webhookconfiguration",
    targets: ["package"],
    category: "Webhook",
    help: "The name of the webhook configuration.",
    effect: {
      folder: (facts, marker) => ({ ...facts, webhookConfigurations: [...facts.webhookConfigurations, marker] }),
    },
    example: ":mutating=true,name=myjob-defaults",
    named: {
      mutating: { type: "bool", help: "Whether this is the configuration of the mutating webhooks." },
      name: { type: "string", optional: true, help: "The name of the object." },
    },
  },
];
