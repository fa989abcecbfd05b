/**
 * Converts types of the compiler to shapes. The type gives the structure; the hint, if there is one, has the name in the source. Both are followed
 * together: from an object to its properties, from an array to its elements.
 */
import * as ast from "typescript/unstable/ast";
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
import { TypeInspector } from "./typescript-types.ts";
import { UnionReader } from "./typescript-unions.ts";
import { unsupportedLanguageType, unsupportedObject, unsupportedPrimitive } from "./unsupported.ts";

export interface ShapeReaderOptions {
  readonly project: Project;
  readonly names: NameResolver;
  readonly fileOf: (path: string) => ParsedFile;
  readonly libraryOf: (path: string) => LibraryFile | undefined;
}

/** Reads the shapes of types. */
export class ShapeReader {
  readonly #project: Project;
  readonly #names: NameResolver;
  readonly #fileOf: (path: string) => ParsedFile;
  readonly #libraryOf: (path: string) => LibraryFile | undefined;
  readonly #types: TypeInspector;
  readonly #unions: UnionReader;
  readonly #plainProperties = new Map<number, readonly Property[]>();

  constructor({ project, names, fileOf, libraryOf }: ShapeReaderOptions) {
    this.#project = project;
    this.#names = names;
    this.#fileOf = fileOf;
    this.#libraryOf = libraryOf;
    this.#types = new TypeInspector(project);
    this.#unions = new UnionReader({
      project,
      names,
      libraryOf,
      textOf: (node) => this.#sourceText(node),
      use: (type, hint, position) => this.#use(type, hint, position),
    });
  }

  /** The type of a declaration, with the scope for the members in it. */
  declared(type: Type, named: NamedHint, position: Position): TypeUse {
    return {
      ...this.#use(type, undefined, position),
      shape: this.#shapeOf(type, this.#types.membersOf(type), undefined, named.scope, position),
      names: [this.#namedDeclaration(named)],
      bases: () => basesOf({ names: [named], end: undefined }, this.#names, (base) => this.#baseOf(base)),
    };
  }

  /** Follows a hint: the names on the way, and the node at the end. `| null` and `| undefined` are skipped. */
  #follow(hint: Hint | undefined): { readonly passed: readonly NamedHint[]; readonly end: Hint | undefined } {
    if (hint === undefined) return { passed: [], end: undefined };
    const { names: passed, end } = this.#names.resolve(hint);
    const members = end === undefined ? [] : memberHints(end).filter(({ node }) => !isNullish(node));
    const [only] = members;
    if (end === undefined || members.length !== 1 || only === undefined || only.node === end.node)
      return { passed, end };
    const further = this.#follow(only);
    return { passed: [...passed, ...further.passed], end: further.end };
  }

  #use(type: Type, hint: Hint | undefined, position: Position): TypeUse {
    const { passed, end } = this.#follow(hint);
    const libraryAt = passed.findIndex(({ declaration }) => this.#libraryOf(fileNameOf(declaration)) !== undefined);
    const ours = libraryAt < 0 ? passed : passed.slice(0, libraryAt);
    const library = passed[libraryAt]?.declaration;
    const scope = passed.at(-1)?.scope ?? end?.scope ?? emptyScope;
    const members = this.#types.membersOf(type);
    return {
      shape:
        library === undefined
          ? this.#shapeOf(type, members, end, scope, position)
          : this.#libraryShape(library, library.name.text),
      names: ours.map((each) => this.#namedDeclaration(each)),
      bases: () => basesOf({ names: passed, end }, this.#names, (named) => this.#baseOf(named)),
      nullable: members.some(({ flags }) => (flags & TypeFlags.Null) !== 0),
      position,
    };
  }

  #shapeOf(type: Type, all: readonly Type[], end: Hint | undefined, scope: Scope, position: Position): Shape {
    const members = all.filter(({ flags }) => (flags & (TypeFlags.Undefined | TypeFlags.Null)) === 0);
    const [only] = members;
    if (only === undefined) return this.#nothingShape(type);
    if (members.length > 1)
      return this.#libraryOfSymbol(type.getAliasSymbol()) ?? this.#unions.unionShape(type, members, end, position);
    if (only.isIntersectionType()) {
      const plain = only.getTypes().find(({ flags }) => (flags & plainFlags) !== 0);
      // A brand, as in string & { readonly brand: "name" }, exists for the compiler only.
      if (plain !== undefined) return this.#use(plain, end && plainHint(end), position).shape;
    }
    if ((only.flags & TypeFlags.Object) !== 0 || only.isIntersectionType())
      return this.#objectShape(only, end, scope, position);
    if (only.isLiteralType()) return this.#unions.literalShape([only], end);
    if ((only.flags & TypeFlags.String) !== 0) return { kind: "string" };
    if ((only.flags & TypeFlags.Number) !== 0) return this.#numberShape(end);
    if ((only.flags & TypeFlags.Boolean) !== 0) return { kind: "boolean" };
    if ((only.flags & TypeFlags.BigInt) !== 0) return { kind: "bigint" };
    if ((only.flags & TypeFlags.Never) !== 0) return this.#nothingShape(type);
    return unsupportedPrimitive(this.#project.checker.typeToString(only));
  }

  /** A plain number, unless the conditional type that it came from has a named number. */
  #numberShape(end: Hint | undefined): Shape {
    const named = (end === undefined ? [] : branchHints(end)).flatMap((branch) =>
      this.#names.resolve(branch).names.slice(0, 1),
    );
    const [first, ...others] = named.filter(
      ({ declaration }) => this.#libraryOf(fileNameOf(declaration)) !== undefined,
    );
    if (first === undefined || others.length > 0) return { kind: "number" };
    return this.#libraryShape(first.declaration, first.declaration.name.text);
  }

  /** `b?: never`: `undefined` for the compiler, an excluded field for a variant of a union. */
  #nothingShape(type: Type): Shape {
    const isNull = this.#types.membersOf(type).some(({ flags }) => (flags & TypeFlags.Null) !== 0);
    return isNull ? unsupportedPrimitive("null") : { kind: "nothing" };
  }

  #objectShape(type: Type, end: Hint | undefined, scope: Scope, position: Position): Shape {
    const symbol = type.getSymbol();
    const list = this.#types.listKindOf(type, symbol);
    if (list === "array" && type.isTypeReference()) {
      const element = this.#types.elementOf(type);
      if (element !== undefined)
        return { kind: "array", element: this.#use(element, end && elementHint(end), position) };
    }
    const library = this.#libraryOfSymbol(type.getAliasSymbol()) ?? this.#libraryOfSymbol(symbol);
    if (library !== undefined) return library;
    const text = (): string => this.#project.checker.typeToString(type);
    if (list === "tuple") return unsupportedObject("tuple", text());
    const isMapped = type.isObjectType() && (type.objectFlags & ObjectFlags.Mapped) !== 0;
    const inLanguage = symbol?.declarations.some(({ path }) => isLanguageFile(path)) ?? false;
    if (inLanguage && !isMapped) return unsupportedLanguageType(symbol?.name ?? "", text());
    if (symbol !== undefined && (symbol.flags & SymbolFlags.Class) !== 0) return unsupportedObject("class", text());

    const properties = this.#types.propertiesOf(type);
    const index = this.#types.indexOf(type, symbol);
    if (index !== undefined) {
      if (properties.length > 0) return unsupportedObject("open object", text());
      const declared = index.declaration?.resolve(this.#project);
      const written =
        declared !== undefined && ast.isIndexSignatureDeclaration(declared) && !inLanguage ? declared.type : undefined;
      const hint = written === undefined ? end && argumentHint(end, 1) : { node: written, scope };
      return { kind: "map", value: this.#use(index.valueType, hint, position) };
    }
    const isCallable = (): boolean =>
      [SignatureKind.Call, SignatureKind.Construct].some(
        (kind) => this.#project.checker.getSignaturesOfType(type, kind).length > 0,
      );
    if (properties.length === 0 && isCallable()) return unsupportedObject("function", text());
    // A mapped type can change the declared types of properties.
    const inner = isMapped
      ? inLanguage
        ? this.#scopeOfArguments(end, scope)
        : undefined
      : this.#scopeOfMembers(end, scope);
    const undeclared = isMapped && end !== undefined ? recordHint(end, this.#names) : undefined;
    let read: readonly Property[] | undefined;
    return {
      kind: "object",
      id: type.id,
      properties: () => (read ??= this.#propertiesOf(type, properties, { scope: inner, undeclared, at: position })),
    };
  }

  /** `Pick<Box<Int32>, "item">`: the properties are those of `Box`, so they are read in its scope. */
  #scopeOfArguments(end: Hint | undefined, scope: Scope): Scope {
    const argument = end === undefined ? undefined : argumentHint(end, 0);
    if (argument === undefined) return scope;
    const { passed, end: inner } = this.#follow(argument);
    return passed.at(-1)?.scope ?? this.#scopeOfArguments(inner, argument.scope);
  }

  /** `A<Int32> & B<Int64>`: the properties of both, each read in the scope of its member. */
  #scopeOfMembers(end: Hint | undefined, scope: Scope): Scope {
    if (end === undefined || ast.isTypeLiteralNode(end.node)) return scope;
    const scopes = memberHints(end)
      .filter(({ node }) => node !== end.node)
      .map((member) => this.#follow(member));
    return new Map([...scope, ...scopes.flatMap(({ passed }) => [...(passed.at(-1)?.scope ?? [])])]);
  }

  /** The properties of a type without type arguments are the same for all uses. */
  #propertiesOf(type: Type, symbols: readonly TypeScriptSymbol[], holder: Holder): readonly Property[] {
    const isPlain = holder.scope?.size === 0 && holder.undeclared === undefined;
    if (!isPlain) return this.#readProperties(symbols, holder);
    const known = this.#plainProperties.get(type.id) ?? this.#readProperties(symbols, holder);
    this.#plainProperties.set(type.id, known);
    return known;
  }

  #readProperties(symbols: readonly TypeScriptSymbol[], holder: Holder): readonly Property[] {
    const typesOfSymbols = this.#project.checker.getTypeOfSymbol(symbols);
    return symbols.flatMap((symbol, index) => {
      const type = typesOfSymbols[index];
      return type === undefined || this.#isForCompiler(symbol) ? [] : [this.#readProperty(symbol, type, holder)];
    });
  }

  /** Kubewright libraries mark types with properties that exist only at compile time: their names are symbols. */
  #isForCompiler(symbol: TypeScriptSymbol): boolean {
    const declaration = symbol.declarations[0]?.resolve(this.#project);
    if (declaration === undefined || !ast.isPropertySignatureDeclaration(declaration)) return false;
    return ast.isComputedPropertyName(declaration.name) && this.#libraryOf(fileNameOf(declaration)) !== undefined;
  }

  #readProperty(symbol: TypeScriptSymbol, type: Type, { scope, undeclared, at }: Holder): Property {
    const declaration = symbol.declarations[0]?.resolve(this.#project);
    const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0;
    const presence = { optional: isOptional, undefinable: !isOptional && this.#types.isUndefinable(type) };
    if (declaration === undefined)
      return { name: symbol.name, ...presence, type: this.#use(type, undeclared, at), comments: [], position: at };
    const path = fileNameOf(declaration);
    const fromLibrary = this.#libraryOf(path) !== undefined;
    const file = this.#fileOf(path);
    // A problem of a library type is reported where the type is used.
    const position = fromLibrary ? at : file.source.positionAt(startOf(file, declaration));
    const written = ast.isPropertySignatureDeclaration(declaration) ? declaration.type : undefined;
    const hint = scope === undefined || written === undefined ? undefined : { node: written, scope };
    const property = { name: symbol.name, ...presence, type: this.#use(type, hint, position), position };
    if (!fromLibrary) return { ...property, comments: commentsOf(file, declaration) };
    const { parent } = declaration;
    // Without a scope it is a mapped type, which may have changed the property.
    const library =
      scope !== undefined && ast.isInterfaceDeclaration(parent)
        ? this.#libraryShapeOf(parent, parent.name.text)
        : undefined;
    return { ...property, comments: [], ...(library !== undefined && { library }) };
  }

  #namedDeclaration({ declaration }: NamedHint): NamedDeclaration {
    const file = this.#fileOf(fileNameOf(declaration));
    const position = file.source.positionAt(startOf(file, declaration.name));
    return { name: declaration.name.text, comments: commentsOf(file, declaration), position };
  }

  #baseOf(named: NamedHint): Base {
    return this.#libraryShapeOf(named.declaration, named.declaration.name.text) ?? this.#namedDeclaration(named);
  }

  #libraryOfSymbol(symbol: TypeScriptSymbol | undefined): LibraryShape | undefined {
    const declaration = symbol?.declarations[0]?.resolve(this.#project);
    return symbol && declaration && this.#libraryShapeOf(declaration, symbol.name);
  }

  #libraryShapeOf(declaration: ast.Node, name: string): LibraryShape | undefined {
    const found = this.#libraryOf(fileNameOf(declaration));
    return found === undefined || name === "__type" ? undefined : { kind: "library", ...found, name };
  }

  #libraryShape(declaration: ast.Node, name: string): Shape {
    return this.#libraryShapeOf(declaration, name) ?? unsupportedObject("class", name);
  }

  #sourceText(node: ast.Node): string {
    return this.#fileOf(fileNameOf(node)).source.text.slice(node.pos, node.end).trim();
  }
}

/** How properties are read: their scope, the hint for undeclared ones, and the position of their problems. */
interface Holder {
  readonly scope: Scope | undefined;
  readonly undeclared: Hint | undefined;
  readonly at: Position;
}

const plainFlags = TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.BigInt;

function isNullish(node: ast.TypeNode): boolean {
  const kind = ast.isLiteralTypeNode(node) ? node.literal.kind : node.kind;
  return kind === ast.SyntaxKind.NullKeyword || kind === ast.SyntaxKind.UndefinedKeyword;
}

function fileNameOf(node: ast.Node): string {
  return node.getSourceFile().fileName;
}

/** The member of an intersection that is not an object, such as `Int32`. */
function plainHint(end: Hint): Hint | undefined {
  return memberHints(end).find(({ node }) => !ast.isTypeLiteralNode(node));
}

const emptyScope: Scope = new Map();
