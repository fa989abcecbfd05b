/** What the code of a kind's webhooks is called, and where they are served. */
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

/** The file that joins the webhooks of all kinds. */
export const webhooksPath = "internal/webhook/webhooks.ts";

export interface WebhookNames {
  /** `internal/webhook/v1/widget-webhook.ts` */
  readonly path: string;
  readonly testPath: string;
  /** The module of the kind's descriptor, as the webhook's file names it. */
  readonly kindModule: string;
  /** The kind's webhooks, as `webhooks.ts` names their module. */
  readonly webhookModule: string;
  /** `webhooks.ts`, as the kind's test names it. */
  readonly webhooksModule: string;
  /** What the code calls the kind: another name where the code has that one already. */
  readonly kind: string;
  /** What of the kind's module is imported: `Widget`, or `Client as ClientKind`. */
  readonly imported: string;
  /** `widgetV1Webhooks`: every version of every kind has its own. */
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
