/** Runs each generator. A new generator has a case here, its options in `generators.ts`, and a folder with its printer. */
import type { JsonSchema } from "@kubewright/schema";

import { applyConfigurationsPath, printApplyConfigurations } from "./applyconfiguration/apply-configurations.ts";
import type { Artifact } from "./artifacts/artifact.ts";
import { printManifests } from "./artifacts/manifests.ts";
import { printClientset, printFakeClientset } from "./clients/clientset.ts";
import { printInformerFactory, printListers } from "./clients/informers.ts";
import { clientGroups, copiedGroups } from "./clients/layout.ts";
import { conversionsPath, printConversions } from "./conversion/conversions.ts";
import { findSpokes } from "./conversion/find-spokes.ts";
import { printRoundTripTest, roundTripTestPath } from "./conversion/round-trip-test.ts";
import { checkedSchemaOfKind, crdOf, createKindSchemas } from "./crd/crd.ts";
import { createLibrarySchemas } from "./crd/library-schemas.ts";
import { defaultersPath, printDefaulters } from "./defaulter/defaulter.ts";
import { descriptorPath, printDescriptors } from "./descriptor/descriptor.ts";
import type { FileHost } from "./files/file-host.ts";
import { joinPath } from "./files/join-path.ts";
import { generatorVersion } from "./generator-version.ts";
import { defaultOutputs } from "./generators.ts";
import type {
  ClientGenerator,
  CrdGenerator,
  Generator,
  InformerGenerator,
  ListerGenerator,
  OpenApiGenerator,
  RbacGenerator,
  SchemaPatchGenerator,
  WebhookGenerator,
} from "./generators.ts";
import type { KindDeclaration } from "./kinds/find-kinds.ts";
import type { FolderFacts } from "./markers/marker.ts";
import { printOpenApi } from "./openapi/openapi.ts";
import { InputError } from "./problem.ts";
import type { Problem, ProblemLog } from "./problem.ts";
import { rolesOf } from "./rbac/roles.ts";
import { warningsOf } from "./rbac/warnings.ts";
import { patchSchemas } from "./schemapatch/patch-schemas.ts";
import { printValidations, validationsPath } from "./validation/validations.ts";
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

/** The files of one generator, in any order. */
export function runGenerator(generator: Generator, context: GeneratorContext): readonly Artifact[] {
  switch (generator.name) {
    case "crd":
      return generateCrds(generator, context);
    case "rbac":
      return generateRoles(generator, context);
    case "object":
      return generateDescriptors(context);
    case "applyconfiguration":
      return generateApplyConfigurations(context);
    case "webhook":
      return generateWebhooks(generator, context);
    case "client":
    case "lister":
    case "informer":
      return generateClients(generator, context);
    case "defaulter":
      return generateDefaulters(context);
    case "validation":
      return besideSources(context, validationsPath, (declared) => printValidations(declared, context.schemaOf));
    case "conversion":
      return generateConversions(context);
    case "openapi":
      return generateOpenApi(generator, context);
    case "schemapatch":
      return generateSchemaPatches(generator, context);
  }
}

function generateCrds(generator: CrdGenerator, context: GeneratorContext): readonly Artifact[] {
  const { kinds, log } = context;
  const { maxDescLen, omitToolVersion, generateEmbeddedObjectMeta } = generator;
  const libraries = createLibrarySchemas({ generateEmbeddedObjectMeta });
  const version = omitToolVersion === true ? undefined : generatorVersion;
  const byKind = Map.groupBy(kinds, ({ group, kind }) => `${group}/${kind}`);
  return [...byKind.values()].flatMap((versions) => {
    const crd = crdOf(versions, { libraries, log, maxDescLen, generatorVersion: version });
    if (crd === undefined) return [];
    const { group, names } = crd.spec;
    return [
      {
        path: inProject(context, generator.output ?? defaultOutputs.crd, `${group}_${names.plural}.yaml`),
        content: printManifests([crd]),
      },
    ];
  });
}

/** Updates the schemas of the CRDs in a folder. Files without a CRD of the project are skipped. */
function generateSchemaPatches(generator: SchemaPatchGenerator, context: GeneratorContext): readonly Artifact[] {
  const { host, root, kinds, log } = context;
  const { manifests, maxDescLen, generateEmbeddedObjectMeta } = generator;
  const folder = joinPath(root, manifests);
  const entries = host.readDirectory(folder);
  if (entries === undefined) {
    throw new InputError(
      `Cannot patch schemas: schemapatch:manifests is "${manifests}", which is not a folder in "${root}": must be the folder of the CRDs`,
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
      const content = patchSchemas(`${manifests}/${file}`, host.readFile(`${folder}/${file}`) ?? "", schemaOf);
      return content === undefined ? [] : [{ path: inProject(context, generator.output ?? manifests, file), content }];
    });
}

function generateRoles(generator: RbacGenerator, context: GeneratorContext): readonly Artifact[] {
  const rules = context.folders.flatMap((folder) => folder.rules);
  for (const warning of warningsOf(rules)) context.warn?.(warning);
  const roles = rolesOf(rules, generator.roleName);
  if (roles.length === 0) return [];
  return [
    {
      path: inProject(context, generator.output ?? defaultOutputs.rbac, generator.fileName ?? "role.yaml"),
      content: printManifests(roles),
    },
  ];
}

function generateWebhooks(generator: WebhookGenerator, context: GeneratorContext): readonly Artifact[] {
  const configurations = webhookConfigurationsOf(context);
  if (configurations.length === 0) return [];
  return [
    {
      path: inProject(context, generator.output ?? defaultOutputs.webhook, "manifests.yaml"),
      content: printManifests(configurations),
    },
  ];
}

function generateDescriptors(context: GeneratorContext): readonly Artifact[] {
  // The defaults of Pod templates would make the types of most kinds longer than their code.
  const libraries = createLibrarySchemas({ withoutDefaults: true });
  const schemaOf = createKindSchemas({ libraries, log: context.log });
  return besideSources(context, descriptorPath, (declared) => printDescriptors(declared, schemaOf));
}

function generateDefaulters(context: GeneratorContext): readonly Artifact[] {
  return besideSources(context, defaultersPath, (declared) => printDefaulters(declared, context.schemaOf));
}

function generateApplyConfigurations(context: GeneratorContext): readonly Artifact[] {
  const kinds = context.kinds.filter(({ code }) => code.applyConfiguration);
  const pathOf = (file: string, kind: KindDeclaration): string => applyConfigurationsPath(file, kind.folder, context);
  return besideSources({ ...context, kinds }, pathOf, (declared, path) =>
    printApplyConfigurations(declared, path, context.schemaOf),
  );
}

function generateConversions(context: GeneratorContext): readonly Artifact[] {
  const spokes = findSpokes(kindsWithCode(context), context.log);
  const { schemaOf } = context;
  return [...Map.groupBy(spokes, ({ spoke }) => spoke.file)].flatMap(([file, own]) => [
    artifactAt(conversionsPath(file), printConversions(own, schemaOf), context),
    artifactAt(roundTripTestPath(file), printRoundTripTest(own, schemaOf), context),
  ]);
}

function artifactAt(path: string, content: string, { root }: GeneratorContext): Artifact {
  return { path: path.slice(root.length + 1), content };
}

function generateOpenApi({ output }: OpenApiGenerator, context: GeneratorContext): readonly Artifact[] {
  if (context.kinds.length === 0) return [];
  const content = printOpenApi(context.kinds, context.schemaOf);
  return [{ path: inProject(context, output ?? defaultOutputs.openapi, "openapi.json"), content }];
}

/** Clients need descriptors: kinds without a descriptor are skipped. */
function generateClients(
  { name, output }: ClientGenerator | ListerGenerator | InformerGenerator,
  context: GeneratorContext,
): readonly Artifact[] {
  const all = clientGroups(kindsWithCode(context), context.log);
  const groups = name === "client" ? all : copiedGroups(all);
  if (groups.length === 0) return [];
  const directory = output ?? defaultOutputs[name];
  const folder = joinPath(context.root, directory);
  const print = {
    client: () => ({
      "clientset.ts": printClientset(groups, folder),
      "fake-clientset.ts": printFakeClientset(groups, folder),
    }),
    lister: () => ({ "listers.ts": printListers(groups, folder) }),
    informer: () => ({ "factory.ts": printInformerFactory(groups, folder) }),
  };
  return Object.entries(print[name]()).map(([file, content]) => ({
    path: inProject(context, directory, file),
    content,
  }));
}

/** One file of code for each source file that declares kinds, unless `print` returns undefined. */
function besideSources(
  context: GeneratorContext,
  pathOf: (file: string, kind: KindDeclaration) => string,
  print: (declared: readonly KindDeclaration[], path: string) => string | undefined,
): readonly Artifact[] {
  return [...Map.groupBy(kindsWithCode(context), ({ file }) => file)].flatMap(([file, declared]) => {
    const [first] = declared;
    const path = first === undefined ? "" : pathOf(file, first);
    const content = print(declared, path);
    return content === undefined ? [] : [artifactAt(path, content, context)];
  });
}

/** The kinds without `@kubebuilder:object:generate=false`. */
function kindsWithCode({ kinds }: GeneratorContext): readonly KindDeclaration[] {
  return kinds.filter(({ code }) => code.descriptor);
}

/**
 * The path of an artifact in the project.
 *
 * @throws {InputError} if the folder is outside the project.
 */
function inProject({ root }: GeneratorContext, folder: string, file: string): string {
  const path = joinPath(root, `${folder}/${file}`);
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  throw new InputError(`Cannot generate into "${folder}": must be a folder in the project "${root}"`);
}
