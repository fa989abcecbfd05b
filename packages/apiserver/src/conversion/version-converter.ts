// The properties of a kind that the conversion of its objects depends on.
import type { ApiError, Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";

/**
 * Converts objects of one kind between its versions (and, for shared storage, kinds). Lists and watches are synchronous, so a converter that has to wait is
 * called ahead for stored objects (`prefetch`). Work with other objects waits for it.
 */
export type VersionConverter =
  /** Called where an object is needed. May change `object` in place. */
  | { readonly type: "direct"; readonly convert: (object: ApiObject, toApiVersion: string) => ApiObject }
  /**
   * `convert` resolves with the converted object, which may have other labels and annotations and must have the same name. Must not change `object`.
   * Field management also converts parts of objects, which may lack the metadata.
   */
  | {
      readonly type: "ahead";
      readonly convert: (object: ApiObject, toApiVersion: string) => Promise<ApiObject>;
      /** Removes the fields that the version of a converted object does not declare. May change it in place. Default: it has no such fields. */
      readonly prune?: (converted: ApiObject) => ApiObject;
    };

export type AheadConverter = VersionConverter & { readonly type: "ahead" };

export interface ConversionRules {
  readonly decode?: (value: ApiObject, version: string) => Work<{ readonly object: ApiObject }>;
  /** Sets defaults, in version `version`. May change the draft in place; returns the object with defaults. */
  readonly defaultObject?: (draft: ApiObject, version: string) => Work<ApiObject>;
  /**
   * Identifies the schema of a version: two schemas with the same id decode and default every object alike, in this process and in later ones.
   * Custom resources have it; the schemas of built-in kinds never change.
   */
  readonly schemaId?: (apiVersion: string) => string;
  /** Whether stored objects lack defaults, which each read sets. A dropped `status` may have such a default. Default false. */
  readonly defaultsReads?: boolean;
  /** Annotations that represent fields of earlier versions. A metadata-only representation does not have them. Default: none. */
  readonly versionAnnotations?: readonly string[];
  /** Default: only `apiVersion` and `kind` are replaced, without parsing the stored bytes. */
  readonly converter?: VersionConverter;
  /** Throws if stored objects of a version cannot be converted, because the definition no longer has it. Default: all can be. */
  readonly assertVersion?: (apiVersion: string) => void;
  /** The error of the first stored object whose version `assertVersion` rejects. Default: no object is rejected. */
  readonly unreadable?: () => ApiError | undefined;
  /** The fields that field selectors match. A converter that is called ahead may change them. */
  readonly fields?: { readonly valuesOf: (object: ReadonlyObject) => Readonly<Record<string, string>> };
}

/** The properties of a kind on which conversion depends. */
export interface ConvertibleKind {
  readonly custom: boolean;
  /** Of the stored bytes. */
  readonly storage: { readonly apiVersion: string; readonly kind: string };
  readonly strategy: ConversionRules;
}

/** A kind in one of its versions. */
export interface ConvertibleVersion extends ConvertibleKind {
  readonly kind: string;
  readonly apiVersion: string;
  readonly version: { readonly name: string };
  /** The JSON of an object of this version up to its metadata. */
  readonly head: Uint8Array;
}
