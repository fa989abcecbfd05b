/** The words of `kubewright cluster`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { ClusterFlags } from "./cluster-command.ts";

export const addCluster: AddCommand = (program, { io, signals }) => {
  program
    .command("cluster")
    .description("start a Kubernetes cluster in this process, and keep it running")
    .option("--port <number>", "the port on 127.0.0.1 (default: any free one)")
    .option("--kubeconfig <file>", "where to write the kubeconfig (default: .kubewright/kubeconfig)")
    .option("--crds <path...>", "files or folders with CRDs to install")
    .option("--controllers <names>", 'the controllers to run: "all", "none", or names with commas between them', "all")
    .option("--data <folder>", "keep the objects there, for the next start (default: in memory alone)")
    .option("--service-account-signing-key-file <file>", "the private key that signs service account tokens (PEM)")
    .option("--service-account-key-file <files...>", "further keys whose service account tokens are accepted (PEM)")
    .option("--service-account-issuer <urls...>", "issuers of service account tokens; the first is written into tokens")
    .addHelpText(
      "after",
      examples([
        ["kubewright cluster", "any free port, all controllers"],
        ["kubewright cluster --port 6443 --crds config/crd/bases"],
        ["kubewright cluster --data .kubewright/data", "with the objects of the last time"],
        ["kubewright cluster --controllers none", "a bare API server, as envtest's"],
      ]),
    )
    .action(async (flags: ClusterFlags) => {
      const { runCluster } = await import("./cluster-command.ts");
      await runCluster(flags, io, signals);
    });
};
