// OpenAPI to TypeScript: converts the documents of a kube-apiserver to the sources of `@kubewright/api` and the data of
// `@kubewright/api-facts`. The functions are pure: `tools/facts` reads the server and writes the files.

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
