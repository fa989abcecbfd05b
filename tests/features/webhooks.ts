/** The rows of docs/features.md about webhook servers. */
import type { FeatureGroup } from "./feature.ts";

export const webhookFeatures: FeatureGroup = {
  title: "Webhooks",
  features: [
    {
      feature: "HTTPS server: host, port, certificate files, client CA, TLS options, custom mux",
      peers: ["`webhook.Server`", "types only", "separate project", "yes"],
      api: { webhook: ["createWebhookServer", "WebhookServerOptions"], serving: ["TlsSettings"] },
      tests: [
        "packages/webhook/src/server/webhook-server.test.ts > a webhook server serves TLS, uses another certificate without a restart, and stops",
        "packages/webhook/src/server/https.test.ts > with clientCa, only clients with one of its certificates are served, also after a renewal of the serving certificate",
        "packages/webhook/src/server/webhook-hooks.test.ts > the mux responds to paths without a webhook, and other paths are 404",
        "packages/webhook/src/server/webhook-hooks.test.ts > tls restricts the versions of TLS",
      ],
    },
    {
      feature: "Typed defaulters and validators, with warnings",
      peers: [
        "`Defaulter[T]`, `Validator[T]`",
        "types of request and response",
        "separate project",
        "`mutate`, `validate`, `warnings`",
      ],
      api: { webhook: ["createDefaulter", "createValidator"] },
      tests: [
        "tests/contract/webhook-server.test.ts > a defaulter sets absent fields on creates, updates and dry runs",
        "tests/contract/webhook-server.test.ts > a validator rejects with 403 and its message, on create, update and delete",
        "tests/contract/webhook-server.test.ts > warnings reach the user of an object that is stored",
      ],
    },
    {
      feature: "Defaulters that drop unknown fields",
      peers: ["`DefaulterRemoveUnknownOrOmitableFields`", "no", "no", "no"],
      api: { webhook: ["DefaulterOptions.removeUnknownOrOmitableFields"] },
      tests: [
        "packages/webhook/src/admission/defaulter-options.test.ts > a field that the defaulter itself removes is removed",
      ],
    },
    {
      feature: "Handlers of raw requests, several handlers, JSON patches, handlers without the server",
      peers: [
        "`Handler`, `MultiMutatingHandler`, `StandaloneWebhook`",
        "response with a JSON patch",
        "no",
        "patch by the difference",
      ],
      api: {
        webhook: [
          "AdmissionWebhook",
          "multiMutatingHandler",
          "multiValidatingHandler",
          "AdmissionResponse.patch",
          "WebhookServer.handle",
        ],
      },
      note: "`handle` responds to requests of any HTTP server.",
      tests: [
        "packages/webhook/src/admission/multi-handler.test.ts > each mutating handler receives the object of the previous one, and the patches are joined",
        "packages/webhook/src/server/answer.test.ts > a webhook is found by its path without the query, in which API servers send a timeout",
      ],
    },
    {
      feature: "Custom path, context function, log constructor, recovery from panics",
      peers: [
        "`WithCustomPath`, `WithContextFunc`, `WithLogConstructor`, `RecoverPanic`",
        "no",
        "no",
        "id in the path",
      ],
      api: {
        webhook: [
          "EndpointsOptions.webhooks",
          "WebhookServerOptions.contextFunc",
          "EndpointsOptions.logConstructor",
          "WebhookServerOptions.recoverPanic",
        ],
      },
      tests: [
        "packages/webhook/src/server/webhook-hooks.test.ts > a webhook receives the path and headers of its request, and the values of contextFunc",
        "packages/webhook/src/server/webhook-hooks.test.ts > the log of an admission request has its object, operation and user; logConstructor replaces them",
        "packages/webhook/src/server/webhook-hooks.test.ts > with recoverPanic: false a webhook that throws closes its connection, and others are served",
      ],
    },
    {
      feature: "Paths by group, version and kind",
      peers: ["`/mutate-G-V-k`, `/validate-G-V-k`, `/convert`", "no", "no", "by id of the handler"],
      api: { webhook: ["mutatePath", "validatePath", "conversionPath"] },
      tests: [
        "packages/webhook/src/admission/webhook-path.test.ts > paths contain group, version and kind, as in kubebuilder",
      ],
    },
    {
      feature: "Conversion of versions by hub and spokes",
      peers: ["yes, with a registry", "types of the review", "separate project", "no"],
      api: { webhook: ["Spoke", "EndpointsOptions.conversions", "convertObject"] },
      tests: [
        "packages/webhook/src/conversion/conversion.test.ts > objects are converted to the hub, from the hub, and through the hub, and keep their metadata",
        "tests/contract/conversion.test.ts > an object that is created in v1 is stored in v2 and read in both",
      ],
    },
    {
      feature: "Authentication webhook (TokenReview)",
      peers: ["yes", "no", "no", "no"],
      api: { webhook: ["AuthenticationWebhook", "authenticated", "unauthenticated"] },
      tests: [
        "packages/webhook/src/authentication/authentication-webhook.test.ts > a known token of a TokenReview %s is authenticated with its user",
        "tests/real/token-and-access-webhooks.test.ts > kube-apiserver authenticates tokens and authorizes requests by webhooks",
      ],
    },
    {
      feature: "Authorization webhook (SubjectAccessReview)",
      peers: ["no", "no", "no", "no"],
      api: { webhook: ["AuthorizationWebhook", "allow", "deny", "noOpinion"] },
      tests: [
        "packages/webhook/src/authorization/authorization-webhook.test.ts > the webhook receives the user and the action of a review %s",
        "tests/real/token-and-access-webhooks.test.ts > kube-apiserver authenticates tokens and authorizes requests by webhooks",
      ],
    },
    {
      feature: "Readiness check of the server",
      peers: ["`StartedChecker`", "no", "no", "no"],
      api: { webhook: ["WebhookServer.startedChecker"] },
      tests: [
        "packages/webhook/src/server/webhook-hooks.test.ts > the started checker passes while the server accepts TLS connections",
      ],
    },
    {
      feature: "Managed certificates and `caBundle`",
      peers: ["no: cert-manager", "no", "no", "signed at the start, no rotation"],
      api: { webhook: ["createManagedCertificates"], certificates: ["createCertificateFromFiles"] },
      note: "Issued, rotated and written into the configurations and CRDs by the program; certificates of cert-manager are read from files.",
      tests: [
        "packages/webhook/src/certificates/managed-certificates.test.ts > the authorities are written into the webhook configurations, and again after an apply without them",
        "packages/webhook/src/certificates/certificates-for-a-year.test.ts > for a year, the seventh of an authority, no admission fails because of a certificate",
      ],
    },
    {
      feature: "Tunnels from a cluster to a webhook on the developer's machine",
      peers: ["no", "no", "no", "ngrok, k3d, minikube"],
      tests: [
        "packages/envtest/src/webhooks/environment-webhooks.test.ts > an embedded server calls the webhooks of the manifests without a socket, on virtual time",
      ],
      omitted:
        "`kubewright dev` and `envtest` run the API server on the same machine, and it calls the webhooks directly.",
    },
    {
      feature: "Expressions of admission policies evaluated on a request of a webhook",
      peers: ["no", "`to_cel_request`", "no", "no"],
      api: { webhook: ["AdmissionRequest.raw"], cel: ["compileExpression", "kubernetesEnvironment", "valueOfJson"] },
      tests: [
        "tests/contract/webhook-server.test.ts > a webhook evaluates an expression of an admission policy with the variables of its request",
      ],
    },
  ],
};
