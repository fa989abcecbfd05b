// The meaning of an expression, as the checker found it and the planner and the estimator use it.

import type { Expression } from "../syntax/expression.ts";
import type { SyntaxIssue } from "../syntax/source.ts";
import type { CelType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { FunctionDeclaration, Overload } from "./declarations.ts";
import type { StructResolver } from "./scope.ts";

/** The scope of the checker. */
export interface CheckingEnvironment {
  readonly container: string;
  readonly variables: ReadonlyMap<string, CelType>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly structs: StructResolver;
}

/** What a node refers to. */
export type Reference =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "constant"; readonly name: string; readonly value: Value }
  | { readonly kind: "type"; readonly name: string; readonly type: CelType }
  | {
      readonly kind: "function";
      readonly declaration: FunctionDeclaration;
      readonly overloads: readonly Overload[];
      /** The target of the call is a part of the function's name. */
      readonly isQualified: boolean;
    };

/** The meaning of an expression. */
export interface Checked {
  readonly expression: Expression;
  readonly types: ReadonlyMap<number, CelType>;
  readonly references: ReadonlyMap<number, Reference>;
  readonly issues: readonly SyntaxIssue[];
}

/** Reports a problem of a node. */
export type Report = (id: number, message: string) => void;
