// Facts of the built-in kinds, for servers and generators; no operator loads them.

// What is served.
export { findKind, servedKinds } from "./served-kinds.ts";
export type { ServedKind, ServedSubresource, TableColumn } from "./served-kind.ts";
export { kubernetesVersion } from "./data/kinds.ts";

// What it looks like.
export { schemaOf, schemaOfKind } from "./linked-schema.ts";
export { definition, definitionNames, definitionOf, definitionOfReference, definitionOfType } from "./definitions.ts";
export type { DefinitionSchema, UnionFacts } from "./definition-schema.ts";

// What it is for.
export { typeDescriptions } from "./descriptions/type-descriptions.ts";
export type { TypeDescription, TypeDescriptions } from "./descriptions/type-descriptions.ts";

// How its Go types declare and print it.
export { goFields } from "./go/fields.ts";
export type { GoField, GoFields } from "./go/fields.ts";
export { goPrinting } from "./go/printing.ts";
export type { GoPrinting } from "./go/printing.ts";

// What a kube-apiserver creates on an empty store, as JSON.
export { bootstrapObjects } from "./bootstrap/objects.generated.ts";

// How it travels in protobuf.
export { protobufMessage } from "./protobuf/protobuf-message.ts";
export type { ProtobufField, ProtobufMessage, ProtobufScalar } from "./protobuf/protobuf-message.ts";

// As part of a custom resource.
export { expand } from "./expand.ts";
export { isRecursiveDefinition, RecursiveDefinitionError } from "./errors.ts";
export type { ExpandOptions } from "./expand.ts";
