/**
 * Finds the kinds in the sources: exported interfaces with metadata and the marker `@kubebuilder:object:root=true`. Their folder sets the group and the
 * version.
 */
import type { DefinitionNames } from "../definitions/definition.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import { applyEffects } from "../markers/apply-effects.ts";
import type { CodeFacts, FolderFacts, KindFacts, Marker } from "../markers/marker.ts";
import type { ProblemLog } from "../problem.ts";
import type { TypeUse } from "../source/shape.ts";
import type { Declaration, SourceModule } from "../source/type-reader.ts";
import { pluralize } from "./pluralize.ts";
import { readComments } from "./read-comments.ts";
import type { Folder } from "./read-folders.ts";

/** The declaration of one version of a kind. */
export interface KindDeclaration {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly names: DefinitionNames;
  readonly namespaced: boolean;
  readonly declaration: Declaration;
  readonly type: TypeUse;
  /** The markers of the type. */
  readonly markers: readonly Marker[];
  readonly facts: KindFacts;
  readonly code: CodeFacts;
  readonly folder: FolderFacts;
  /** Absolute path of the file that declares it. */
  readonly file: string;
  /** Whether the fields of types in a file are optional by default, by a marker of its folder. */
  readonly optionalByDefault: (file: string) => boolean;
}

/** The kinds of all modules, in the order of the modules. */
export function findKinds(
  modules: readonly SourceModule[],
  folders: ReadonlyMap<string, Folder>,
  log: ProblemLog,
): readonly KindDeclaration[] {
  const optionalByDefault = (file: string): boolean => folders.get(directoryOf(file))?.facts.isOptional === true;
  return modules.flatMap((module) => {
    const folder = folders.get(directoryOf(module.file));
    if (folder === undefined || folder.facts.isSkipped === true) return [];
    return module.declarations.flatMap((declaration) => {
      const { markers } = readComments(declaration.comments, "type", log);
      const facts = applyEffects("kind", noFacts, markers, log);
      const found = facts.isRoot ? declaredKind(declaration, module, folder.facts, log) : undefined;
      if (found === undefined) return [];
      const code = applyEffects("code", allCode, [...folder.markers, ...markers], log);
      const names = namesOf(declaration.name, facts);
      const namespaced = facts.resource?.scope !== "Cluster";
      return [{ ...found, names, namespaced, markers, facts, code, folder: folder.facts, optionalByDefault }];
    });
  });
}

const noFacts: KindFacts = {
  isRoot: false,
  isSkipped: false,
  served: true,
  storage: false,
  deprecated: false,
  status: false,
  columns: [],
  selectableFields: [],
  annotations: [],
  labels: [],
};

const allCode: CodeFacts = { descriptor: true, conversion: true, applyConfiguration: true };

function namesOf(kind: string, { resource }: KindFacts): DefinitionNames {
  return {
    kind,
    listKind: `${kind}List`,
    plural: resource?.plural ?? pluralize(kind),
    singular: resource?.singular ?? kind.toLowerCase(),
    shortNames: resource?.shortNames ?? [],
    categories: resource?.categories ?? [],
  };
}

/** The parts of a kind that its declaration and its folder set; undefined for an invalid kind, which is reported. */
function declaredKind(
  declaration: Declaration,
  module: SourceModule,
  folder: FolderFacts,
  log: ProblemLog,
): Pick<KindDeclaration, "group" | "version" | "kind" | "declaration" | "type" | "file"> | undefined {
  const { name, position } = declaration;
  const reject = (fault: string): undefined => {
    log.report(position, fault);
    return undefined;
  };
  if (declaration.kind !== "interface" || declaration.generic || !declaration.exported) {
    return reject(
      `"${name}" is a kind, but not an exported interface without type parameters: write "export interface ${name}"`,
    );
  }
  const type = declaration.type();
  const { shape } = type;
  if (shape.kind === "unsupported") {
    return reject(`"${name}" is a kind, but ${shape.found} has no structural schema: ${shape.instead}`);
  }
  const metadata =
    shape.kind === "object" ? shape.properties().find((property) => property.name === "metadata") : undefined;
  const metadataName = metadata?.type.shape.kind === "library" ? metadata.type.shape.name : undefined;
  if (metadataName === "ListMeta") return undefined; // The list of a kind follows from the kind.
  if (metadataName !== "ObjectMeta") {
    return reject(`"${name}" is a kind, but has no metadata: write "interface ${name} extends KubernetesObject"`);
  }
  const { group, version = nameOf(directoryOf(module.file)) } = folder;
  if (group === undefined) {
    return reject(
      `"${name}" is a kind, but its folder has no group: write "@groupName=example.com" in a comment of one of its files`,
    );
  }
  if (!/^v\d+(?:(?:alpha|beta)\d+)?$/.test(version)) {
    return reject(`"${version}" is not an API version: write "@versionName=v1alpha1", or rename the folder`);
  }
  return { group, version, kind: name, declaration, type, file: module.file };
}
