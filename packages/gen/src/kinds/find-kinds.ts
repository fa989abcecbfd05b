/**
 * Finds the kinds in the sources: exported interfaces with metadata and the marker `@kubebuilder:object:root=true`. Their folder sets the group and the
 * version.
 */
import type { Marker } from "../markers/definition.ts";
import { has, last } from "../markers/read-markers.ts";
import { directoryOf, nameOf } from "../files/join-path.ts";
import type { ProblemLog } from "../problem.ts";
import type { TypeUse } from "../source/shape.ts";
import type { Declaration, SourceModule } from "../source/type-reader.ts";
import type { CommentReader } from "./comment-reader.ts";

/** The declaration of one version of a kind. */
export interface KindDeclaration {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly declaration: Declaration;
  readonly type: TypeUse;
  /** The markers of the type. */
  readonly markers: readonly Marker[];
  /** Absolute path of the file that declares it. */
  readonly file: string;
  /** Whether the fields of types in a file are optional by default, by a marker of its folder. */
  readonly optionalByDefault: (file: string) => boolean;
}

export interface FindKindsOptions {
  readonly modules: readonly SourceModule[];
  /** The markers on each folder, by absolute path. */
  readonly packageMarkers: ReadonlyMap<string, readonly Marker[]>;
  readonly read: CommentReader;
  readonly log: ProblemLog;
}

/** The kinds of all modules, in the order of the modules. */
export function findKinds({ modules, packageMarkers, read, log }: FindKindsOptions): readonly KindDeclaration[] {
  const optionalByDefault = (file: string): boolean =>
    has(packageMarkers.get(directoryOf(file)) ?? [], "kubebuilder:validation:Optional");
  return modules.flatMap((module) => {
    const markers = packageMarkers.get(directoryOf(module.file)) ?? [];
    if (has(markers, "kubebuilder:skip")) return [];
    return module.declarations.flatMap((declaration) => {
      const found = kindOf(declaration, module, markers, read, log);
      return found === undefined ? [] : [{ ...found, optionalByDefault }];
    });
  });
}

function kindOf(
  declaration: Declaration,
  module: SourceModule,
  packageMarkers: readonly Marker[],
  read: CommentReader,
  log: ProblemLog,
): Omit<KindDeclaration, "optionalByDefault"> | undefined {
  const { markers } = read(declaration.comments, "type");
  if (last(markers, "kubebuilder:object:root")?.value !== true) return undefined;
  const { name, position } = declaration;
  if (declaration.kind !== "interface" || declaration.generic || !declaration.exported) {
    log.report(
      position,
      `"${name}" is a kind, but not an exported interface without type parameters: write "export interface ${name}"`,
    );
    return undefined;
  }
  const type = declaration.type();
  if (type.shape.kind === "unsupported") {
    const { found, instead } = type.shape;
    log.report(position, `"${name}" is a kind, but ${found} has no structural schema: ${instead}`);
    return undefined;
  }
  const metadata =
    type.shape.kind === "object" ? type.shape.properties().find((property) => property.name === "metadata") : undefined;
  const metadataName = metadata?.type.shape.kind === "library" ? metadata.type.shape.name : undefined;
  if (metadataName === "ListMeta") return undefined; // The list of a kind follows from the kind.
  if (metadataName !== "ObjectMeta") {
    log.report(
      position,
      `"${name}" is a kind, but has no metadata: write "interface ${name} extends KubernetesObject"`,
    );
    return undefined;
  }
  const group = valueOf(packageMarkers, "groupName");
  const version = valueOf(packageMarkers, "versionName") ?? nameOf(directoryOf(module.file));
  if (group === undefined) {
    log.report(
      position,
      `"${name}" is a kind, but its folder has no group: write "@groupName=example.com" in a comment of one of its files`,
    );
    return undefined;
  }
  if (!/^v\d+(?:(?:alpha|beta)\d+)?$/.test(version)) {
    log.report(position, `"${version}" is not an API version: write "@versionName=v1alpha1", or rename the folder`);
    return undefined;
  }
  return { group, version, kind: name, declaration, type, markers, file: module.file };
}

function valueOf(markers: readonly Marker[], name: string): string | undefined {
  const value = markers.find(({ definition }) => definition.name === name)?.value;
  return typeof value === "string" ? value : undefined;
}
