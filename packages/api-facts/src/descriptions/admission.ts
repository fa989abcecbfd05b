/** Descriptions of the configurations of admission webhooks. Format: `type-descriptions.ts`. */
export const admission: string = `
package io.k8s.api.admissionregistration.v1

kind ValidatingWebhookConfiguration: Webhooks that accept or reject requests.
  webhooks: The webhooks. Their order has no meaning: they are called in parallel.
kind MutatingWebhookConfiguration: Webhooks that may change the object of a request.
  webhooks: The webhooks. They are called one after the other.
ValidatingWebhook: A webhook that accepts or rejects requests.
  admissionReviewVersions: The versions of AdmissionReview that the webhook accepts, in order of preference.
  clientConfig: How the webhook is called.
  failurePolicy: If the call fails: Fail (default) rejects the request, Ignore continues.
  matchConditions: CEL expressions that must all be true for the call, at most 64.
  matchPolicy: Equivalent (default) also matches requests for other versions of the resource; Exact only those in rules.
  name: The name, with a domain of at least three parts, for example validate.example.com.
  namespaceSelector: The labels of the namespaces of objects. Objects without namespaces always match. Default: all.
  objectSelector: The labels of the object; the old or the new object must match. Default: all.
  rules: The requests for which the webhook is called. One rule must match.
  sideEffects: None, or NoneOnDryRun: calls have no other effects, or only without dry run.
  timeoutSeconds: Seconds after which the call fails, 1 to 30. Default: 10.
MutatingWebhook < ValidatingWebhook: A webhook that may change the object of a request.
  reinvocationPolicy: Never (default), or IfNeeded: the webhook is called again if a later one has changed the object.
RuleWithOperations: Requests by operation, group, version and resource.
  apiGroups: The groups. An empty string is the core group, * all groups.
  apiVersions: The versions. * is all.
  operations: CREATE, UPDATE, DELETE, CONNECT, or * for all.
  resources: The resources, with subresources as pods/status. * is all resources, pods/* all subresources of pods.
  scope: Namespaced, Cluster, or * (default). Subresources have the scope of their resource.
MatchCondition: A CEL expression that must be true.
  expression: The expression, with the variables object, oldObject, request and authorizer.
  name: The name of the condition, unique in the webhook.
WebhookClientConfig: How a webhook is called. Either service or url must be set.
  caBundle: The certificates that have signed that of the webhook, PEM in base64. Default: those of the system.
  service: A Service of the cluster.
  url: The address, which begins with https:// and has no user, query or fragment.
ServiceReference: A Service that serves a webhook.
  name: The Service.
  namespace: The namespace of the Service.
  path: The path of the requests. Default: /.
  port: The port of the Service, 1 to 65535. Default: 443.
`;
