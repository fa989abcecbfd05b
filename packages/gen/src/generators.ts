/** What can be generated, each with its options. `runGenerator` knows how. */

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

/** What every generator takes. */
export interface FileHeader {
  /** A file, relative to the root, whose text stands at the head of each generated file, such as a licence. It is a comment already. */
  readonly headerFile?: string;
  /** What stands for ` YEAR` in that text. */
  readonly year?: string;
}

/** A CustomResourceDefinition for each kind: `config/crd/bases/GROUP_PLURAL.yaml`. */
export interface CrdGenerator extends FileHeader {
  readonly name: "crd";
  /** The folder for the files, relative to the root. Default: `config/crd/bases`. */
  readonly output?: string;
  /** Descriptions are cut to so many bytes; 0 leaves them out. Default: not cut. */
  readonly maxDescLen?: number;
  /** Writes out the metadata of objects within a spec, such as a Pod template's, instead of an open object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean;
  /** controller-gen refuses floats without it; here `Double` says that one is meant, so it changes nothing. */
  readonly allowDangerousTypes?: boolean;
  /** Leaves out the annotation that says by which version a file was made. Default: false. */
  readonly omitToolVersion?: boolean;
}

/** The roles that `@kubebuilder:rbac` markers ask for: `config/rbac/role.yaml`. */
export interface RbacGenerator extends FileHeader {
  readonly name: "rbac";
  /** The name of the role where a marker gives none. */
  readonly roleName: string;
  /** The folder for the file, relative to the root. Default: `config/rbac`. */
  readonly output?: string;
  /** Default: `role.yaml`. */
  readonly fileName?: string;
}

/** The configurations that `@kubebuilder:webhook` markers ask for: `config/webhook/manifests.yaml`. */
export interface WebhookGenerator extends FileHeader {
  readonly name: "webhook";
  /** The folder for the file, relative to the root. Default: `config/webhook`. */
  readonly output?: string;
}

/** The descriptor of each kind, in `zz_generated.FILE.ts` beside the file that declares it. */
export interface ObjectGenerator extends FileHeader {
  readonly name: "object";
}

/** What is said of a kind in server-side apply: `applyconfiguration/FILE.ts` in a folder beside the file that declares it. */
export interface ApplyConfigurationGenerator extends FileHeader {
  readonly name: "applyconfiguration";
}

/** Typed clients of all kinds, and the same over objects in memory: `generated/clientset/{clientset,fake-clientset}.ts`. */
export interface ClientGenerator extends FileHeader {
  readonly name: "client";
  /** The folder for the files, relative to the root. Default: `generated/clientset`. */
  readonly output?: string;
}

/** What reads a kind from its informer: `generated/listers/listers.ts`. */
export interface ListerGenerator extends FileHeader {
  readonly name: "lister";
  /** The folder for the file, relative to the root. Default: `generated/listers`. */
  readonly output?: string;
}

/** One informer of each kind for all who ask: `generated/informers/factory.ts`. */
export interface InformerGenerator extends FileHeader {
  readonly name: "informer";
  /** The folder for the file, relative to the root. Default: `generated/informers`. */
  readonly output?: string;
}

/** A function for each kind that fills in its defaults, in `zz_generated.defaults.FILE.ts` beside the file that declares it. */
export interface DefaulterGenerator extends FileHeader {
  readonly name: "defaulter";
}

/**
 * How the versions of a kind become the one that is stored, and back, in `zz_generated.conversion.FILE.ts` beside the file that declares a version,
 * with a test that nothing is lost on the way.
 */
export interface ConversionGenerator extends FileHeader {
  readonly name: "conversion";
}

/** A function for each kind that checks an object as its schema says, in `zz_generated.validation.FILE.ts` beside the file that declares it. */
export interface ValidationGenerator extends FileHeader {
  readonly name: "validation";
}

/** An OpenAPI v3 document with the definitions of all kinds: `generated/openapi/openapi.json`. */
export interface OpenApiGenerator extends FileHeader {
  readonly name: "openapi";
  /** The folder for the file, relative to the root. Default: `generated/openapi`. */
  readonly output?: string;
}

/** New schemas in the CRDs that are there: for those who keep the rest of a CRD by hand. Comments and order stay as they are. */
export interface SchemaPatchGenerator extends FileHeader {
  readonly name: "schemapatch";
  /** The folder of the CRDs, relative to the root. */
  readonly manifests: string;
  /** The folder for the files, relative to the root. Default: `manifests`, so that they are replaced. */
  readonly output?: string;
  /** As {@link CrdGenerator} has it. */
  readonly maxDescLen?: number;
  /** As {@link CrdGenerator} has it. */
  readonly generateEmbeddedObjectMeta?: boolean;
}
