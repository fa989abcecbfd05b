/** The flags and help of `kubewright create api`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { CreateApiFlags } from "./create-api-command.ts";
import { createCommandOf, withExternalApiFlags, withKindFlags, withWritingFlags } from "./create-command.ts";

export const addCreateApi: AddCommand = (program, context) => {
  const command = createCommandOf(program)
    .command("api")
    .description("add a kind with its types, or a controller for an existing kind");
  withKindFlags(command)
    .addOption(booleanFlag("resource", "write the types of the kind (prompts if absent)"))
    .addOption(booleanFlag("controller", "write a controller and its test (prompts if absent)"))
    .option("--controller-name <name>", "the name of an additional controller of the kind")
    .addOption(booleanFlag("namespaced", "the kind is namespaced (default: true)"));
  withExternalApiFlags(command)
    .addOption(booleanFlag("ssa", "generate apply configurations, for server-side apply", false))
    .option("--image <image>", "write a complete controller that runs this image in a Deployment for each object")
    .option("--image-container-command <words>", "the command of the container, comma-separated: memcached,-m=64")
    .option("--image-container-port <port>", "the port of the container")
    .option("--run-as-user <id>", "the numeric user ID of the container; not 0")
    .option(
      "--plugins <names>",
      "external plugins to run, comma-separated; --image implies deploy-image.kubewright.dev/v1",
    );
  withWritingFlags(command)
    .addHelpText(
      "after",
      examples([
        ["kubewright create api --group shop --version v1 --kind Widget", "prompts for types and controller"],
        ["kubewright create api --group shop --version v1 --kind Widget --resource --controller", "without prompts"],
        [
          "kubewright create api --group shop --version v2 --kind Widget --resource --controller=false",
          "add a second version",
        ],
        [
          "kubewright create api --group shop --version v1 --kind Widget --resource --controller --ssa",
          "for server-side apply",
        ],
        [
          "kubewright create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6 " +
            "--image-container-command memcached,-m=64,-v --image-container-port 11211 --run-as-user 1001",
        ],
        ["kubewright create api --group apps --version v1 --kind Deployment --controller", "for a built-in kind"],
        [
          "kubewright create api --group cert-manager --version v1 --kind Certificate --resource=false --controller " +
            "--external-api-path ./vendor/cert-manager.io/v1/types.ts --external-api-domain io",
        ],
      ]),
    )
    .action(async (flags: CreateApiFlags) => {
      const { runCreateApi } = await import("./create-api-command.ts");
      await runCreateApi(flags, context);
    });
};
