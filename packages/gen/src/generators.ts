/** The options of the generators. `run-generator.ts` has the generators. */

/** The folders for files that are not written beside the sources, relative to the root. */
export const defaultOutputs = {
  crd: "config/crd/bases",
  rbac: "config/rbac",
  webhook: "config/webhook",
  client: "generated/clientset",
  lister: "generated/listers",
  informer: "generated/informers",
  openapi: "generated/openapi",
} as const;

/** Options of all generators. */
export interface FileHeader {
  /** A file with the header of each generated file, such as a license, relative to the root. The header is written as a comment. */
  readonly headerFile?: string;
  /** The replacement of ` YEAR` in the header. */
  readonly year?: string;
}

/** A generator with files in a folder. */
export interface FolderGenerator<Name extends string> extends FileHeader {
  readonly name: Name;
  /** The folder for the files, relative to the root. Default: see each generator. */
  readonly output?: string;
}

/** A generator with files beside the sources. */
export interface SourceGenerator<Name extends string> extends FileHeader {
  readonly name: Name;
}

/** Options for the schemas of CRDs. */
export interface SchemaOutput {
  /** The maximum length of descriptions in bytes; 0 removes them. Default: unlimited. */
  readonly maxDescLen?: number;
  /** Writes the fields of metadata within a spec, such as a Pod template's, instead of an open object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean;
}

/** A CustomResourceDefinition for each kind: `config/crd/bases/GROUP_PLURAL.yaml`. */
export interface CrdGenerator extends FolderGenerator<"crd">, SchemaOutput {
  /** Omits the annotation with the version of the generator. Default: false. */
  readonly omitToolVersion?: boolean;
}

/** The roles of the `@kubebuilder:rbac` markers: `config/rbac/role.yaml`. */
export interface RbacGenerator extends FolderGenerator<"rbac"> {
  /** The role of markers without a name. */
  readonly roleName: string;
  /** Default: `role.yaml`. */
  readonly fileName?: string;
}

/** Updates the schemas in hand-written CRDs. Comments and order are preserved. Default of `output`: `manifests`. */
export interface SchemaPatchGenerator extends FolderGenerator<"schemapatch">, SchemaOutput {
  /** The folder of the CRDs, relative to the root. */
  readonly manifests: string;
}

/** The configurations of the `@kubebuilder:webhook` markers: `config/webhook/manifests.yaml`. */
export type WebhookGenerator = FolderGenerator<"webhook">;

/** Typed clients of all kinds, and a fake clientset for tests: `generated/clientset/{clientset,fake-clientset}.ts`. */
export type ClientGenerator = FolderGenerator<"client">;

/** A lister for each kind, which reads from its informer: `generated/listers/listers.ts`. */
export type ListerGenerator = FolderGenerator<"lister">;

/** A factory of shared informers: `generated/informers/factory.ts`. */
export type InformerGenerator = FolderGenerator<"informer">;

/** An OpenAPI v3 document with the definitions of all kinds: `generated/openapi/openapi.json`. */
export type OpenApiGenerator = FolderGenerator<"openapi">;

/** The descriptor of each kind, in `zz_generated.FILE.ts` beside the file that declares it. */
export type ObjectGenerator = SourceGenerator<"object">;

/** Apply configurations of a kind for server-side apply: `applyconfiguration/FILE.ts` in a folder beside the file that declares it. */
export type ApplyConfigurationGenerator = SourceGenerator<"applyconfiguration">;

/** A function for each kind that sets its defaults, in `zz_generated.defaults.FILE.ts` beside the file that declares it. */
export type DefaulterGenerator = SourceGenerator<"defaulter">;

/**
 * Conversions between the versions of a kind and the stored one, in `zz_generated.conversion.FILE.ts` beside the file that declares a version, with a
 * round-trip test.
 */
export type ConversionGenerator = SourceGenerator<"conversion">;

/** A function for each kind that validates an object against its schema, in `zz_generated.validation.FILE.ts` beside the file that declares it. */
export type ValidationGenerator = SourceGenerator<"validation">;

export type Generator =
  | CrdGenerator
  | RbacGenerator
  | SchemaPatchGenerator
  | WebhookGenerator
  | ClientGenerator
  | ListerGenerator
  | InformerGenerator
  | OpenApiGenerator
  | ObjectGenerator
  | ApplyConfigurationGenerator
  | DefaulterGenerator
  | ConversionGenerator
  | ValidationGenerator;
