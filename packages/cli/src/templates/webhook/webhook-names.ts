/** The names in the code of a kind's webhooks, and their paths. */
import {
  camelCase,
  groupOf,
  kebabCase,
  moduleOf,
  pascalCase,
  relativeModule,
  webhookFolderOf,
} from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";

/** The file with the webhooks of all kinds. */
export const webhooksPath = "internal/webhook/webhooks.ts";

export interface WebhookNames {
  /** `internal/webhook/v1/widget-webhook.ts` */
  readonly path: string;
  readonly testPath: string;
  /** The import path of the kind's descriptor from the webhook file. */
  readonly kindModule: string;
  /** The import path of the webhook file from `webhooks.ts`. */
  readonly webhookModule: string;
  /** The import path of `webhooks.ts` from the test. */
  readonly webhooksModule: string;
  /** The name of the kind in the code: another one if the code already uses its name. */
  readonly kind: string;
  /** The import specifier of the kind: `Widget`, or `Client as ClientKind`. */
  readonly imported: string;
  /** `widgetV1Webhooks`, unique for each kind and version. */
  readonly webhooks: string;
  /** `/mutate-shop-example-com-v1-widget` */
  readonly defaultingPath: string;
  /** `/validate-shop-example-com-v1-widget` */
  readonly validationPath: string;
}

export function webhookNames(project: Project, resource: Resource): WebhookNames {
  const folder = webhookFolderOf(project, resource);
  const path = `${folder}/${kebabCase(resource.kind)}-webhook.ts`;
  const kind = taken.has(resource.kind) ? `${resource.kind}Kind` : resource.kind;
  const group = project.multigroup === true ? pascalCase((resource.group ?? "").replaceAll(".", "-")) : "";
  const suffix = `${groupOf(resource).replaceAll(".", "-")}-${resource.version}-${resource.kind.toLowerCase()}`;
  return {
    path,
    testPath: path.replace(/\.ts$/, ".test.ts"),
    kindModule: moduleOf(project, resource, folder),
    webhookModule: relativeModule("internal/webhook", path),
    webhooksModule: relativeModule(folder, webhooksPath),
    kind,
    imported: kind === resource.kind ? kind : `${resource.kind} as ${kind}`,
    webhooks: camelCase(`${group}${resource.kind}${pascalCase(resource.version)}Webhooks`),
    defaultingPath: resource.webhooks?.defaultingPath ?? `/mutate-${suffix}`,
    validationPath: resource.webhooks?.validationPath ?? `/validate-${suffix}`,
  };
}

const taken: ReadonlySet<string> = new Set(["AdmissionWebhook", "Environment", "Promise", "Readonly", "Record"]);
