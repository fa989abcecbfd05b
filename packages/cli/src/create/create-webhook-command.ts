/** `kubewright create webhook`: adds webhooks for a kind, which the API server calls before it stores an object. */
import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { assertPluginsNamed, ownPlugins } from "../plugins/plugin-names.ts";
import { checkName } from "../project/names.ts";
import { openProject } from "../project/open-project.ts";
import { layout, withResource } from "../project/project.ts";
import type { Resource, ResourceWebhooks } from "../project/project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { webhookScaffold } from "../templates/create-webhook.ts";
import { conversionNames } from "../templates/webhook/conversion-names.ts";
import { webhookNames } from "../templates/webhook/webhook-names.ts";
import { changePackageJson } from "./change-package-json.ts";
import { runGenerateScripts } from "./run-generate-scripts.ts";
import { assertModuleExists, existingResource } from "./resource-of-flags.ts";
import type { KindFlags } from "./resource-of-flags.ts";
import { spokesOfFlags } from "./spokes-of-flags.ts";

export interface CreateWebhookFlags extends KindFlags {
  readonly defaulting: boolean;
  readonly programmaticValidation: boolean;
  readonly conversion: boolean;
  readonly spoke?: string;
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  /** Comma-separated. */
  readonly plugins?: string;
  readonly make: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly verbose?: boolean;
}

/**
 * @param context The version is that of the Kubewright packages.
 * @throws {CommandError} when no type of webhook is given, the kind has the webhooks already or does not exist, a version to convert does
 * not
 *   exist, or files exist.
 */
export async function runCreateWebhook(
  flags: CreateWebhookFlags,
  context: Pick<CommandContext, "io" | "version" | "plugins">,
): Promise<void> {
  const { io, version, plugins } = context;
  const asked = webhooksIn(flags);
  const opened = await openProject(io);
  const { project, text, header, folder } = opened;
  ownPlugins(flags.plugins, [layout]);
  assertPluginsNamed(project, flags.plugins);
  const known = await existingResource(project, flags);
  await assertModuleExists(known, folder);
  const spokes = await spokesOfFlags(flags, opened, known);
  const resource: Resource = { ...known, webhooks: joined(known, withSpokes(asked, spokes), flags.force) };
  const changed = withResource(project, resource);
  const doAdmission = flags.defaulting || flags.programmaticValidation;
  const scaffold = webhookScaffold(changed, resource, { header, projectText: text, doAdmission, spokes });
  const manifest = await changePackageJson(folder, {
    dependencies: [`@kubewright/webhook@${version}`, ...(resource.module === undefined ? [] : [resource.module])],
    ...(flags.conversion && { devDependencies: [`@kubewright/schema@${version}`], generator: "conversion" }),
  });

  await applyScaffold(
    io.cwd,
    { ...scaffold, files: [...scaffold.files, ...manifest.files] },
    { io, force: flags.force, dryRun: flags.dryRun, verbose: flags.verbose, extend: plugins?.extend },
  );
  if (flags.dryRun) return;
  const generateStep = await runGenerateScripts(io, { make: flags.make, hasNewPackages: manifest.files.length > 0 });
  const steps = [
    ...manifest.byHand,
    ...(doAdmission ? [`implement the webhooks in ${webhookNames(changed, resource).path}`] : []),
    ...spokes.map(
      (spoke) => `implement the conversions that the compiler requires in ${conversionNames(changed, spoke).path}`,
    ),
    generateStep,
    "try it with make test, and make deploy: config/default serves the webhooks",
  ];
  io.out(`Next:\n${steps.map((step) => `  - ${step}\n`).join("")}`);
}

function webhooksIn(flags: CreateWebhookFlags): ResourceWebhooks {
  const { defaulting, programmaticValidation: validation, conversion, spoke, defaultingPath, validationPath } = flags;
  if (spoke !== undefined && !conversion) {
    throw new CommandError("Cannot use --spoke: it requires --conversion");
  }
  if (!defaulting && !validation && !conversion) {
    throw new CommandError("Nothing to create: expected --defaulting, --programmatic-validation, or --conversion");
  }
  if (defaultingPath !== undefined && !defaulting) {
    throw new CommandError("Cannot use --defaulting-path: it requires --defaulting");
  }
  if (validationPath !== undefined && !validation) {
    throw new CommandError("Cannot use --validation-path: it requires --programmatic-validation");
  }
  const paths = {
    ...(defaultingPath === undefined
      ? {}
      : { defaultingPath: checkName("webhook path", defaultingPath, "--defaulting-path") }),
    ...(validationPath === undefined
      ? {}
      : { validationPath: checkName("webhook path", validationPath, "--validation-path") }),
  };
  if (defaultingPath !== undefined && defaultingPath === validationPath) {
    throw new CommandError(
      `Cannot use --validation-path: "${validationPath}" is also the value of --defaulting-path: expected two different paths`,
    );
  }
  return { webhookVersion: "v1", ...(defaulting && { defaulting }), ...(validation && { validation }), ...paths };
}

function withSpokes(asked: ResourceWebhooks, spokes: readonly Resource[]): ResourceWebhooks {
  if (spokes.length === 0) return asked;
  return { ...asked, conversion: true, spoke: spokes.map(({ version }) => version) };
}

/** The existing and the requested webhooks. One file contains defaulting and validation, so it is rewritten when either is added. */
function joined({ kind, version, webhooks }: Resource, asked: ResourceWebhooks, force: boolean): ResourceWebhooks {
  const hasFile = webhooks?.defaulting === true || webhooks?.validation === true;
  const needsFile = asked.defaulting === true || asked.validation === true;
  if (hasFile && needsFile && !force) {
    throw new CommandError(
      `Cannot create webhooks of ${kind} ${version}: it has webhooks already: expected --force, which rewrites their file with the old and the new webhooks`,
    );
  }
  return { ...webhooks, ...asked };
}
