/**
 * Converts unions of the compiler: literals become an enumeration, objects become variants, a number or a string becomes IntOrString. The
 * compiler sorts the members of a union by the order in which it read them; the source has the written order and the names.
 */
import * as ast from "typescript/unstable/ast";
import { TypeFlags } from "typescript/unstable/sync";
import type { Project, Type } from "typescript/unstable/sync";

import type { Position } from "../problem.ts";
import type { LibraryFile } from "./library.ts";
import type { Literal, Shape, TypeUse } from "./shape.ts";
import { memberHints } from "./typescript-names.ts";
import type { Hint, NameResolver, Resolved } from "./typescript-names.ts";
import { unsupportedUnion } from "./unsupported.ts";

export interface UnionReaderOptions {
  readonly project: Project;
  readonly names: NameResolver;
  readonly libraryOf: (path: string) => LibraryFile | undefined;
  /** The source text of a node. */
  readonly textOf: (node: ast.Node) => string;
  readonly use: (type: Type, hint: Hint | undefined, position: Position) => TypeUse;
}

/** Reads the shapes of unions and enumerations. */
export class UnionReader {
  readonly #options: UnionReaderOptions;

  constructor(options: UnionReaderOptions) {
    this.#options = options;
  }

  /** A union of these members, without `null` and `undefined`. `end` is its node in the source. */
  unionShape(type: Type, members: readonly Type[], end: Hint | undefined, position: Position): Shape {
    const isBoolean = members.length === 2 && members.every(({ flags }) => (flags & TypeFlags.BooleanLiteral) !== 0);
    if (isBoolean) return { kind: "boolean" };
    if (members.length > 0 && members.every((member) => member.isLiteralType())) return this.literalShape(members, end);
    if (members.length > 0 && members.every((member) => kindOf(member) === "object")) {
      const variants = this.#variantsOf(members, end, position);
      const kinds = variants.map(({ shape }) => shape.kind);
      if (kinds.every((kind) => kind === "object")) return { kind: "union", id: type.id, variants };
    }
    if (this.#isIntOrString(members, end)) return intOrString;
    return unsupportedUnion(
      this.#options.project.checker.typeToString(type),
      members.map((member) => kindOf(member)),
    );
  }

  /** The values in the order of the source, if it lists them; the order of the compiler depends on what it read before. */
  literalShape(members: readonly Type[], end: Hint | undefined): Shape {
    const written = end === undefined ? [] : this.#literalTexts(end);
    const place = (value: Literal): number => placeOf(written.indexOf(String(value)), written.length);
    const values = members.flatMap((member) => (member.isLiteralType() ? [valueOf(member.value)] : []));
    return {
      kind: "literals",
      values: values.toSorted((a, b) => place(a) - place(b) || (String(a) < String(b) ? -1 : 1)),
    };
  }

  #literalTexts(hint: Hint): readonly string[] {
    return memberHints(hint).flatMap((member) => {
      const { end } = this.#options.names.resolve(member);
      if (end === undefined) return [];
      if (end.node !== member.node || end.node !== hint.node) return this.#literalTexts(end);
      if (!ast.isLiteralTypeNode(end.node)) return [];
      const { literal } = end.node;
      return [ast.isStringLiteral(literal) ? literal.text : this.#options.textOf(literal)];
    });
  }

  /** A variant is identified by the node that declares it. A node that occurs twice, with other type arguments, identifies no variant. */
  #variantsOf(members: readonly Type[], end: Hint | undefined, position: Position): readonly TypeUse[] {
    const written = end === undefined ? [] : this.#leavesOf(end);
    const declared = members.map((member) => member.getSymbol()?.declarations[0]?.resolve(this.#options.project));
    const hintOf = (node: ast.Node | undefined): Written | undefined => {
      const found = written.filter((leaf) => leaf.node === node);
      return found.length === 1 && declared.filter((other) => other === node).length === 1 ? found[0] : undefined;
    };
    const variants = members.map((member, index) => {
      const leaf = hintOf(declared[index]);
      const place = placeOf(leaf === undefined ? -1 : written.indexOf(leaf), written.length);
      return { member, leaf, place, text: this.#options.project.checker.typeToString(member) };
    });
    return variants
      .toSorted((a, b) => a.place - b.place || (a.text < b.text ? -1 : 1))
      .map(({ member, leaf }) => this.#options.use(member, leaf?.hint, position));
  }

  #leavesOf(hint: Hint): readonly Written[] {
    return memberHints(hint).flatMap((member) => {
      const reached = this.#options.names.resolve(member);
      const { end } = reached;
      const isUnion = end !== undefined && end.node !== hint.node && memberHints(end).length > 1;
      return isUnion && end.node.kind === hint.node.kind
        ? this.#leavesOf(end)
        : [{ hint: member, node: nodeAt(reached) }];
    });
  }

  #isIntOrString(members: readonly Type[], end: Hint | undefined): boolean {
    const isPair =
      members.length === 2 &&
      members.some(({ flags }) => (flags & TypeFlags.String) !== 0) &&
      members.some(({ flags }) => (flags & TypeFlags.Number) !== 0);
    if (!isPair || end === undefined) return false;
    return memberHints(end).some((member) =>
      this.#options.names.resolve(member).names.some(({ declaration }) => {
        const isInteger = declaration.name.text === "Int32" || declaration.name.text === "Int64";
        return isInteger && this.#options.libraryOf(declaration.getSourceFile().fileName) !== undefined;
      }),
    );
  }
}

interface Written {
  readonly hint: Hint;
  /** The declaration of the member: an interface, or an inline type. */
  readonly node: ast.Node | undefined;
}

function nodeAt({ names: passed, end }: Resolved): ast.Node | undefined {
  const last = passed.at(-1)?.declaration;
  return last !== undefined && ast.isInterfaceDeclaration(last) ? last : end?.node;
}

const intOrString: Shape = { kind: "library", library: "@kubewright/api", module: "meta/v1", name: "IntOrString" };

function placeOf(index: number, count: number): number {
  return index < 0 ? count : index;
}

function valueOf(value: string | number | boolean | bigint): Literal {
  return typeof value === "bigint" ? Number(value) : value;
}

function kindOf(type: Type): "object" | "literal" | "primitive" {
  if ((type.flags & TypeFlags.Object) !== 0 || type.isIntersectionType()) return "object";
  return type.isLiteralType() ? "literal" : "primitive";
}
