// For applications: from sources to artifacts.
export { generate, openGenerateSession } from "./generate.ts";
export type { GeneratedArtifact, GenerateOptions, GenerateSession } from "./generate.ts";
export type {
  ApplyConfigurationGenerator,
  ClientGenerator,
  ConversionGenerator,
  CrdGenerator,
  DefaulterGenerator,
  FileHeader,
  Generator,
  InformerGenerator,
  ListerGenerator,
  ObjectGenerator,
  OpenApiGenerator,
  RbacGenerator,
  ValidationGenerator,
  SchemaPatchGenerator,
  WebhookGenerator,
} from "./generators.ts";
export { verifyArtifacts, writeArtifacts } from "./artifacts/artifact.ts";
export type { Artifact, StaleArtifact } from "./artifacts/artifact.ts";
export type { FindOrphansOptions } from "./artifacts/find-orphans.ts";
export { findOrphans } from "./artifacts/find-orphans.ts";
export { formatProblem, GenerateError, InputError, isGenerateError, isInputError } from "./problem.ts";
export type { Position, Problem } from "./problem.ts";
export { createDiskFileHost } from "./files/disk-file-host.ts";
export { createFolder } from "./files/create-folder.ts";
export type { CreateFolderOptions } from "./files/create-folder.ts";
export { createMemoryFileHost } from "./files/file-host.ts";
export type { DirectoryEntries, FileHost } from "./files/file-host.ts";

// For the documentation of markers.
export { argumentTypeText, markerExample, markerSyntax, shortExample } from "./markers/describe-marker.ts";
export { markerTable } from "./markers/table.ts";
export type { ArgumentType, MarkerCategory, MarkerDefinition, MarkerTarget, NamedArgument } from "./markers/marker.ts";

// For packages that print manifests.
export { printYaml, printYamlDocuments } from "@kubewright/apimachinery";

// For scaffolding.
export { pluralize } from "./kinds/pluralize.ts";
export { unifiedDiff } from "./artifacts/unified-diff.ts";
