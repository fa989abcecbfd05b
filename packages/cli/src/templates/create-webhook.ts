/** All files of `kubewright create webhook`. */
import { printProject } from "../project/print-project.ts";
import type { Project, Resource } from "../project/project.ts";
import { projectFile } from "../project/read-project.ts";
import type { Insertion, Scaffold } from "../scaffold/scaffold-file.ts";
import { webhooksConfig } from "./config/config-scaffold.ts";
import { setupInsertions } from "./internal/setup.ts";
import { conversionFile } from "./webhook/conversion-file.ts";
import { e2eWebhookInsertion } from "./testing/e2e-test.ts";
import { webhookFile } from "./webhook/webhook-file.ts";
import { webhookTestFile } from "./webhook/webhook-test-file.ts";
import { conversionInsertions, webhooksFile, webhooksInsertions } from "./webhook/webhooks-file.ts";

export interface WebhookOptions {
  /** The header of code files; may be empty. */
  readonly header: string;
  /** The content of PROJECT. Unknown fields in it are kept. */
  readonly projectText: string;
  /** Whether the file for defaulting and validation is written. */
  readonly doAdmission: boolean;
  /** The versions that are converted to and from this one; empty without conversion. */
  readonly spokes: readonly Resource[];
}

/** @param project The project including the resource. */
export function webhookScaffold(
  project: Project,
  resource: Resource,
  { header, projectText, doAdmission, spokes }: WebhookOptions,
): Scaffold {
  const config = webhooksConfig(project, resource);
  return {
    files: [
      { path: projectFile, content: printProject(project, projectText), ifExists: "replace" },
      ...(doAdmission ? [webhookFile(project, resource, header), webhookTestFile(project, resource, header)] : []),
      ...spokes.map((spoke) => conversionFile(project, spoke, resource, header)),
      webhooksFile(project, header),
      ...config.files,
    ],
    insertions: [
      ...(doAdmission ? webhooksInsertions(project, resource) : []),
      ...spokes.flatMap((spoke) => conversionInsertions(project, spoke)),
      ...setupInsertions({ name: "addWebhooks", module: "./webhook/webhooks.ts" }),
      ...config.insertions,
      ...(doAdmission ? e2eInsertions(project, resource) : []),
    ],
  };
}

function e2eInsertions(project: Project, { webhooks }: Resource): readonly Insertion[] {
  return [
    ...(webhooks?.defaulting === true ? [e2eWebhookInsertion(project, "mutating")] : []),
    ...(webhooks?.validation === true ? [e2eWebhookInsertion(project, "validating")] : []),
  ];
}
