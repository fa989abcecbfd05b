/** The words of `kubewright create webhook`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { createCommandOf, withExternalApiFlags, withKindFlags, withWritingFlags } from "./create-command.ts";
import type { CreateWebhookFlags } from "./create-webhook-command.ts";

export const addCreateWebhook: AddCommand = (program, context) => {
  const command = createCommandOf(program)
    .command("webhook")
    .description("add what the API server asks about a kind before it stores an object");
  withKindFlags(command)
    .addOption(booleanFlag("defaulting", "fill in absent fields", false))
    .addOption(booleanFlag("programmatic-validation", "refuse what a schema cannot", false))
    .addOption(booleanFlag("conversion", "convert between the versions of the kind", false))
    .option(
      "--spoke <versions>",
      "versions that are converted to and from this one, which is stored, with commas between; else all there are",
    )
    .option("--defaulting-path <path>", "where absent fields are filled in, when not at the regular path")
    .option("--validation-path <path>", "where objects are judged, when not at the regular path");
  withExternalApiFlags(command).option("--plugins <names>", "plugins of others that add to it, with commas between");
  withWritingFlags(command)
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
