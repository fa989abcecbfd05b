// The model as the sources of `@kubewright/api`: one file for each group version, with an interface for each definition and,
// under the same name, a descriptor for each served kind; and one file that lists all descriptors.

import type { ServedKind, TypeDescription, TypeDescriptions } from "@kubewright/api-facts";
import { getOwn } from "@kubewright/apimachinery";
import { docComment } from "./doc-comment.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { banner } from "./generated-file.ts";
import { Imports } from "./imports.ts";
import type { ApiModel, DefinitionModel, ModuleModel } from "./model.ts";
import { metaModule } from "./model.ts";
import { byText, identifierOf, modulePathOf } from "./names.ts";
import { typeExpression } from "./type-expression.ts";

/** Facts that the documents do not contain. */
export interface TypeScriptOptions {
  /** Types of `meta/v1` that `@kubewright/apimachinery` has: they are re-exported from there. */
  readonly apimachineryTypes: ReadonlySet<string>;
  /** Fields, by definition and name (`io.k8s.api.core.v1.Event.eventTime`), that a server may return as `null`. */
  readonly nullableFields: ReadonlySet<string>;
  /** The comments of types and fields, by definition. */
  readonly descriptions: TypeDescriptions;
}

/** The sources, by their path below `packages/api/src`. */
export function typeScriptFiles(model: ApiModel, options: TypeScriptOptions): readonly GeneratedFile[] {
  return [
    ...model.modules.map((module) => moduleFile(module, model, options)),
    { path: "builtin-types.ts", content: descriptorList(model) },
  ];
}

function moduleFile(module: ModuleModel, model: ApiModel, options: TypeScriptOptions): GeneratedFile {
  const { apimachineryTypes } = options;
  const imports = new Imports(module, model, apimachineryTypes);
  const kinds = model.kinds.filter(({ group, version }) => modulePathOf(group, version) === module.path);
  const served = new Map(kinds.map((kind) => [kind.kind, kind]));

  const kindsFirst = module.definitions.filter(({ typeName }) => served.has(typeName));
  const others = module.definitions.filter(({ typeName }) => !served.has(typeName));
  const parts: string[] = [];
  for (const definition of [...kindsFirst, ...others]) {
    if (module.path === metaModule && apimachineryTypes.has(definition.typeName)) continue;
    parts.push(declaration(definition, served.has(definition.typeName), options, imports));
    const kind = served.get(definition.typeName);
    if (kind) parts.push(descriptor(kind, imports));
  }

  const head = [banner(model.serverVersion)];
  if (module.path === metaModule) head.push(reExports(module, apimachineryTypes));
  const importLines = imports.lines();
  if (importLines !== "") head.push(importLines);
  return { path: `${module.path}.ts`, content: `${[...head, ...parts].join("\n\n")}\n` };
}

function reExports(module: ModuleModel, apimachineryTypes: ReadonlySet<string>): string {
  const names = module.definitions.map(({ typeName }) => typeName).filter((name) => apimachineryTypes.has(name));
  return `export type {\n${names.map((name) => `  ${name},\n`).join("")}} from "@kubewright/apimachinery";`;
}

/**
 * Types with custom JSON marshalling in Go, whose published schema is therefore incomplete.
 * https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apis/apiextensions/v1/marshal.go
 */
const selfMarshalled: { readonly [typeName: string]: string } = {
  JSONSchemaPropsOrArray: "JSONSchemaProps | readonly JSONSchemaProps[]",
  JSONSchemaPropsOrBool: "JSONSchemaProps | boolean",
  JSONSchemaPropsOrStringArray: "JSONSchemaProps | readonly string[]",
};

function declaration(
  { name: definition, typeName, schema, kind }: DefinitionModel,
  isServed: boolean,
  { nullableFields, descriptions }: TypeScriptOptions,
  imports: Imports,
): string {
  const nameOf = (other: string): string => imports.nameOf(other);
  const { properties, required = [] } = schema;
  const { description, fields: texts = {} }: TypeDescription = getOwn(descriptions, definition) ?? {};
  const comment = docComment(description, "");
  if (properties === undefined) {
    return `${comment}export type ${typeName} = ${selfMarshalled[typeName] ?? typeExpression(schema, nameOf)};`;
  }

  const isObject =
    isServed || (kind?.kind === typeName && properties["metadata"]?.$ref?.endsWith(".ObjectMeta") === true);
  const fields = ownKindFirst(Object.entries(properties)).flatMap(([name, property]) => {
    // KubernetesObject declares metadata.
    if (isObject && name === "metadata") return [];
    const type = literalOf(name, kind) ?? typeExpression(property, nameOf);
    const mark = required.includes(name) ? "" : "?";
    const orNull = nullableFields.has(`${definition}.${name}`) ? " | null" : "";
    return [`${docComment(getOwn(texts, name), "  ")}  readonly ${propertyName(name)}${mark}: ${type}${orNull};\n`];
  });
  const parent = isObject ? ` extends ${imports.apimachinery("KubernetesObject")}` : "";
  return `${comment}export interface ${typeName}${parent} {\n${fields.join("")}}`;
}

/** `apiVersion` and `kind` first, the other fields in alphabetical order. */
function ownKindFirst<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  const isOwnKind = ([name]: readonly [string, T]): boolean => name === "apiVersion" || name === "kind";
  return [...entries.filter(isOwnKind), ...entries.filter((entry) => !isOwnKind(entry))];
}

/** The literal of `apiVersion` or `kind`, which have only one value. */
function literalOf(property: string, kind: DefinitionModel["kind"]): string | undefined {
  if (kind === undefined) return undefined;
  if (property === "kind") return JSON.stringify(kind.kind);
  if (property !== "apiVersion") return undefined;
  return JSON.stringify(kind.group === "" ? kind.version : `${kind.group}/${kind.version}`);
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}

function descriptor(kind: ServedKind, imports: Imports): string {
  const fields = [
    ["group", kind.group],
    ["version", kind.version],
    ["kind", kind.kind],
    ["plural", kind.plural],
    ["singular", kind.singular],
    ["listKind", kind.listKind],
    ["namespaced", kind.namespaced],
    ["subresources", kind.subresources.map(({ name }) => name)],
    ["shortNames", kind.shortNames],
    ["categories", kind.categories],
  ] as const;
  const lines = fields
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `  ${name}: ${literal(value)},\n`);
  return `export const ${kind.kind}: ${imports.apimachinery("ResourceType")}<${kind.kind}> = {\n${lines.join("")}};`;
}

function literal(value: string | boolean | readonly string[] | undefined): string {
  if (typeof value !== "object") return JSON.stringify(value);
  return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
}

function descriptorList(model: ApiModel): string {
  const paths = [...new Set(model.kinds.map(({ group, version }) => modulePathOf(group, version)))];
  const imports = [...paths].sort(byText).map((path) => `import * as ${identifierOf(path)} from "./${path}.ts";\n`);
  const entries = model.kinds.map(
    ({ group, version, kind }) => `  ${identifierOf(modulePathOf(group, version))}.${kind},\n`,
  );
  return [
    banner(model.serverVersion),
    `import type { ResourceType } from "@kubewright/apimachinery";\n${imports.join("")}`.trimEnd(),
    `/** The descriptors of all built-in kinds, in the order in which the API server prefers them. */\n` +
      `export const builtinTypes: readonly ResourceType[] = [\n${entries.join("")}];\n`,
  ].join("\n\n");
}
