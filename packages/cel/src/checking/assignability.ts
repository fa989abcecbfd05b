// Which types fit where, with type parameters bound on the way. Bindings are undone if a signature turns out not to fit.

import type { CelType } from "../types/type.ts";
import { CelType as CelTypeClass, dynType, isSameType, parameterOf, typeParam } from "../types/type.ts";

/** The bindings of type parameters to types. */
export class Bindings {
  readonly #types = new Map<string, CelType>();
  #undo: (readonly [string, CelType | undefined])[] = [];

  #free = 0;

  /** A type parameter that nothing else uses. */
  freeType(): CelType {
    return typeParam(`_var${this.#free++}`);
  }

  /** Whether all of `left` fit `right`, position by position. Nothing is bound if not. */
  areAssignable(left: readonly CelType[], right: readonly CelType[]): boolean {
    this.#undo = [];
    if (this.#areAssignable(left, right)) return true;
    for (const [name, before] of this.#undo.toReversed()) {
      if (before === undefined) this.#types.delete(name);
      else this.#types.set(name, before);
    }
    return false;
  }

  isAssignable(left: CelType, right: CelType): boolean {
    return this.areAssignable([left], [right]);
  }

  /** Replaces bound type parameters. With `isFinal`, free ones become `dyn`. */
  substitute(type: CelType, isFinal: boolean): CelType {
    if (type.kind === "typeParam") {
      const bound = this.#types.get(type.text);
      if (bound !== undefined) return this.substitute(bound, isFinal);
      return isFinal ? dynType : type;
    }
    if (type.parameters.length === 0) return type;
    const parameters = type.parameters.map((parameter) => this.substitute(parameter, isFinal));
    const isChanged = parameters.some((parameter, index) => parameter !== type.parameters[index]);
    return isChanged ? new CelTypeClass(type.kind, type.name, parameters) : type;
  }

  #bind(parameter: CelType, type: CelType): void {
    this.#undo.push([parameter.text, this.#types.get(parameter.text)]);
    this.#types.set(parameter.text, type);
  }

  #areAssignable(left: readonly CelType[], right: readonly CelType[]): boolean {
    if (left.length !== right.length) return false;
    return left.every((type, index) => {
      const other = right[index];
      return other !== undefined && this.#isAssignable(type, other);
    });
  }

  #isAssignable(left: CelType, right: CelType): boolean {
    if (right.kind === "typeParam") {
      const { isValid, isBound } = this.#canBind(left, right);
      if (isValid) return true;
      if (isBound) return false;
    }
    if (left.kind === "typeParam") return this.#canBind(right, left).isValid;
    if (isDynOrError(left) || isDynOrError(right)) return true;
    if (left.kind === "null") return isNullable(right);
    if (right.kind === "null") return isNullable(left);
    switch (left.kind) {
      case "type":
        return right.kind === "type";
      case "opaque":
      case "list":
      case "map":
        return (
          left.kind === right.kind && left.name === right.name && this.#areAssignable(left.parameters, right.parameters)
        );
      default:
        return isSameType(left, right);
    }
  }

  #canBind(type: CelType, parameter: CelType): { readonly isValid: boolean; readonly isBound: boolean } {
    if (isSameType(type, parameter)) return { isValid: true, isBound: true };
    const bound = this.#types.get(parameter.text);
    if (bound !== undefined) {
      if (isSameType(type, bound)) return { isValid: true, isBound: true };
      if (!this.#isAssignable(type, bound)) return { isValid: false, isBound: true };
      const general = mostGeneral(type, bound);
      if (!this.#refersTo(general, parameter)) this.#bind(parameter, general);
      return { isValid: true, isBound: true };
    }
    if (this.#refersTo(type, parameter)) return { isValid: false, isBound: false };
    this.#bind(parameter, type);
    return { isValid: true, isBound: false };
  }

  #refersTo(type: CelType, parameter: CelType): boolean {
    if (isSameType(type, parameter)) return true;
    if (type.kind === "typeParam") {
      const bound = this.#types.get(type.text);
      return bound !== undefined && this.#refersTo(bound, parameter);
    }
    return type.parameters.some((inner) => this.#refersTo(inner, parameter));
  }
}

/** Whether a type permits all values. */
export function isDyn({ kind }: CelType): boolean {
  return kind === "any" || kind === "dyn";
}

/** Whether values of a type are not checked. */
export function isDynOrError(type: CelType): boolean {
  return isDyn(type) || type.kind === "error";
}

function isNullable(type: CelType): boolean {
  return type.isWrapper || ["null", "opaque", "struct", "duration", "timestamp"].includes(type.kind);
}

/** The more general of two types. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isEqualOrLessSpecific(left, right) ? left : right;
}

function isEqualOrLessSpecific(left: CelType, right: CelType): boolean {
  if (isDyn(left) || left.kind === "typeParam") return true;
  if (isDyn(right) || right.kind === "typeParam" || left.kind !== right.kind) return false;
  switch (left.kind) {
    case "opaque":
      return (
        left.name === right.name &&
        left.parameters.length === right.parameters.length &&
        left.parameters.every((type, index) => isEqualOrLessSpecific(type, parameterOf(right, index)))
      );
    case "list":
      return isEqualOrLessSpecific(parameterOf(left, 0), parameterOf(right, 0));
    case "map":
      return (
        isEqualOrLessSpecific(parameterOf(left, 0), parameterOf(right, 0)) &&
        isEqualOrLessSpecific(parameterOf(left, 1), parameterOf(right, 1))
      );
    case "type":
      return true;
    default:
      return isSameType(left, right);
  }
}
