/** The flags and help of `kubewright cluster`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import { admissionPluginsFlag } from "./admission-plugin-flags.ts";
import type { ClusterFlags } from "./cluster-command.ts";

export const addCluster: AddCommand = (program, { io, signals }) => {
  program
    .command("cluster")
    .description("start a Kubernetes cluster in this process, and keep it running")
    .option("--port <number>", "the port on 127.0.0.1 (default: a free one)")
    .option("--kubeconfig <file>", "the file for the kubeconfig (default: .kubewright/kubeconfig)")
    .option("--crds <path...>", "files or folders with CRDs to install")
    .option("--controllers <names>", 'the controllers to run: "all", "none", or comma-separated names', "all")
    .option("--data <folder>", "store the objects in this folder (default: in memory only)")
    .option("--service-account-signing-key-file <file>", "the private key that signs service account tokens (PEM)")
    .option("--service-account-key-file <files...>", "further keys whose service account tokens are accepted (PEM)")
    .option("--service-account-issuer <urls...>", "issuers of service account tokens; the first is written into tokens")
    .addOption(admissionPluginsFlag("enable", "admission plugins to add to the default ones, comma-separated"))
    .addOption(admissionPluginsFlag("disable", "default admission plugins to leave out, comma-separated"))
    .option("--admission-control-config-file <file>", "an AdmissionConfiguration with the configuration of PodSecurity")
    .addHelpText(
      "after",
      examples([
        ["kubewright cluster", "a free port, all controllers"],
        ["kubewright cluster --port 6443 --crds config/crd/bases"],
        ["kubewright cluster --data .kubewright/data", "with the objects of the previous run"],
        ["kubewright cluster --controllers none", "an API server without controllers, as in envtest"],
        ["kubewright cluster --enable-admission-plugins OwnerReferencesPermissionEnforcement"],
      ]),
    )
    .action(async (flags: ClusterFlags) => {
      const { runCluster } = await import("./cluster-command.ts");
      await runCluster(flags, io, signals);
    });
};
