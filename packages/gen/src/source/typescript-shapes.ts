/**
 * Converts types of the compiler to shapes. The type gives the structure; the hint, if there is one, has the name in the source. Both are followed
 * together: from an object to its properties, from an array to its elements.
 */
import {
  SyntaxKind,
  isComputedPropertyName,
  isIndexSignatureDeclaration,
  isInterfaceDeclaration,
  isLiteralTypeNode,
  isPropertySignatureDeclaration,
  isTypeLiteralNode,
} from "typescript/unstable/ast";
import type { Node, TypeNode } from "typescript/unstable/ast";
import { ObjectFlags, SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Project, Symbol as TypeScriptSymbol, Type } from "typescript/unstable/sync";

import type { Position } from "../problem.ts";
import type { LibraryFile } from "./library.ts";
import type { Base, LibraryShape, NamedDeclaration, Property, Shape, TypeUse } from "./shape.ts";
import { basesOf } from "./typescript-bases.ts";
import { commentsOf, startOf } from "./typescript-files.ts";
import type { ParsedFile } from "./typescript-files.ts";
import { argumentHint, branchHints, elementHint, isLanguageFile, memberHints, recordHint } from "./typescript-names.ts";
import type { Hint, NamedHint, NameResolver, Scope } from "./typescript-names.ts";
import { createTypeInspector } from "./typescript-types.ts";
import { createUnionReader } from "./typescript-unions.ts";
import { unsupportedLanguageType, unsupportedObject, unsupportedPrimitive } from "./unsupported.ts";

export interface ShapeReader {
  /** The type of a declaration, with the scope for the members in it. */
  declared(type: Type, named: NamedHint, position: Position): TypeUse;
}

export interface ShapeReaderOptions {
  readonly project: Project;
  readonly names: NameResolver;
  readonly fileOf: (path: string) => ParsedFile;
  readonly libraryOf: (path: string) => LibraryFile | undefined;
}

export function createShapeReader({ project, names, fileOf, libraryOf }: ShapeReaderOptions): ShapeReader {
  const { checker } = project;
  const types = createTypeInspector(project);
  const unions = createUnionReader({ project, names, libraryOf, textOf: sourceText, use });
  const plainProperties = new Map<number, readonly Property[]>();

  /** Follows a hint: the names on the way, and the node at the end. `| null` and `| undefined` are skipped. */
  function follow(hint: Hint | undefined): { readonly passed: readonly NamedHint[]; readonly end: Hint | undefined } {
    if (hint === undefined) return { passed: [], end: undefined };
    const { names: passed, end } = names.resolve(hint);
    const members = end === undefined ? [] : memberHints(end).filter(({ node }) => !isNullish(node));
    const [only] = members;
    if (end === undefined || members.length !== 1 || only === undefined || only.node === end.node)
      return { passed, end };
    const further = follow(only);
    return { passed: [...passed, ...further.passed], end: further.end };
  }

  function use(type: Type, hint: Hint | undefined, position: Position): TypeUse {
    const { passed, end } = follow(hint);
    const libraryAt = passed.findIndex(({ declaration }) => libraryOf(fileNameOf(declaration)) !== undefined);
    const ours = libraryAt < 0 ? passed : passed.slice(0, libraryAt);
    const library = passed[libraryAt]?.declaration;
    const scope = passed.at(-1)?.scope ?? end?.scope ?? emptyScope;
    const members = types.membersOf(type);
    return {
      shape:
        library === undefined ? shapeOf(type, members, end, scope, position) : libraryShape(library, library.name.text),
      names: ours.map(namedDeclaration),
      bases: () => basesOf({ names: passed, end }, names, baseOf),
      nullable: members.some(({ flags }) => (flags & TypeFlags.Null) !== 0),
      position,
    };
  }

  function shapeOf(type: Type, all: readonly Type[], end: Hint | undefined, scope: Scope, position: Position): Shape {
    const members = all.filter(({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Null)) === 0);
    const [only] = members;
    if (only === undefined) return nothingShape(type);
    if (members.length > 1)
      return libraryOfSymbol(type.getAliasSymbol()) ?? unions.unionShape(type, members, end, position);
    if (only.isIntersectionType()) {
      const plain = only.getTypes().find(({ flags }) => (flags & plainFlags) !== 0);
      // A brand, as in string & { readonly brand: "name" }, exists for the compiler only.
      if (plain !== undefined) return use(plain, end && plainHint(end), position).shape;
    }
    if ((only.flags & TypeFlags.Object) !== 0 || only.isIntersectionType())
      return objectShape(only, end, scope, position);
    if (only.isLiteralType()) return unions.literalShape([only], end);
    if ((only.flags & TypeFlags.String) !== 0) return { kind: "string" };
    if ((only.flags & TypeFlags.Number) !== 0) return numberShape(end);
    if ((only.flags & TypeFlags.Boolean) !== 0) return { kind: "boolean" };
    if ((only.flags & TypeFlags.BigInt) !== 0) return { kind: "bigint" };
    if ((only.flags & TypeFlags.Never) !== 0) return nothingShape(type);
    return unsupportedPrimitive(checker.typeToString(only));
  }

  /** A plain number, unless the conditional type that it came from has a named number. */
  function numberShape(end: Hint | undefined): Shape {
    const named = (end === undefined ? [] : branchHints(end)).flatMap((branch) =>
      names.resolve(branch).names.slice(0, 1),
    );
    const [first, ...others] = named.filter(({ declaration }) => libraryOf(fileNameOf(declaration)) !== undefined);
    if (first === undefined || others.length > 0) return { kind: "number" };
    return libraryShape(first.declaration, first.declaration.name.text);
  }

  /** `b?: never`: `undefined` for the compiler, an excluded field for a variant of a union. */
  function nothingShape(type: Type): Shape {
    const isNull = types.membersOf(type).some(({ flags }) => (flags & TypeFlags.Null) !== 0);
    return isNull ? unsupportedPrimitive("null") : { kind: "nothing" };
  }

  function objectShape(type: Type, end: Hint | undefined, scope: Scope, position: Position): Shape {
    const symbol = type.getSymbol();
    const list = types.listKindOf(type, symbol);
    if (list === "array" && type.isTypeReference()) {
      const element = types.elementOf(type);
      if (element !== undefined) return { kind: "array", element: use(element, end && elementHint(end), position) };
    }
    const library = libraryOfSymbol(type.getAliasSymbol()) ?? libraryOfSymbol(symbol);
    if (library !== undefined) return library;
    const text = (): string => checker.typeToString(type);
    if (list === "tuple") return unsupportedObject("tuple", text());
    const isMapped = type.isObjectType() && (type.objectFlags & ObjectFlags.Mapped) !== 0;
    const inLanguage = symbol?.declarations.some(({ path }) => isLanguageFile(path)) ?? false;
    if (inLanguage && !isMapped) return unsupportedLanguageType(symbol?.name ?? "", text());
    if (symbol !== undefined && (symbol.flags & SymbolFlags.Class) !== 0) return unsupportedObject("class", text());

    const properties = types.propertiesOf(type);
    const index = types.indexOf(type, symbol);
    if (index !== undefined) {
      if (properties.length > 0) return unsupportedObject("open object", text());
      const declared = index.declaration?.resolve(project);
      const written =
        declared !== undefined && isIndexSignatureDeclaration(declared) && !inLanguage ? declared.type : undefined;
      const hint = written === undefined ? end && argumentHint(end, 1) : { node: written, scope };
      return { kind: "map", value: use(index.valueType, hint, position) };
    }
    const isCallable = (): boolean =>
      [SignatureKind.Call, SignatureKind.Construct].some((kind) => checker.getSignaturesOfType(type, kind).length > 0);
    if (properties.length === 0 && isCallable()) return unsupportedObject("function", text());
    // A mapped type can change the declared types of properties.
    const inner = isMapped ? (inLanguage ? scopeOfArguments(end, scope) : undefined) : scopeOfMembers(end, scope);
    const undeclared = isMapped && end !== undefined ? recordHint(end, names) : undefined;
    let read: readonly Property[] | undefined;
    return {
      kind: "object",
      id: type.id,
      properties: () => (read ??= propertiesOf(type, properties, { scope: inner, undeclared, at: position })),
    };
  }

  /** `Pick<Box<Int32>, "item">`: the properties are those of `Box`, so they are read in its scope. */
  function scopeOfArguments(end: Hint | undefined, scope: Scope): Scope {
    const argument = end === undefined ? undefined : argumentHint(end, 0);
    if (argument === undefined) return scope;
    const { passed, end: inner } = follow(argument);
    return passed.at(-1)?.scope ?? scopeOfArguments(inner, argument.scope);
  }

  /** `A<Int32> & B<Int64>`: the properties of both, each read in the scope of its member. */
  function scopeOfMembers(end: Hint | undefined, scope: Scope): Scope {
    if (end === undefined || isTypeLiteralNode(end.node)) return scope;
    const scopes = memberHints(end)
      .filter(({ node }) => node !== end.node)
      .map((member) => follow(member));
    return new Map([...scope, ...scopes.flatMap(({ passed }) => [...(passed.at(-1)?.scope ?? [])])]);
  }

  /** The properties of a type without type arguments are the same for all uses. */
  function propertiesOf(type: Type, symbols: readonly TypeScriptSymbol[], holder: Holder): readonly Property[] {
    const isPlain = holder.scope?.size === 0 && holder.undeclared === undefined;
    if (!isPlain) return readProperties(symbols, holder);
    const known = plainProperties.get(type.id) ?? readProperties(symbols, holder);
    plainProperties.set(type.id, known);
    return known;
  }

  function readProperties(symbols: readonly TypeScriptSymbol[], holder: Holder): readonly Property[] {
    const typesOfSymbols = checker.getTypeOfSymbol(symbols);
    return symbols.flatMap((symbol, index) => {
      const type = typesOfSymbols[index];
      return type === undefined || isForCompiler(symbol) ? [] : [readProperty(symbol, type, holder)];
    });
  }

  /** Kubewright libraries mark types with properties that exist only at compile time: their names are symbols. */
  function isForCompiler(symbol: TypeScriptSymbol): boolean {
    const declaration = symbol.declarations[0]?.resolve(project);
    if (declaration === undefined || !isPropertySignatureDeclaration(declaration)) return false;
    return isComputedPropertyName(declaration.name) && libraryOf(fileNameOf(declaration)) !== undefined;
  }

  function readProperty(symbol: TypeScriptSymbol, type: Type, { scope, undeclared, at }: Holder): Property {
    const declaration = symbol.declarations[0]?.resolve(project);
    const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0;
    const presence = { optional: isOptional, undefinable: !isOptional && types.isUndefinable(type) };
    if (declaration === undefined)
      return { name: symbol.name, ...presence, type: use(type, undeclared, at), comments: [], position: at };
    const path = fileNameOf(declaration);
    const fromLibrary = libraryOf(path) !== undefined;
    const file = fileOf(path);
    // A problem of a library type is reported where the type is used.
    const position = fromLibrary ? at : file.source.positionAt(startOf(file, declaration));
    const written = isPropertySignatureDeclaration(declaration) ? declaration.type : undefined;
    const hint = scope === undefined || written === undefined ? undefined : { node: written, scope };
    const property = { name: symbol.name, ...presence, type: use(type, hint, position), position };
    if (!fromLibrary) return { ...property, comments: commentsOf(file, declaration) };
    const { parent } = declaration;
    // Without a scope it is a mapped type, which may have changed the property.
    const library =
      scope !== undefined && isInterfaceDeclaration(parent) ? libraryShapeOf(parent, parent.name.text) : undefined;
    return { ...property, comments: [], ...(library !== undefined && { library }) };
  }

  function namedDeclaration({ declaration }: NamedHint): NamedDeclaration {
    const file = fileOf(fileNameOf(declaration));
    const position = file.source.positionAt(startOf(file, declaration.name));
    return { name: declaration.name.text, comments: commentsOf(file, declaration), position };
  }

  function baseOf(named: NamedHint): Base {
    return libraryShapeOf(named.declaration, named.declaration.name.text) ?? namedDeclaration(named);
  }

  function libraryOfSymbol(symbol: TypeScriptSymbol | undefined): LibraryShape | undefined {
    const declaration = symbol?.declarations[0]?.resolve(project);
    return symbol === undefined || declaration === undefined ? undefined : libraryShapeOf(declaration, symbol.name);
  }

  function libraryShapeOf(declaration: Node, name: string): LibraryShape | undefined {
    const found = libraryOf(fileNameOf(declaration));
    return found === undefined || name === "__type" ? undefined : { kind: "library", ...found, name };
  }

  function libraryShape(declaration: Node, name: string): Shape {
    return libraryShapeOf(declaration, name) ?? unsupportedObject("class", name);
  }

  function sourceText(node: Node): string {
    return fileOf(fileNameOf(node)).source.text.slice(node.pos, node.end).trim();
  }

  return {
    declared(type, named, position) {
      return {
        ...use(type, undefined, position),
        shape: shapeOf(type, types.membersOf(type), undefined, named.scope, position),
        names: [namedDeclaration(named)],
        bases: () => basesOf({ names: [named], end: undefined }, names, baseOf),
      };
    },
  };
}

/** How properties are read: their scope, the hint for undeclared ones, and the position of their problems. */
interface Holder {
  readonly scope: Scope | undefined;
  readonly undeclared: Hint | undefined;
  readonly at: Position;
}

const plainFlags = TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.BigInt;

function isNullish(node: TypeNode): boolean {
  const text = isLiteralTypeNode(node) ? node.literal.kind : node.kind;
  return nullishKinds.has(text);
}

function fileNameOf(node: Node): string {
  return node.getSourceFile().fileName;
}

/** The member of an intersection that is not an object, such as `Int32`. */
function plainHint(end: Hint): Hint | undefined {
  return memberHints(end).find(({ node }) => !isTypeLiteralNode(node));
}

const emptyScope: Scope = new Map();

const nullishKinds: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.NullKeyword, SyntaxKind.UndefinedKeyword]);
