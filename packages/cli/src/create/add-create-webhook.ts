/** The words of `kubewright create webhook`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { createCommandOf } from "./create-command.ts";
import type { CreateWebhookFlags } from "./create-webhook-command.ts";

export const addCreateWebhook: AddCommand = (program, context) => {
  createCommandOf(program)
    .command("webhook")
    .description("add what the API server asks about a kind before it stores an object")
    .option("--group <group>", "group of the kind, without the project's domain", "")
    .requiredOption("--version <version>", "version of the kind, such as v1alpha1")
    .requiredOption("--kind <kind>", "the kind, such as Widget")
    .option("--plural <plural>", "its plural, when that is not the regular one")
    .addOption(booleanFlag("defaulting", "fill in absent fields", false))
    .addOption(booleanFlag("programmatic-validation", "refuse what a schema cannot", false))
    .addOption(booleanFlag("conversion", "convert between the versions of the kind", false))
    .option(
      "--spoke <versions>",
      "versions that are converted to and from this one, which is stored, with commas between; else all there are",
    )
    .option("--defaulting-path <path>", "where absent fields are filled in, when not at the regular path")
    .option("--validation-path <path>", "where objects are judged, when not at the regular path")
    .option("--external-api-path <module>", "module that exports the kind of another project: @acme/widgets/v1")
    .option("--external-api-domain <domain>", "what the group of that kind ends with")
    .option("--external-api-module <package>", "npm package of that module, with its version: @acme/widgets@1.2.3")
    .option("--plugins <names>", "plugins of others that add to it, with commas between")
    .addOption(booleanFlag("make", "generate manifests and descriptors afterwards", true))
    .addOption(booleanFlag("force", "write over files that are there", false))
    .addOption(booleanFlag("dry-run", "write nothing, and show what would be written", false))
    .addHelpText(
      "after",
      examples([
        ["kubewright create webhook --group shop --version v1 --kind Widget --defaulting --programmatic-validation"],
        [
          "kubewright create webhook --group core --version v1 --kind Pod --programmatic-validation",
          "for a kind of Kubernetes",
        ],
        [
          "kubewright create webhook --group shop --version v2 --kind Widget --conversion --spoke v1",
          "v2 is stored, v1 becomes it",
        ],
      ]),
    )
    .action(async (flags: CreateWebhookFlags) => {
      const { runCreateWebhook } = await import("./create-webhook-command.ts");
      await runCreateWebhook(flags, context);
    });
};
