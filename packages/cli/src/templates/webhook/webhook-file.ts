/** `internal/webhook/v1/widget-webhook.ts`: the admission webhooks of a kind. */
import { groupOf, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { webhookNames } from "./webhook-names.ts";
import type { WebhookNames } from "./webhook-names.ts";

export function webhookFile(project: Project, resource: Resource, header: string): ScaffoldFile {
  const names = webhookNames(project, resource);
  return { path: names.path, content: withHeader(header, code(project, resource, names)), ifExists: "refuse" };
}

function code(project: Project, resource: Resource, names: WebhookNames): string {
  const { defaulting = false, validation = false } = resource.webhooks ?? {};
  const { kind } = names;
  const made = [...(defaulting ? ["createDefaulter"] : []), ...(validation ? ["createValidator"] : [])];
  return `/** Admission webhooks for ${resource.kind} objects, as functions of the object. */
import type { AdmissionWebhook } from "@kubewright/webhook";
import { ${made.join(", ")} } from "@kubewright/webhook";
import ${defaulting || validation ? "" : "type "}{ ${names.imported} } from "${names.kindModule}";
${defaulting ? defaultingCode(names, markerOf(project, resource, names.defaultingPath, true)) : ""}${validation ? validationCode(names, markerOf(project, resource, names.validationPath, false)) : ""}
/** The webhooks, by path. */
export const ${names.webhooks}: Readonly<Record<string, AdmissionWebhook>> = {
${defaulting ? `  "${names.defaultingPath}": createDefaulter(${kind}, (object) => withDefaults(object)),\n` : ""}${validation ? validatorCode(names) : ""}};
`;
}

function defaultingCode(names: WebhookNames, marker: string): string {
  return `
/**
 * Sets the defaults of absent fields. Prefer a default in the type if a schema can express it.
 *
 * ${marker}
 */
export function withDefaults(object: ${names.kind}): ${names.kind} {
  return object; // With the missing fields: { ...object, spec: { ...object.spec, … } }
}
`;
}

function validationCode(names: WebhookNames, marker: string): string {
  return `
/**
 * The reason to deny the request; undefined to allow it. For an update, \`_old\` is the previous object.
 *
 * ${marker}
 */
export function refusalOf(_object: ${names.kind}, _old?: ${names.kind}): string | undefined {
  return undefined; // Or a message for the user.
}
`;
}

function validatorCode({ validationPath, kind }: WebhookNames): string {
  return `  "${validationPath}": createValidator(${kind}, {
    create: (object) => refusalOf(object),
    // An object that was invalid before can be updated: otherwise it could never lose its finalizers.
    update: (object, old) => (refusalOf(old) === undefined ? refusalOf(object, old) : undefined),
  }),
`;
}

/** The marker, with the webhook name of kubebuilder, which is not unique if two groups have the same kind. */
function markerOf(project: Project, resource: Resource, path: string, mutating: boolean): string {
  const group = groupOf(resource);
  const domain = [...(project.multigroup === true ? [resource.group] : []), "kb.io"].filter(Boolean).join(".");
  const name = `${mutating ? "m" : "v"}${resource.kind.toLowerCase()}-${resource.version}.${domain}`;
  return (
    `@kubebuilder:webhook:path=${path},mutating=${mutating},failurePolicy=fail,sideEffects=None,timeoutSeconds=5,groups=${group === "" ? '""' : group},` +
    `resources=${pluralOf(resource)},verbs=create;update,versions=${resource.version},name=${name},admissionReviewVersions=v1`
  );
}
