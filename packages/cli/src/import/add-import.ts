/** The words of `kubewright import`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { ImportFlags } from "./import-command.ts";

export const addImport: AddCommand = (program, context) => {
  program
    .command("import")
    .description("make TypeScript types and descriptors from the CRDs of a cluster, of files, or at an address")
    .argument("[sources...]", "files, folders, addresses that begin with https://, or - for standard input")
    .option("--cluster", "the CRDs of the cluster of the current context")
    .option("--context <name>", "the CRDs of the cluster of this context")
    .option("--kubeconfig <file>", "instead of KUBECONFIG and ~/.kube/config")
    .option("--only <names...>", "some of them: names of CRDs, groups or kinds (default: all)")
    .option("--output <folder>", "the folder for the types", "imported")
    .option("--verify", "write nothing, and fail with a diff when the types are stale")
    .option("--dry-run", "write nothing, and say what would be written")
    .addHelpText(
      "after",
      examples([
        ["kubewright import --cluster --only cert-manager.io", "a group of the current cluster"],
        ["kubewright import vendor/crds", "all CRDs of a folder"],
        ["kubewright import https://example.com/crds.yaml --output api/imported"],
        ["kubectl get crd -o yaml | kubewright import -", "from any program"],
        ["kubewright import vendor/crds --verify", "in CI: are the types those of the CRDs?"],
      ]),
    )
    .action(async (sources: string[], flags: ImportFlags) => {
      const { runImport } = await import("./import-command.ts");
      await runImport(sources, flags, context);
    });
};
