/** Markers for admission webhooks. */
import { optional, text, texts } from "./marker.ts";
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
      failurePolicy: text("The result of a request when the webhook cannot be reached: fail or ignore."),
      groups: texts('API groups; core or "" is the core group.'),
      resources: texts("Resources and subresources, such as pods/status."),
      verbs: texts("create, update, delete, connect, or * for all."),
      versions: texts("API versions."),
      name: text("A domain name of at least three parts, such as vwidget-v1.example.com."),
      admissionReviewVersions: texts("Versions of AdmissionReview that the webhook supports, in order of preference."),
      sideEffects: optional(text("None or NoneOnDryRun; the API server rejects other values.")),
      path: optional(text("The path of the webhook.")),
      url: optional(text("The URL of a webhook outside the cluster, instead of a path.")),
      timeoutSeconds: optional({
        type: "int",
        help: "The timeout of the API server in seconds, 1 to 30. Default: 10.",
      }),
      matchPolicy: optional(text("Exact, or Equivalent for requests in other versions, too. Default: Equivalent.")),
      reinvocationPolicy: optional(
        text("IfNeeded: the webhook is called again when a later one changed the object; or Never. Default: Never."),
      ),
      serviceName: optional(text("The Service of the program. Default: webhook-service.")),
      serviceNamespace: optional(text("The namespace of the Service. Default: system.")),
      servicePort: optional({ type: "int", help: "The port of the Service. Default: 443." }),
      webhookVersions: optional(texts("The version of the configuration: v1.")),
      patch: optional(
        text("A strategic merge patch, as JSON, for fields without an argument, such as namespaceSelector."),
      ),
      allowLockout: optional({
        type: "bool",
        help: "Suppresses the error that the cluster may not recover without this webhook.",
      }),
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
      name: optional(text("The name of the object.")),
    },
  },
];
