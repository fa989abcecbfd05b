/** `internal/webhook/webhooks.ts`: the webhooks of all kinds. Later commands insert lines above its comments. */
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

/** @param spoke A version to convert. */
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
  return `/** The webhooks of the operator by path, for the program in a cluster and for tests in a process. */
import type { Manager, SetupContext } from "@kubewright/runtime";
import type { AdmissionWebhook, Spoke } from "@kubewright/webhook";
import { serveWebhooks } from "@kubewright/webhook";
// +kubebuilder:scaffold:imports

export const webhooks: Readonly<Record<string, AdmissionWebhook>> = {
  // +kubebuilder:scaffold:webhooks
};

/** The conversions between the versions of the operator's kinds. */
export const conversions: readonly Spoke[] = [
  // +kubebuilder:scaffold:conversions
];

/**
 * Serves the webhooks on \`--webhook-port\`. Without \`--webhook-cert-path\` the program issues its certificates: the replicas share them
 * in a Secret, and the CA is injected into the webhook configurations and into the CRDs with conversions.
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
