/** The flags and help of `kubewright generate`. */
import type { AddCommand } from "../command.ts";
import { examples, wrapped } from "../command.ts";
import type { GenerateFlags } from "./generate-command.ts";

export const addGenerate: AddCommand = (program, context) => {
  program
    .command("generate")
    .alias("gen")
    .description("generate CRDs, roles, webhook configurations, descriptors and clients from the project's types")
    .argument(
      "[arguments...]",
      "generators and rules of controller-gen (default: the list of package.json, or crd, rbac, object and webhook)",
    )
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option("--paths <patterns...>", "the sources to read, as with paths=: ./api/... (default: ./...)")
    .option("--output <folder>", "the folder for manifests, clients and documents, as with output:dir=")
    .option("--stdout", "print the output, as with output:stdout")
    .option("--rbac-role-name <name>", "the role of markers without a name (default: manager-role)")
    .option("--header-file <file>", "the header of each file, such as a license")
    .option("--year <year>", "the value for YEAR in the header")
    .option("--manifests", "run only the generators of manifests in the list: crd, rbac, webhook and schemapatch")
    .option("--verify", "write nothing; fail with a diff if a file is outdated or orphaned")
    .option("--watch", "keep running, and generate again whenever a source is saved")
    .option("-w, --markers", "explain the markers; -ww with arguments, -www with examples, -wwww as JSON", more, 0)
    .addHelpText("after", wrapped(argumentsHelp))
    .addHelpText(
      "after",
      examples([
        ["kubewright generate", "all generators of the project"],
        ["kubewright generate --manifests", "only CRDs, roles and webhook configurations"],
        ["kubewright generate crd paths=./api/...", "only CRDs"],
        ["kubewright generate rbac:roleName=manager-role output:rbac:dir=config/rbac"],
        ["kubewright generate crd:maxDescLen=0 output:crd:stdout", "print CRDs without descriptions"],
        ["kubewright generate schemapatch:manifests=config/crd/bases", "update the schemas in hand-written CRDs"],
        ["kubewright generate output:none", "only check the sources"],
        ["kubewright generate crd -ww", "explain the markers of CRDs and their arguments"],
        ["kubewright generate --verify", "in CI: check all generated files of the project"],
        ["kubewright generate --watch", "generate while you edit"],
      ]),
    )
    .action(async (words: string[], flags: GenerateFlags) => {
      // Imported on use, so that other commands do not load the compiler.
      const { runGenerate } = await import("./generate-command.ts");
      await runGenerate(words, flags, context);
    });
};

/** Counts the `w` flags. */
function more(_value: string, before: number): number {
  return before + 1;
}

const argumentsHelp = `
Generators, with options after a colon: crd:maxDescLen=0,headerFile=hack/header.txt
  crd                 maxDescLen, generateEmbeddedObjectMeta, omitToolVersion
  rbac                roleName, fileName
  object              a descriptor of each kind, for clients
  webhook
  applyconfiguration  types for server-side apply
  schemapatch         manifests (the folder), maxDescLen, generateEmbeddedObjectMeta
  client, lister, informer, defaulter, conversion, validation, openapi
All but openapi take headerFile and year.
A project lists its generators in package.json: "kubewright": { "generate": ["crd", "rbac:roleName=manager-role", "webhook", "object"] }. Without a
generator, all of them run; a generator without options has those of the list.

Output: output:dir=FOLDER, output:none, output:stdout, output:artifacts:config=FOLDER; for one generator output:crd:dir=FOLDER.
Generated code is always written beside the types that it imports.

Options of controller-gen that have no meaning for TypeScript are accepted with a note (crd:ignoreUnexportedFields,
crd:allowDangerousTypes, crd:crdVersions=v1), or rejected with the reason.`;
