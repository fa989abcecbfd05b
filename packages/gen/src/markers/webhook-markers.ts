/** The markers that say which requests the API server asks a program about. */
import type { MarkerDefinition } from "./definition.ts";

export const webhookMarkers: readonly MarkerDefinition[] = [
  {
    name: "kubebuilder:webhook",
    targets: ["package"],
    category: "Webhook",
    help: "The API server asks the program about these requests before it carries them out.",
    example:
      ":path=/mutate-example-com-v1-myjob,mutating=true,failurePolicy=fail,sideEffects=None,groups=example.com,resources=myjobs,verbs=create;update,versions=v1,name=mmyjob-v1.example.com,admissionReviewVersions=v1",
    named: {
      mutating: { type: "bool", help: "Whether the webhook may change objects; else it only allows or refuses." },
      failurePolicy: {
        type: "string",
        help: "What becomes of a request when the webhook cannot be reached: fail or ignore.",
      },
      groups: { type: { list: "string" }, help: 'API groups; core or "" is the one without a name.' },
      resources: { type: { list: "string" }, help: "Resources and subresources, such as pods/status." },
      verbs: { type: { list: "string" }, help: "create, update, delete, connect, or * for all of them." },
      versions: { type: { list: "string" }, help: "API versions." },
      name: { type: "string", help: "A domain name of at least three parts, such as vwidget-v1.example.com." },
      admissionReviewVersions: {
        type: { list: "string" },
        help: "Versions of AdmissionReview that the program understands, the best first.",
      },
      sideEffects: {
        type: "string",
        optional: true,
        help: "None or NoneOnDryRun; the API server takes no other webhooks.",
      },
      path: { type: "string", optional: true, help: "The path that the program serves the webhook at." },
      url: { type: "string", optional: true, help: "Where the webhook is, outside of the cluster; instead of a path." },
      timeoutSeconds: {
        type: "int",
        optional: true,
        help: "How long the API server waits, 1 to 30; by default it waits 10.",
      },
      matchPolicy: {
        type: "string",
        optional: true,
        help: "Exact, or Equivalent (the default) for requests in other versions too.",
      },
      reinvocationPolicy: {
        type: "string",
        optional: true,
        help: "IfNeeded to be asked again when a later webhook changed the object, or Never, the default.",
      },
      serviceName: { type: "string", optional: true, help: "The Service of the program; by default webhook-service." },
      serviceNamespace: { type: "string", optional: true, help: "Its namespace; by default system." },
      servicePort: { type: "int", optional: true, help: "Its port; by default 443." },
      webhookVersions: {
        type: { list: "string" },
        optional: true,
        help: "The version of the configuration; v1 is all there is.",
      },
      patch: {
        type: "string",
        optional: true,
        help: "A strategic merge patch, as JSON, for what has no argument, such as a namespaceSelector.",
      },
      allowLockout: {
        type: "bool",
        optional: true,
        help: "Accepts that the cluster may not recover without this webhook.",
      },
    },
  },
  {
    name: "kubebuilder:webhookconfiguration",
    targets: ["package"],
    category: "Webhook",
    help: "The name of the configuration that holds the webhooks.",
    example: ":mutating=true,name=myjob-defaults",
    named: {
      mutating: { type: "bool", help: "Whether it is the configuration of the mutating webhooks." },
      name: { type: "string", optional: true, help: "The name of the object." },
    },
  },
];
