/**
 * Queries the compiler about types. The compiler is another process, so each query is a round trip: results are cached, and the source is used where it
 * suffices.
 */
import { isIndexSignatureDeclaration, isInterfaceDeclaration, isTypeLiteralNode } from "typescript/unstable/ast";
import type { Node } from "typescript/unstable/ast";
import { ObjectFlags, TypeFlags } from "typescript/unstable/sync";
import type { IndexInfo, Project, Symbol as TypeScriptSymbol, Type, TypeReference } from "typescript/unstable/sync";

import { isLanguageFile } from "./typescript-names.ts";

export interface TypeInspector {
  /** The members of a union; for any other type the type itself. */
  membersOf(type: Type): readonly Type[];
  /** Whether `undefined` is a value of the type, as one of several. */
  isUndefinable(type: Type): boolean;
  /** Whether a type whose symbol is `symbol` is an array or a tuple, `readonly` or not. */
  listKindOf(type: Type, symbol: TypeScriptSymbol | undefined): "array" | "tuple" | "none";
  /** The element type of an array. */
  elementOf(type: TypeReference): Type | undefined;
  propertiesOf(type: Type): readonly TypeScriptSymbol[];
  /** The index signature of an object type whose symbol is `symbol`; `undefined` if there is no index signature. */
  indexOf(type: Type, symbol: TypeScriptSymbol | undefined): IndexInfo | undefined;
}

export function createTypeInspector(project: Project): TypeInspector {
  const { checker } = project;
  const unionMembers: Answers<readonly Type[]> = new Map();
  const listKinds = new Map<number, "array" | "tuple" | "none">();
  const elements: Answers<Type | undefined> = new Map();
  const properties: Answers<readonly TypeScriptSymbol[]> = new Map();
  const indexes: Answers<IndexInfo | undefined> = new Map();
  const indexFree = new Map<number, boolean>();

  /** Whether the source shows that there is no index signature: not in the declarations, and nothing is inherited. */
  function showsNoIndex(symbol: TypeScriptSymbol): boolean {
    const known =
      indexFree.get(symbol.id) ??
      symbol.declarations.every((handle) => {
        const declaration = handle.resolve(project);
        return declaration !== undefined && declaresNoIndex(declaration);
      });
    indexFree.set(symbol.id, known);
    return known;
  }

  function membersOf(type: Type): readonly Type[] {
    if (!type.isUnionType()) return [type];
    return remembered(unionMembers, type, () => type.getTypes());
  }

  return {
    membersOf,
    isUndefinable: (type) =>
      type.isUnionType() && membersOf(type).some(({ flags }) => (flags & TypeFlags.Undefined) !== 0),
    listKindOf(type, symbol) {
      // Arrays and tuples are declared by the language.
      if (symbol?.declarations.every(({ path }) => !isLanguageFile(path)) === true) return "none";
      if (!type.isObjectType() || (type.objectFlags & ObjectFlags.Reference) === 0 || !type.isTypeReference())
        return "none";
      // The target is the generic type, `Array` itself for all arrays.
      const { id } = type.getTarget();
      const kind =
        listKinds.get(id) ?? (checker.isArrayType(type) ? "array" : checker.isTupleType(type) ? "tuple" : "none");
      listKinds.set(id, kind);
      return kind;
    },
    elementOf: (type) => remembered(elements, type, () => checker.getTypeArguments(type)[0]),
    propertiesOf: (type) => remembered(properties, type, () => checker.getPropertiesOfType(type)),
    indexOf(type, symbol) {
      if (symbol !== undefined && showsNoIndex(symbol)) return undefined;
      return remembered(indexes, type, () => checker.getIndexInfosOfType(type)[0]);
    },
  };
}

/** Cached results, by the id of the type. */
type Answers<T> = Map<number, { readonly answer: T }>;

function remembered<T>(answers: Answers<T>, { id }: Type, ask: () => T): T {
  const known = answers.get(id) ?? { answer: ask() };
  answers.set(id, known);
  return known.answer;
}

function declaresNoIndex(node: Node): boolean {
  if (isInterfaceDeclaration(node) && (node.heritageClauses?.length ?? 0) > 0) return false;
  return (isInterfaceDeclaration(node) || isTypeLiteralNode(node)) && !node.members.some(isIndexSignatureDeclaration);
}
