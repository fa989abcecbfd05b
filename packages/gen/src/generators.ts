/** The generators and their options. `runGenerator` runs them. */

export type Generator =
  | CrdGenerator
  | RbacGenerator
  | ObjectGenerator
  | ApplyConfigurationGenerator
  | WebhookGenerator
  | ClientGenerator
  | ListerGenerator
  | InformerGenerator
  | DefaulterGenerator
  | ConversionGenerator
  | ValidationGenerator
  | OpenApiGenerator
  | SchemaPatchGenerator;

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

/** A CustomResourceDefinition for each kind: `config/crd/bases/GROUP_PLURAL.yaml`. */
export interface CrdGenerator extends FileHeader {
  readonly name: "crd";
  /** The folder for the files, relative to the root. Default: `config/crd/bases`. */
  readonly output?: string;
  /** The maximum length of descriptions in bytes; 0 removes them. Default: unlimited. */
  readonly maxDescLen?: number;
  /** Writes the fields of metadata within a spec, such as a Pod template's, instead of an open object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean;
  /** Accepted for controller-gen, which rejects floats without it. No effect: `Double` is explicit. */
  readonly allowDangerousTypes?: boolean;
  /** Omits the annotation with the version of the generator. Default: false. */
  readonly omitToolVersion?: boolean;
}

/** The roles of the `@kubebuilder:rbac` markers: `config/rbac/role.yaml`. */
export interface RbacGenerator extends FileHeader {
  readonly name: "rbac";
  /** The role of markers without a name. */
  readonly roleName: string;
  /** The folder for the file, relative to the root. Default: `config/rbac`. */
  readonly output?: string;
  /** Default: `role.yaml`. */
  readonly fileName?: string;
}

/** The configurations of the `@kubebuilder:webhook` markers: `config/webhook/manifests.yaml`. */
export interface WebhookGenerator extends FileHeader {
  readonly name: "webhook";
  /** The folder for the file, relative to the root. Default: `config/webhook`. */
  readonly output?: string;
}

/** The descriptor of each kind, in `zz_generated.FILE.ts` beside the file that declares it. */
export interface ObjectGenerator extends FileHeader {
  readonly name: "object";
}

/** Apply configurations of a kind for server-side apply: `applyconfiguration/FILE.ts` in a folder beside the file that declares it. */
export interface ApplyConfigurationGenerator extends FileHeader {
  readonly name: "applyconfiguration";
}

/** Typed clients of all kinds, and a fake clientset for tests: `generated/clientset/{clientset,fake-clientset}.ts`. */
export interface ClientGenerator extends FileHeader {
  readonly name: "client";
  /** The folder for the files, relative to the root. Default: `generated/clientset`. */
  readonly output?: string;
}

/** A lister for each kind, which reads from its informer: `generated/listers/listers.ts`. */
export interface ListerGenerator extends FileHeader {
  readonly name: "lister";
  /** The folder for the file, relative to the root. Default: `generated/listers`. */
  readonly output?: string;
}

/** A factory of shared informers: `generated/informers/factory.ts`. */
export interface InformerGenerator extends FileHeader {
  readonly name: "informer";
  /** The folder for the file, relative to the root. Default: `generated/informers`. */
  readonly output?: string;
}

/** A function for each kind that sets its defaults, in `zz_generated.defaults.FILE.ts` beside the file that declares it. */
export interface DefaulterGenerator extends FileHeader {
  readonly name: "defaulter";
}

/**
 * Conversions between the versions of a kind and the stored one, in `zz_generated.conversion.FILE.ts` beside the file that declares a version, with a
 * round-trip test.
 */
export interface ConversionGenerator extends FileHeader {
  readonly name: "conversion";
}

/** A function for each kind that validates an object against its schema, in `zz_generated.validation.FILE.ts` beside the file that declares it. */
export interface ValidationGenerator extends FileHeader {
  readonly name: "validation";
}

/** An OpenAPI v3 document with the definitions of all kinds: `generated/openapi/openapi.json`. */
export interface OpenApiGenerator extends FileHeader {
  readonly name: "openapi";
  /** The folder for the file, relative to the root. Default: `generated/openapi`. */
  readonly output?: string;
}

/** Updates the schemas in hand-written CRDs. Comments and order are preserved. */
export interface SchemaPatchGenerator extends FileHeader {
  readonly name: "schemapatch";
  /** The folder of the CRDs, relative to the root. */
  readonly manifests: string;
  /** The folder for the files, relative to the root. Default: `manifests`. */
  readonly output?: string;
  /** See {@link CrdGenerator}. */
  readonly maxDescLen?: number;
  /** See {@link CrdGenerator}. */
  readonly generateEmbeddedObjectMeta?: boolean;
}
