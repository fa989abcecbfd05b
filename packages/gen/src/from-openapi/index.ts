// OpenAPI to TypeScript: what a kube-apiserver publishes, turned into the sources of `@kubewright/api` and the data of
// `@kubewright/api-facts`. Pure: reading the server and writing the files is the work of `tools/facts`.

export { buildModel } from "./model.ts";
export { typeScriptFiles } from "./typescript.ts";
export { factsFiles } from "./facts.ts";
export type { ApiModel, DefinitionModel, ModuleModel } from "./model.ts";
export type { TypeScriptOptions } from "./typescript.ts";
export type { GeneratedFile } from "./generated-file.ts";
export type {
  ColumnDefinition,
  GroupDiscovery,
  GroupDiscoveryList,
  OpenApiDocument,
  PublishedApi,
  PublishedKind,
  PublishedSchema,
  ResourceDiscovery,
} from "./document.ts";
