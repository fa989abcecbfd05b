// The type checker. It gives every node a type, and resolves every name and call. Its messages are those of cel-go.
// https://github.com/google/cel-spec/blob/master/doc/langdef.md#gradual-type-checking

import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  ListExpression,
  MapExpression,
  SelectExpression,
  StructExpression,
} from "../syntax/expression.ts";
import type { SyntaxIssue } from "../syntax/source.ts";
import type { CelType } from "../types/type.ts";
import { boolType, dynType, errorType, listOf, mapOf, optionalOf, parameterOf } from "../types/type.ts";
import { typeOfValue } from "../values/describe.ts";
import { Bindings, isDyn, isDynOrError, mostGeneral } from "./assignability.ts";
import type { Checked, CheckingEnvironment, Reference } from "./checked.ts";
import type { FunctionDeclaration } from "./declarations.ts";
import { formatSignature, matchOverloads, unwrapOptional } from "./overloads.ts";
import type { Resolved } from "./scope.ts";
import { resolveFunction, resolveName, Scope } from "./scope.ts";
import { loopTypes, messageType, qualifiedName } from "./shapes.ts";

/** Checks an expression. Problems are among the issues. */
export function checkExpression(
  expression: Expression,
  offsets: readonly number[],
  environment: CheckingEnvironment,
): Checked {
  return new Checker(offsets, environment).run(expression);
}

class Checker {
  readonly #offsets: readonly number[];
  readonly #environment: CheckingEnvironment;
  readonly #bindings = new Bindings();
  readonly #types = new Map<number, CelType>();
  readonly #references = new Map<number, Reference>();
  readonly #issues: SyntaxIssue[] = [];
  #scope: Scope;

  constructor(offsets: readonly number[], environment: CheckingEnvironment) {
    this.#offsets = offsets;
    this.#environment = environment;
    this.#scope = new Scope(environment.variables);
  }

  run(expression: Expression): Checked {
    this.#check(expression);
    for (const [id, type] of this.#types) this.#types.set(id, this.#bindings.substitute(type, true));
    return { expression, types: this.#types, references: this.#references, issues: this.#issues };
  }

  #report(id: number, message: string): void {
    this.#issues.push({ offset: this.#offsets[id], message });
  }

  #check(expression: Expression): CelType {
    const type = this.#typeOf(expression);
    this.#types.set(expression.id, type);
    return type;
  }

  #typeOf(expression: Expression): CelType {
    switch (expression.kind) {
      case "literal":
        return typeOfValue(expression.value);
      case "ident": {
        const found = this.#resolve(expression.id, expression.name);
        return found?.type ?? this.#undeclared(expression.id, expression.name);
      }
      case "select":
        return this.#selection(expression);
      case "call":
        return this.#call(expression);
      case "list":
        return this.#list(expression);
      case "map":
        return this.#map(expression);
      case "struct":
        return this.#struct(expression);
      case "comprehension":
        return this.#comprehension(expression);
    }
  }

  #undeclared(id: number, name: string): CelType {
    this.#report(id, `undeclared reference to '${name}' (in container '${this.#environment.container}')`);
    return errorType;
  }

  #resolve(id: number, name: string): Resolved | undefined {
    const found = resolveName(name, this.#scope, this.#environment);
    if (found === undefined) return undefined;
    const { isType, name: resolved, type, value } = found;
    const variable: Reference =
      value === undefined ? { kind: "variable", name: resolved } : { kind: "constant", name: resolved, value };
    this.#references.set(id, isType ? { kind: "type", name: resolved, type: parameterOf(type, 0) } : variable);
    return found;
  }

  #selection(expression: SelectExpression): CelType {
    const qualified = qualifiedName(expression);
    const found = qualified === undefined ? undefined : this.#resolve(expression.id, qualified);
    if (found !== undefined) return found.type;
    const type = this.#field(expression, expression.operand, expression.field, false);
    return expression.isTest ? boolType : this.#bindings.substitute(type, false);
  }

  #field(expression: Expression, operand: Expression, field: string, isOptional: boolean): CelType {
    const operandType = this.#bindings.substitute(this.#check(operand), false);
    const target = unwrapOptional(operandType) ?? operandType;
    const type = this.#fieldOf(expression, target, field);
    return isOptional || target !== operandType ? optionalOf(type) : type;
  }

  #fieldOf(expression: Expression, target: CelType, field: string): CelType {
    switch (target.kind) {
      case "map":
        return parameterOf(target, 1);
      case "struct":
        return this.#structField(expression.id, target.name, field) ?? errorType;
      case "typeParam":
        this.#bindings.isAssignable(dynType, target);
        return dynType;
      default:
        if (!isDynOrError(target)) {
          this.#report(expression.id, `type '${target.text}' does not support field selection`);
        }
        return dynType;
    }
  }

  #structField(id: number, name: string, field: string): CelType | undefined {
    const struct = this.#environment.structs(name);
    if (struct === undefined && !this.#environment.types.has(name)) {
      this.#report(id, `unexpected failed resolution of '${name}'`);
      return undefined;
    }
    const type = struct?.fieldType(field);
    if (type === undefined) this.#report(id, `undefined field '${field}'`);
    return type;
  }

  #call(expression: CallExpression): CelType {
    const { name, target, args } = expression;
    if (name === "_?._") return this.#optionalSelection(expression);
    for (const arg of args) this.#check(arg);
    if (target === undefined) {
      const declaration = this.#function(name);
      if (declaration === undefined) return this.#undeclared(expression.id, name);
      return this.#overloads(expression, declaration, undefined, false);
    }
    const prefix = qualifiedName(target);
    const qualified = prefix === undefined ? undefined : this.#function(`${prefix}.${name}`);
    if (qualified !== undefined) return this.#overloads(expression, qualified, undefined, true);
    this.#check(target);
    const declaration = this.#function(name);
    if (declaration === undefined) return this.#undeclared(expression.id, name);
    return this.#overloads(expression, declaration, target, false);
  }

  #optionalSelection(expression: CallExpression): CelType {
    const [operand, field] = expression.args;
    const name = field?.kind === "literal" && typeof field.value === "string" ? field.value : "";
    if (operand === undefined || field === undefined) return errorType;
    const type = this.#field(expression, operand, name, true);
    const declaration = this.#function("_?._");
    if (declaration !== undefined) {
      const { overloads } = declaration;
      this.#references.set(expression.id, { kind: "function", declaration, overloads, isQualified: false });
    }
    return this.#bindings.substitute(type, false);
  }

  #function(name: string): FunctionDeclaration | undefined {
    return resolveFunction(name, this.#environment);
  }

  #overloads(
    call: CallExpression,
    declaration: FunctionDeclaration,
    target: Expression | undefined,
    isQualified: boolean,
  ): CelType {
    const args = target === undefined ? call.args : [target, ...call.args];
    const types = args.map(({ id }) => this.#types.get(id) ?? errorType);
    if (declaration.name === "_&&_" || declaration.name === "_||_") return this.#logical(call, declaration, types);
    const { matching, result } = matchOverloads(declaration, types, target !== undefined, this.#bindings);
    if (result === undefined) {
      const shown = types.map((type) => this.#bindings.substitute(type, true).text);
      const signature = formatSignature(shown, target !== undefined);
      this.#report(call.id, `found no matching overload for '${declaration.name}' applied to '${signature}'`);
      return errorType;
    }
    this.#references.set(call.id, { kind: "function", declaration, overloads: matching, isQualified });
    return result;
  }

  #logical(call: CallExpression, declaration: FunctionDeclaration, types: readonly CelType[]): CelType {
    let isValid = true;
    types.forEach((type, index) => {
      const arg = call.args[index];
      if (arg === undefined || this.#bindings.isAssignable(type, boolType)) return;
      this.#report(arg.id, `expected type 'bool' but found '${type.text}'`);
      isValid = false;
    });
    if (!isValid) return errorType;
    const { overloads } = declaration;
    this.#references.set(call.id, { kind: "function", declaration, overloads, isQualified: false });
    return boolType;
  }

  #list(expression: ListExpression): CelType {
    let itemType: CelType | undefined;
    expression.elements.forEach((element, index) => {
      const type = this.#optionalItem(element, expression.optionals.has(index));
      itemType = this.#join(itemType, type);
    });
    return listOf(itemType ?? this.#bindings.freeType());
  }

  #optionalItem(expression: Expression, isOptional: boolean): CelType {
    const type = this.#check(expression);
    if (!isOptional) return type;
    const inner = unwrapOptional(type);
    if (inner !== undefined) return inner;
    if (!isDyn(type)) {
      this.#report(expression.id, `expected type '${optionalOf(type).text}' but found '${type.text}'`);
    }
    return type;
  }

  #map(expression: MapExpression): CelType {
    let keyType: CelType | undefined;
    let valueType: CelType | undefined;
    for (const { key, value, isOptional } of expression.entries) {
      keyType = this.#join(keyType, this.#check(key));
      valueType = this.#join(valueType, this.#optionalItem(value, isOptional));
    }
    return mapOf(keyType ?? this.#bindings.freeType(), valueType ?? this.#bindings.freeType());
  }

  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current;
    if (this.#bindings.isAssignable(previous, current)) return mostGeneral(previous, current);
    return dynType;
  }

  #struct(expression: StructExpression): CelType {
    const found = this.#resolve(expression.id, expression.name);
    if (found === undefined) return this.#undeclared(expression.id, expression.name);
    const { type, problem } = messageType(found.type);
    if (problem !== undefined) this.#report(expression.id, problem);
    const name = type.kind === "struct" ? type.name : found.name;
    for (const field of expression.fields) {
      const valueType = this.#optionalItem(field.value, field.isOptional);
      const fieldType = this.#structField(field.id, name, field.name) ?? errorType;
      if (!this.#bindings.isAssignable(fieldType, valueType)) {
        const expected = `expected type of field '${field.name}' is '${fieldType.text}'`;
        this.#report(field.id, `${expected} but provided type is '${valueType.text}'`);
      }
    }
    return type;
  }

  #comprehension(expression: ComprehensionExpression): CelType {
    const { range, variable, variable2, accumulator, initial, condition, step, result } = expression;
    const rangeType = this.#bindings.substitute(this.#check(range), false);
    const accumulatorType = this.#check(initial);
    const outer = this.#scope;
    const withAccumulator = new Scope(new Map([[accumulator, accumulatorType]]), outer);
    const [first, second] = this.#rangeTypes(range, rangeType, variable2 !== undefined);
    const names = new Map([[variable, first]]);
    if (variable2 !== undefined) names.set(variable2, second);
    this.#scope = new Scope(names, withAccumulator);
    this.#assertType(condition, boolType);
    this.#assertType(step, accumulatorType);
    this.#scope = withAccumulator;
    const type = this.#check(result);
    this.#scope = outer;
    return this.#bindings.substitute(type, false);
  }

  #rangeTypes(range: Expression, type: CelType, hasTwo: boolean): readonly [CelType, CelType] {
    if (type.kind === "typeParam") this.#bindings.isAssignable(dynType, type);
    const types = loopTypes(type, hasTwo);
    if (types !== undefined) return types;
    const problem = "cannot be range of a comprehension (must be list, map, or dynamic)";
    this.#report(range.id, `expression of type '${type.text}' ${problem}`);
    return [errorType, errorType];
  }

  #assertType(expression: Expression, expected: CelType): void {
    const type = this.#check(expression);
    if (this.#bindings.isAssignable(expected, type)) return;
    this.#report(expression.id, `expected type '${expected.text}' but found '${type.text}'`);
  }
}
