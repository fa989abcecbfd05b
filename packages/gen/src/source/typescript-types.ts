/**
 * Queries the compiler about types. The compiler is another process, so each query is a round trip: results are cached, and the source is used where it
 * suffices.
 */
import * as ast from "typescript/unstable/ast";
import { ObjectFlags, TypeFlags } from "typescript/unstable/sync";
import type { IndexInfo, Project, Symbol as TypeScriptSymbol, Type, TypeReference } from "typescript/unstable/sync";

import { isLanguageFile } from "./typescript-names.ts";

/** Answers queries about types. */
export class TypeInspector {
  readonly #project: Project;
  readonly #unionMembers: Answers<readonly Type[]> = new Map();
  readonly #listKinds = new Map<number, "array" | "tuple" | "none">();
  readonly #elements: Answers<Type | undefined> = new Map();
  readonly #properties: Answers<readonly TypeScriptSymbol[]> = new Map();
  readonly #indexes: Answers<IndexInfo | undefined> = new Map();
  readonly #indexFree = new Map<number, boolean>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** The members of a union; for any other type the type itself. */
  membersOf(type: Type): readonly Type[] {
    return type.isUnionType() ? remembered(this.#unionMembers, type, () => type.getTypes()) : [type];
  }

  /** Whether `undefined` is a value of the type, as one of several. */
  isUndefinable(type: Type): boolean {
    return type.isUnionType() && this.membersOf(type).some(({ flags }) => (flags & TypeFlags.Undefined) !== 0);
  }

  /** Whether a type whose symbol is `symbol` is an array or a tuple, `readonly` or not. */
  listKindOf(type: Type, symbol: TypeScriptSymbol | undefined): "array" | "tuple" | "none" {
    // Arrays and tuples are declared by the language.
    if (symbol?.declarations.every(({ path }) => !isLanguageFile(path)) === true) return "none";
    if (!type.isObjectType() || (type.objectFlags & ObjectFlags.Reference) === 0 || !type.isTypeReference())
      return "none";
    const { checker } = this.#project;
    // The target is the generic type, `Array` itself for all arrays.
    const { id } = type.getTarget();
    const kind =
      this.#listKinds.get(id) ?? (checker.isArrayType(type) ? "array" : checker.isTupleType(type) ? "tuple" : "none");
    this.#listKinds.set(id, kind);
    return kind;
  }

  /** The element type of an array. */
  elementOf(type: TypeReference): Type | undefined {
    return remembered(this.#elements, type, () => this.#project.checker.getTypeArguments(type)[0]);
  }

  propertiesOf(type: Type): readonly TypeScriptSymbol[] {
    return remembered(this.#properties, type, () => this.#project.checker.getPropertiesOfType(type));
  }

  /** The index signature of an object type whose symbol is `symbol`; `undefined` if there is no index signature. */
  indexOf(type: Type, symbol: TypeScriptSymbol | undefined): IndexInfo | undefined {
    if (symbol !== undefined && this.#showsNoIndex(symbol)) return undefined;
    return remembered(this.#indexes, type, () => this.#project.checker.getIndexInfosOfType(type)[0]);
  }

  /** Whether the source shows that there is no index signature: not in the declarations, and nothing is inherited. */
  #showsNoIndex(symbol: TypeScriptSymbol): boolean {
    const known =
      this.#indexFree.get(symbol.id) ??
      symbol.declarations.every((handle) => {
        const declaration = handle.resolve(this.#project);
        return declaration !== undefined && declaresNoIndex(declaration);
      });
    this.#indexFree.set(symbol.id, known);
    return known;
  }
}

/** Cached results, by the id of the type. */
type Answers<T> = Map<number, { readonly answer: T }>;

function remembered<T>(answers: Answers<T>, { id }: Type, ask: () => T): T {
  const known = answers.get(id) ?? { answer: ask() };
  answers.set(id, known);
  return known.answer;
}

function declaresNoIndex(node: ast.Node): boolean {
  if (ast.isInterfaceDeclaration(node) && (node.heritageClauses?.length ?? 0) > 0) return false;
  return (
    (ast.isInterfaceDeclaration(node) || ast.isTypeLiteralNode(node)) &&
    !node.members.some(ast.isIndexSignatureDeclaration)
  );
}
