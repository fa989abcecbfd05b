/** The words of `kubewright create api`. */
import { booleanFlag } from "../boolean-flag.ts";
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { CreateApiFlags } from "./create-api-command.ts";
import { createCommandOf, withExternalApiFlags, withKindFlags, withWritingFlags } from "./create-command.ts";

export const addCreateApi: AddCommand = (program, context) => {
  const command = createCommandOf(program)
    .command("api")
    .description("add a kind with its types, or a controller for a kind that is there");
  withKindFlags(command)
    .addOption(booleanFlag("resource", "write the types of the kind (asked for when it is not given)"))
    .addOption(booleanFlag("controller", "write a controller and its test (asked for when it is not given)"))
    .option("--controller-name <name>", "name of a further controller of the kind")
    .addOption(booleanFlag("namespaced", "its objects live in namespaces (default: true)"));
  withExternalApiFlags(command)
    .addOption(booleanFlag("ssa", "generate its apply configurations, for server-side apply", false))
    .option("--image <image>", "run this image: a whole controller, which keeps a Deployment for each object")
    .option("--image-container-command <words>", "what its container runs, with commas between: memcached,-m=64")
    .option("--image-container-port <port>", "the port at which its container listens")
    .option("--run-as-user <id>", "the user that its container runs as, by number; not root")
    .option(
      "--plugins <names>",
      "plugins of others that add to it, with commas between; and deploy-image.kubewright.dev/v1, which --image means by itself",
    );
  withWritingFlags(command)
    .addHelpText(
      "after",
      examples([
        ["kubewright create api --group shop --version v1 --kind Widget", "asks whether to write types and controller"],
        ["kubewright create api --group shop --version v1 --kind Widget --resource --controller", "and does not ask"],
        [
          "kubewright create api --group shop --version v2 --kind Widget --resource --controller=false",
          "a second version",
        ],
        [
          "kubewright create api --group shop --version v1 --kind Widget --resource --controller --ssa",
          "for server-side apply",
        ],
        [
          "kubewright create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6 \\\n" +
            "    --image-container-command memcached,-m=64,-v --image-container-port 11211 --run-as-user 1001",
        ],
        ["kubewright create api --group apps --version v1 --kind Deployment --controller", "for a kind of Kubernetes"],
        [
          "kubewright create api --group cert-manager --version v1 --kind Certificate --resource=false --controller \\\n" +
            "    --external-api-path ./vendor/certificate.ts --external-api-domain io",
        ],
      ]),
    )
    .action(async (flags: CreateApiFlags) => {
      const { runCreateApi } = await import("./create-api-command.ts");
      await runCreateApi(flags, context);
    });
};
