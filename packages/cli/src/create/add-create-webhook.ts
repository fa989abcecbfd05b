/** The flags and help of `kubewright create webhook`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { createCommandOf, withExternalApiFlags, withKindFlags, withWritingFlags } from "./create-command.ts";
import type { CreateWebhookFlags } from "./create-webhook-command.ts";

export const addCreateWebhook: AddCommand = (program, context) => {
  const command = createCommandOf(program)
    .command("webhook")
    .description("add webhooks of a kind: defaulting, validation or conversion");
  withKindFlags(command)
    .addOption(booleanFlag("defaulting", "set defaults of absent fields", false))
    .addOption(booleanFlag("programmatic-validation", "validate rules that a schema cannot express", false))
    .addOption(booleanFlag("conversion", "convert between the versions of the kind", false))
    .option(
      "--spoke <versions>",
      "the versions that are converted to and from this one, which is the storage version, comma-separated (default: all others)",
    )
    .option("--defaulting-path <path>", "the path of the defaulting webhook (default: that of kubebuilder)")
    .option("--validation-path <path>", "the path of the validating webhook (default: that of kubebuilder)");
  withExternalApiFlags(command).option("--plugins <names>", "external plugins to run, comma-separated");
  withWritingFlags(command)
    .addHelpText(
      "after",
      examples([
        ["kubewright create webhook --group shop --version v1 --kind Widget --defaulting --programmatic-validation"],
        [
          "kubewright create webhook --group core --version v1 --kind Pod --programmatic-validation",
          "for a built-in kind",
        ],
        [
          "kubewright create webhook --group shop --version v2 --kind Widget --conversion --spoke v1",
          "convert v1 to and from v2, which has the marker @kubebuilder:storageversion",
        ],
      ]),
    )
    .action(async (flags: CreateWebhookFlags) => {
      const { runCreateWebhook } = await import("./create-webhook-command.ts");
      await runCreateWebhook(flags, context);
    });
};
