/** `internal/webhook/webhooks.ts`: the webhooks of all kinds, and how the program serves them. Each kind puts its own in at the comments. */
import type { Project, Resource } from "../../project/project.ts";
import type { Insertion, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { conversionNames } from "./conversion-names.ts";
import { webhookNames, webhooksPath } from "./webhook-names.ts";

export function webhooksFile(project: Project, header: string): ScaffoldFile {
  return { path: webhooksPath, content: withHeader(header, code(project)), ifExists: "keep" };
}

export function webhooksInsertions(project: Project, resource: Resource): readonly Insertion[] {
  const { webhooks, webhookModule } = webhookNames(project, resource);
  return [
    { path: webhooksPath, marker: "imports", lines: [`import { ${webhooks} } from "${webhookModule}";`] },
    { path: webhooksPath, marker: "webhooks", lines: [`...${webhooks},`] },
  ];
}

/** @param spoke A version that is converted. */
export function conversionInsertions(project: Project, spoke: Resource): readonly Insertion[] {
  const { spoke: exported, ownSpoke, module } = conversionNames(project, spoke);
  return [
    { path: webhooksPath, marker: "imports", lines: [`import { ${exported} as ${ownSpoke} } from "${module}";`] },
    { path: webhooksPath, marker: "conversions", lines: [`${ownSpoke},`] },
  ];
}

function code({ projectName }: Project): string {
  const rbac = "@kubebuilder:rbac:groups";
  const configurations = (kind: string): string =>
    `${rbac}=admissionregistration.k8s.io,resources=${kind}webhookconfigurations,resourceNames=${projectName}-${kind}-webhook-configuration,verbs=get;update`;
  return `/** The webhooks of the operator, by their paths: what the program serves in a cluster is what tests ask in a process. */
import type { Manager, SetupContext } from "@kubewright/runtime";
import type { AdmissionWebhook, Spoke } from "@kubewright/webhook";
import { serveWebhooks } from "@kubewright/webhook";
// +kubebuilder:scaffold:imports

export const webhooks: Readonly<Record<string, AdmissionWebhook>> = {
  // +kubebuilder:scaffold:webhooks
};

/** How the versions of the operator's kinds become each other. */
export const conversions: readonly Spoke[] = [
  // +kubebuilder:scaffold:conversions
];

/**
 * Serves them where \`--webhook-port\` says. Without \`--webhook-cert-path\` the program makes its certificates itself: it shares them between its
 * replicas in a Secret, and puts their authority into its webhook configurations, and into the definitions of the kinds that are converted.
 *
 * ${rbac}="",namespace=system,resources=secrets,verbs=create
 * ${rbac}="",namespace=system,resources=secrets,resourceNames=${projectName}-webhook-certificates,verbs=get;update
 * ${configurations("mutating")}
 * ${configurations("validating")}
 */
export function addWebhooks(manager: Manager, program?: SetupContext): void {
  if (program === undefined || program.flags.webhookPort === 0) return;
  const { flags, namespace } = program;
  serveWebhooks(manager, { webhooks, conversions, flags, namePrefix: "${projectName}-", namespace });
}
`;
}
