/** The words of `kubewright generate`. */
import type { AddCommand } from "../command.ts";
import { examples } from "../command.ts";
import type { GenerateFlags } from "./generate-command.ts";

export const addGenerate: AddCommand = (program, context) => {
  program
    .command("generate")
    .alias("gen")
    .description("generate CRDs, roles, webhook configurations, descriptors and clients from the project's types")
    .argument("[words...]", "generators and rules, as controller-gen has them (default: crd, rbac, object and webhook)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option("--paths <patterns...>", "which sources to read, as paths= does: ./api/... (default: ./...)")
    .option("--output <folder>", "where manifests, clients and documents go, as output:dir= does")
    .option("--stdout", "print what is generated, as output:stdout does")
    .option("--rbac-role-name <name>", "the role of the markers that name none (default: manager-role)")
    .option("--header-file <file>", "a text, such as a licence, for the head of each file")
    .option("--year <year>", "what stands for YEAR in that text")
    .option("--verify", "write nothing, and fail with a diff when something is stale")
    .option("--watch", "go on, and generate again whenever a source is saved")
    .option("-w, --markers", "explain the markers; -ww with arguments, -www with examples, -wwww as JSON", more, 0)
    .addHelpText("after", wordsHelp)
    .addHelpText(
      "after",
      examples([
        ["kubewright generate", "everything below this folder"],
        ["kubewright generate crd paths=./api/...", "CRDs alone"],
        ["kubewright generate rbac:roleName=manager-role output:rbac:dir=config/rbac"],
        ["kubewright generate crd:maxDescLen=0 output:crd:stdout", "print CRDs without prose"],
        ["kubewright generate schemapatch:manifests=config/crd", "new schemas in CRDs kept by hand"],
        ["kubewright generate output:none", "are the sources right?"],
        ["kubewright generate crd -ww", "the markers of CRDs and their arguments"],
        ["kubewright generate --verify", "in CI: is what is checked in up to date?"],
        ["kubewright generate --watch", "while you edit"],
      ]),
    )
    .action(async (words: string[], flags: GenerateFlags) => {
      // Loaded on use: the compiler behind it is nothing that the other commands should wait for.
      const { runGenerate } = await import("./generate-command.ts");
      await runGenerate(words, flags, context);
    });
};

/** Each `w` is one more. */
function more(_value: string, before: number): number {
  return before + 1;
}

const wordsHelp = `
Generators, with their options behind a colon: crd:maxDescLen=0,headerFile=hack/header.txt
  crd                 maxDescLen, generateEmbeddedObjectMeta, omitToolVersion
  rbac                roleName, fileName
  object              a descriptor of each kind, for clients
  webhook
  applyconfiguration  types for server-side apply
  schemapatch         manifests (the folder), maxDescLen, generateEmbeddedObjectMeta
  client, lister, informer, defaulter, openapi
All but openapi take headerFile and year.

Output: output:dir=FOLDER, output:none, output:stdout, output:artifacts:config=FOLDER; for one generator output:crd:dir=FOLDER.
Code lies beside the types that it imports, and stays there.

What controller-gen has and TypeScript needs no more is taken with a note (crd:ignoreUnexportedFields, crd:allowDangerousTypes,
crd:crdVersions=v1), or refused with the reason.`;
