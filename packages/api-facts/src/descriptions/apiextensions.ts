/** Descriptions of custom resource definitions. Format: `type-descriptions.ts`. */
export const apiextensions: string = `
package io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1

kind CustomResourceDefinition: A kind that the API server adds to its API. Its name is <plural>.<group>.
  spec: The names, scope and versions of the kind.
  status: Whether the kind is served, and under which names.
CustomResourceDefinitionSpec: The desired state of a definition.
  conversion: How objects are converted between versions.
  group: The group of the kind. It cannot be changed.
  names: The names of the kind and its resource.
  preserveUnknownFields: Must be false or absent. Fields are kept with x-kubernetes-preserve-unknown-fields in the schema.
  scope: Namespaced or Cluster. It cannot be changed.
  versions: The versions, at least one. Their order in discovery: v2, v1, v1beta1, v1alpha1, then others by name.
CustomResourceConversion: The conversion strategy of a kind.
  strategy: None (default) only changes apiVersion; Webhook sends objects to a webhook.
  webhook: The webhook. Only for the strategy Webhook, which requires it.
WebhookConversion: A webhook that converts objects.
  clientConfig: How the webhook is called.
  conversionReviewVersions: The versions of ConversionReview that the webhook accepts, in order of preference. v1 should be among them.
WebhookClientConfig: How a webhook is called. Either service or url must be set.
  caBundle: The certificates that have signed that of the webhook, PEM in base64. Default: those of the system.
  service: A Service of the cluster.
  url: The address, which begins with https:// and has no user, query or fragment.
ServiceReference: A Service that serves a webhook.
  name: The Service.
  namespace: The namespace of the Service.
  path: The path of the requests. Default: /.
  port: The port of the Service, 1 to 65535. Default: 443.
CustomResourceDefinitionNames: The names of a kind and its resource.
  categories: Groups of resources to which it belongs, for example all for kubectl get all.
  kind: The kind, in CamelCase and singular. It cannot be changed while it is served.
  listKind: The kind of lists. Default: <kind>List.
  plural: The resource in paths of the API, in lower case. It cannot be changed.
  shortNames: Short names for kubectl, in lower case.
  singular: The singular, in lower case. Default: kind in lower case.
CustomResourceDefinitionVersion: A version of a kind.
  additionalPrinterColumns: Columns of kubectl get besides the name. Default: the age.
  deprecated: Whether responses have a warning. Default: false.
  deprecationWarning: The text of the warning, at most 256 characters. Only if deprecated is true. Default: one that names the version.
  name: The name of the version, for example v1 or v1alpha1.
  schema: The schema of the version, which is required.
  selectableFields: Fields that field selectors can use, at most 8.
  served: Whether the API serves the version.
  storage: Whether objects are stored in this version. Exactly one version must be.
  subresources: The subresources status and scale. Default: none.
CustomResourceColumnDefinition: A column of kubectl get.
  description: A description for people.
  format: The format of the type, for example date-time or name.
  jsonPath: The path of the value, as simple JSONPath, for example .spec.replicas.
  name: The heading of the column.
  priority: 0 (default) is always shown, a higher number only with -o wide.
  type: integer, number, string, boolean or date.
CustomResourceValidation: The validation of a version.
  openAPIV3Schema: The schema, by which the server validates, prunes and sets defaults. It must be structural.
JSONSchemaProps: A JSON schema. In definitions it must be structural: each value has a type.
  $ref: A reference. It must not be set.
  $schema: The URI of the meta schema. It must not be set.
  additionalItems: The schema of further items. It must not be set.
  additionalProperties: The schema of values of a map. Excludes properties.
  allOf: Schemas that must all match.
  anyOf: Schemas of which at least one must match.
  default: The value that the server sets if the field is absent.
  definitions: Named schemas. It must not be set.
  dependencies: Requirements between properties. It must not be set.
  description: A description for people.
  enum: The allowed values.
  example: An example. It has no effect.
  exclusiveMaximum: Whether maximum itself is excluded. Default: false.
  exclusiveMinimum: Whether minimum itself is excluded. Default: false.
  externalDocs: A link to more documentation.
  format: The format of strings or numbers, for example date-time, int32 or uuid. Unknown formats are ignored.
  id: The URI of the schema. It must not be set.
  items: The schema of the items of a list. A list of schemas is rejected.
  maxItems: The maximum number of items.
  maxLength: The maximum number of characters.
  maxProperties: The maximum number of properties.
  maximum: The maximum of a number.
  minItems: The minimum number of items.
  minLength: The minimum number of characters.
  minProperties: The minimum number of properties.
  minimum: The minimum of a number.
  multipleOf: Numbers must be a multiple of this value.
  not: A schema that must not match.
  nullable: Whether null is allowed. Otherwise the server drops it where a default exists, and rejects it elsewhere. Default: false.
  oneOf: Schemas of which exactly one must match.
  pattern: A regular expression of RE2 that strings must contain a match of.
  patternProperties: Schemas by patterns of names. It must not be set.
  properties: The schemas of the fields, by name.
  required: Fields that must be present.
  title: A title for people.
  type: object, array, string, integer, number or boolean. Absent only with int-or-string or preserve-unknown-fields.
  uniqueItems: Whether items must be unique. It must not be true: use x-kubernetes-list-type set.
  x-kubernetes-embedded-resource: Whether the value is an object of Kubernetes, with apiVersion, kind and metadata. Default: false.
  x-kubernetes-int-or-string: Whether the value is an integer or a string. Excludes type. Default: false.
  x-kubernetes-list-map-keys: The fields by which items are identified. Only and always with list type map.
  x-kubernetes-list-type: How lists are merged: atomic (default, as a whole), set (unique scalars) or map (objects with keys).
  x-kubernetes-map-type: How objects are merged: granular (default, by field) or atomic (as a whole).
  x-kubernetes-preserve-unknown-fields: Whether the server keeps fields that the schema does not have. False is not allowed. Default: absent.
  x-kubernetes-validations: Rules in CEL that the value must meet.
ExternalDocumentation: A link to documentation.
  description: What is found there.
  url: The address.
ValidationRule: A rule in CEL.
  fieldPath: The field that the error names, as relative path, for example .spec.name. Default: the value of the rule.
  message: The message of the error. Default: one that has the rule. Required if the rule has line breaks.
  messageExpression: A CEL expression for the message, which precedes message. If it fails, message is used.
  optionalOldSelf: Whether oldSelf is optional, so that a transition rule also applies to new values. Default: false.
  reason: The reason of the error: FieldValueInvalid (default), FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.
  rule: The CEL expression, which must be true. self is the value, oldSelf the stored value.
SelectableField: A field that field selectors can use.
  jsonPath: The path of the field, as simple JSONPath without lists, for example .spec.color.
CustomResourceSubresources: The subresources of a version.
  scale: The subresource scale, for kubectl scale and autoscalers.
  status: The subresource status: status is written only through it, and everything else only without it.
CustomResourceSubresourceScale: The subresource scale.
  labelSelectorPath: The path of the selector as string, below .status or .spec. Autoscalers need it.
  specReplicasPath: The path of the desired number, below .spec, for example .spec.replicas.
  statusReplicasPath: The path of the observed number, below .status.
CustomResourceSubresourceStatus: The subresource status. It has no settings.
CustomResourceDefinitionStatus: The observed state of a definition.
  acceptedNames: The names that are served. They can differ from spec.names if another definition has them.
  conditions: The conditions Established, NamesAccepted, NonStructuralSchema, Terminating and KubernetesAPIApprovalPolicyConformant.
  observedGeneration: The metadata.generation that the controller has processed last.
  storedVersions: Versions in which objects were ever stored. Remove an old one after all objects are migrated; spec must keep these.
CustomResourceDefinitionCondition < Condition: One aspect of the state of a definition.
  type: The name of the condition, for example Established.
JSON: Any JSON value.
JSONSchemaPropsOrArray: A schema. A list of schemas is rejected.
JSONSchemaPropsOrBool: A schema, or a boolean: whether any value is allowed.
JSONSchemaPropsOrStringArray: A schema, or names of properties.
`;
