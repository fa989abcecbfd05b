/** The flags and help of `kubewright import`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { ImportFlags } from "./import-command.ts";

export const addImport: AddCommand = (program, context) => {
  program
    .command("import")
    .description("generate TypeScript types and descriptors from the CRDs of a cluster, of files, or of a URL")
    .argument("[sources...]", "files, folders, https:// URLs, or - for standard input")
    .option("--cluster", "import from the cluster of the current context")
    .option("--context <name>", "import from the cluster of this context")
    .option("--kubeconfig <file>", "the kubeconfig (default: $KUBECONFIG, ~/.kube/config)")
    .option("--only <names...>", "import only these CRDs, API groups or kinds (default: all)")
    .option("--output <folder>", "the folder for the types", "imported")
    .option("--verify", "write nothing; fail with a diff if the types are outdated")
    .option("--dry-run", "write nothing; show what would be written")
    .addHelpText(
      "after",
      examples([
        ["kubewright import --cluster --only cert-manager.io", "one API group of the current cluster"],
        ["kubewright import vendor/crds", "all CRDs of a folder"],
        ["kubewright import https://example.com/crds.yaml --output api/imported"],
        ["kubectl get crd -o yaml | kubewright import -", "the output of another program"],
        ["kubewright import vendor/crds --verify", "in CI: check that the types match the CRDs"],
      ]),
    )
    .action(async (sources: string[], flags: ImportFlags) => {
      const { runImport } = await import("./import-command.ts");
      await runImport(sources, flags, context);
    });
};
