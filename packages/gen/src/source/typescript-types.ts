/**
 * What the compiler says of a type. It is another process and each question is a round trip, so none is asked twice, and
 * none whose answer the source shows.
 */
import { isIndexSignatureDeclaration, isInterfaceDeclaration, isTypeLiteralNode } from "typescript/unstable/ast";
import type { Node } from "typescript/unstable/ast";
import { ObjectFlags } from "typescript/unstable/sync";
import type { IndexInfo, Project, Symbol as TypeScriptSymbol, Type } from "typescript/unstable/sync";

export interface TypeInspector {
  /** The members of a union; any other type is its own one member. */
  membersOf(type: Type): readonly Type[];
  /** Whether a type is an array or a tuple, `readonly` or not. */
  listKindOf(type: Type): "array" | "tuple" | "none";
  /** The index signature of an object type whose symbol is `symbol`; `undefined` when it has none. */
  indexOf(type: Type, symbol: TypeScriptSymbol | undefined): IndexInfo | undefined;
}

export function createTypeInspector(project: Project): TypeInspector {
  const { checker } = project;
  const unionMembers = new Map<number, readonly Type[]>();
  const listKinds = new Map<number, "array" | "tuple" | "none">();
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

  return {
    membersOf(type) {
      if (!type.isUnionType()) return [type];
      const members = unionMembers.get(type.id) ?? type.getTypes();
      unionMembers.set(type.id, members);
      return members;
    },
    listKindOf(type) {
      if (!type.isObjectType() || (type.objectFlags & ObjectFlags.Reference) === 0 || !type.isTypeReference())
        return "none";
      // The target is the generic type, `Array` itself for all arrays.
      const { id } = type.getTarget();
      const kind =
        listKinds.get(id) ?? (checker.isArrayType(type) ? "array" : checker.isTupleType(type) ? "tuple" : "none");
      listKinds.set(id, kind);
      return kind;
    },
    indexOf(type, symbol) {
      return symbol !== undefined && showsNoIndex(symbol) ? undefined : checker.getIndexInfosOfType(type)[0];
    },
  };
}

function declaresNoIndex(node: Node): boolean {
  if (isInterfaceDeclaration(node) && (node.heritageClauses?.length ?? 0) > 0) return false;
  return (isInterfaceDeclaration(node) || isTypeLiteralNode(node)) && !node.members.some(isIndexSignatureDeclaration);
}
