// A library: functions, macros and types that an environment takes together.

import type { FunctionDeclaration } from "../checking/declarations.ts";
import type { Macro } from "../syntax/builder.ts";
import type { CelType } from "../types/type.ts";

/** Functions, macros and types that belong together. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Types that expressions can name. */
  readonly types?: readonly CelType[];
  /** The syntax of optionals: `a.?b`, `a[?b]`, `{?a: b}`. */
  readonly hasOptionals?: boolean;
}
