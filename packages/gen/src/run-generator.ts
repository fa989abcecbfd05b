/** The table of generators: each returns its files. A new generator has its options in `generators.ts`, an entry here, and a folder with its printer. */
import type { JsonSchema } from "@kubewright/schema";

import { applyConfigurationsPath, printApplyConfigurations } from "./applyconfiguration/apply-configurations.ts";
import type { Artifact } from "./artifacts/artifact.ts";
import { generatedPath, printManifests } from "./artifacts/code.ts";
import { printClientset, printFakeClientset } from "./clients/clientset.ts";
import { printInformerFactory, printListers } from "./clients/informers.ts";
import { clientGroups, copiedGroups } from "./clients/layout.ts";
import type { ClientGroup } from "./clients/layout.ts";
import { findSpokes, printConversions } from "./conversion/conversions.ts";
import { printRoundTripTest } from "./conversion/round-trip-test.ts";
import { checkedSchemaOfKind, crdOf, createKindSchemas } from "./crd/crd.ts";
import { createLibrarySchemas } from "./crd/library-schemas.ts";
import { printDefaulters } from "./defaulter/defaulter.ts";
import { printDescriptors } from "./descriptor/descriptor.ts";
import type { FileHost } from "./files/file-host.ts";
import { joinPath } from "./files/join-path.ts";
import { generatorVersion } from "./generator-version.ts";
import { defaultOutputs } from "./generators.ts";
import type { CrdGenerator, Generator, RbacGenerator, SchemaPatchGenerator } from "./generators.ts";
import type { KindDeclaration } from "./kinds/find-kinds.ts";
import type { FolderFacts } from "./markers/marker.ts";
import { printOpenApi } from "./openapi/openapi.ts";
import { InputError } from "./problem.ts";
import type { Problem, ProblemLog } from "./problem.ts";
import { rolesOf } from "./rbac/roles.ts";
import { warningsOf } from "./rbac/warnings.ts";
import { patchSchemas } from "./schemapatch/patch-schemas.ts";
import { printValidations } from "./validation/validations.ts";
import { webhookConfigurationsOf } from "./webhook/configurations.ts";

/** The content of the sources, and the log of their problems. */
export interface GeneratorContext {
  readonly host: FileHost;
  readonly kinds: readonly KindDeclaration[];
  readonly folders: readonly FolderFacts[];
  /** Returns the complete schema of a kind. */
  readonly schemaOf: (kind: KindDeclaration) => JsonSchema;
  /** The absolute, normalized path of the project. */
  readonly root: string;
  readonly log: ProblemLog;
  readonly warn: ((warning: Problem) => void) | undefined;
}

/** Contents by paths: absolute, or relative to the folder of the generator. */
type Files = readonly (readonly [path: string, content: string])[];

type Generators = {
  readonly [Name in Generator["name"]]: (
    context: GeneratorContext,
    options: Extract<Generator, { readonly name: Name }>,
    folder: string,
  ) => Files;
};

const generators: Generators = {
  crd: generateCrds,
  rbac: generateRoles,
  schemapatch: generateSchemaPatches,
  webhook: (context) => manifests("manifests.yaml", webhookConfigurationsOf(context)),
  client: (context, _options, folder) =>
    clients(clientGroups(kindsWithCode(context), context.log), (groups) => [
      ["clientset.ts", printClientset(groups, folder)],
      ["fake-clientset.ts", printFakeClientset(groups, folder)],
    ]),
  lister: (context, _options, folder) =>
    clients(copiedGroups(kindsWithCode(context), context.log), (groups) => [
      ["listers.ts", printListers(groups, folder)],
    ]),
  informer: (context, _options, folder) =>
    clients(copiedGroups(kindsWithCode(context), context.log), (groups) => [
      ["factory.ts", printInformerFactory(groups, folder)],
    ]),
  openapi: ({ kinds, schemaOf }) => (kinds.length === 0 ? [] : [["openapi.json", printOpenApi(kinds, schemaOf)]]),
  object(context) {
    // The defaults of Pod templates would make the types of most kinds longer than their code.
    const libraries = createLibrarySchemas({ withoutDefaults: true });
    const schemaOf = createKindSchemas({ libraries, log: context.log });
    return besideSources(
      context,
      (file) => generatedPath(file),
      (kinds) => printDescriptors(kinds, schemaOf),
    );
  },
  applyconfiguration(context) {
    const kinds = context.kinds.filter(({ code }) => code.applyConfiguration);
    const pathOf = (file: string, kind: KindDeclaration): string => applyConfigurationsPath(file, kind.folder, context);
    return besideSources({ ...context, kinds }, pathOf, (declared, path) =>
      printApplyConfigurations(declared, path, context.schemaOf),
    );
  },
  defaulter: (context) =>
    besideSources(
      context,
      (file) => generatedPath(file, "defaults"),
      (kinds) => printDefaulters(kinds, context.schemaOf),
    ),
  conversion(context) {
    const spokes = findSpokes(kindsWithCode(context), context.log);
    return [...Map.groupBy(spokes, ({ spoke }) => spoke.file)].flatMap(([file, own]) => {
      const path = generatedPath(file, "conversion");
      return [
        [path, printConversions(own, context.schemaOf)],
        [path.replace(/\.ts$/, ".test.ts"), printRoundTripTest(own, context.schemaOf)],
      ];
    });
  },
  validation: (context) =>
    besideSources(
      context,
      (file) => generatedPath(file, "validation"),
      (kinds) => printValidations(kinds, context.schemaOf),
    ),
};

/**
 * The files of one generator, in any order.
 *
 * @throws {InputError} if the folder of the generator is outside the project.
 */
export function runGenerator(generator: Generator, context: GeneratorContext): readonly Artifact[] {
  const { root } = context;
  const outputs: Readonly<Record<string, string>> = {
    ...defaultOutputs,
    ...("manifests" in generator && { schemapatch: generator.manifests }),
  };
  const output = ("output" in generator ? generator.output : undefined) ?? outputs[generator.name] ?? ".";
  const folder = joinPath(root, output);
  if (!`${folder}/`.startsWith(`${root}/`)) {
    throw new InputError(`Cannot generate into "${output}": must be a folder in the project "${root}"`);
  }
  return filesOf(generator.name, generator, context, folder).map(([path, content]) => ({
    path: joinPath(folder, path).slice(root.length + 1),
    content,
  }));
}

function filesOf<Name extends Generator["name"]>(
  name: Name,
  options: Extract<Generator, { readonly name: Name }>,
  context: GeneratorContext,
  folder: string,
): Files {
  return generators[name](context, options, folder);
}

function generateCrds({ kinds, log }: GeneratorContext, options: CrdGenerator): Files {
  const { maxDescLen, omitToolVersion, generateEmbeddedObjectMeta } = options;
  const libraries = createLibrarySchemas({ generateEmbeddedObjectMeta });
  const version = omitToolVersion === true ? undefined : generatorVersion;
  const byKind = Map.groupBy(kinds, ({ group, kind }) => `${group}/${kind}`);
  return [...byKind.values()].flatMap((versions) => {
    const crd = crdOf(versions, { libraries, log, maxDescLen, generatorVersion: version });
    return crd === undefined ? [] : manifests(`${crd.spec.group}_${crd.spec.names.plural}.yaml`, [crd]);
  });
}

function generateRoles(
  { folders, warn }: GeneratorContext,
  { roleName, fileName = "role.yaml" }: RbacGenerator,
): Files {
  const rules = folders.flatMap((folder) => folder.rules);
  for (const warning of warningsOf(rules)) warn?.(warning);
  return manifests(fileName, rolesOf(rules, roleName));
}

/** Updates the schemas of the CRDs in a folder. Files without a CRD of the project are skipped. */
function generateSchemaPatches({ host, root, kinds, log }: GeneratorContext, options: SchemaPatchGenerator): Files {
  const { manifests: given, maxDescLen, generateEmbeddedObjectMeta } = options;
  const folder = joinPath(root, given);
  const entries = host.readDirectory(folder);
  if (entries === undefined) {
    throw new InputError(
      `Cannot patch schemas: schemapatch:manifests is "${given}", which is not a folder in "${root}": must be the folder of the CRDs`,
    );
  }
  const libraries = createLibrarySchemas({ generateEmbeddedObjectMeta });
  const schemaOf = (group: string, kind: string, version: string): object | undefined => {
    const found = kinds.find((each) => each.group === group && each.kind === kind && each.version === version);
    return found && checkedSchemaOfKind(found, { libraries, log, maxDescLen });
  };
  return entries.files
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => {
      const content = patchSchemas(`${given}/${file}`, host.readFile(`${folder}/${file}`) ?? "", schemaOf);
      return content === undefined ? [] : [[file, content] as const];
    });
}

/** A file of manifests; no file without manifests. */
function manifests(file: string, objects: readonly object[]): Files {
  return objects.length === 0 ? [] : [[file, printManifests(objects)]];
}

function clients(groups: readonly ClientGroup[], print: (groups: readonly ClientGroup[]) => Files): Files {
  return groups.length === 0 ? [] : print(groups);
}

/** One file of code for each source file that declares kinds, which are sorted by name; none if `print` returns undefined. */
function besideSources(
  context: GeneratorContext,
  pathOf: (file: string, kind: KindDeclaration) => string,
  print: (declared: readonly KindDeclaration[], path: string) => string | undefined,
): Files {
  const sorted = kindsWithCode(context).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return [...Map.groupBy(sorted, ({ file }) => file)].flatMap(([file, declared]) => {
    const [first] = declared;
    const path = first === undefined ? "" : pathOf(file, first);
    const content = print(declared, path);
    return content === undefined ? [] : [[path, content] as const];
  });
}

/** The kinds without `@kubebuilder:object:generate=false`. */
function kindsWithCode({ kinds }: GeneratorContext): readonly KindDeclaration[] {
  return kinds.filter(({ code }) => code.descriptor);
}
