// The libraries of the language itself and its common extensions.

import { bindingMacros, optionalMacros, standardMacros } from "../syntax/macros.ts";
import { optionalType } from "../types/type.ts";
import type { Library } from "./library.ts";
import { optionalFunctions } from "./optionals.ts";
import { standardFunctions } from "./standard-functions.ts";
import { standardOperators } from "./standard-operators.ts";

/** What every environment has. */
export const standardLibrary: Library = {
  name: "standard",
  functions: [...standardOperators, ...standardFunctions],
  macros: standardMacros,
};

/** Optional values. */
export const optionalLibrary: Library = {
  name: "optionals",
  functions: optionalFunctions,
  macros: optionalMacros,
  types: [optionalType],
  hasOptionals: true,
};

/** `cel.bind`. Kubernetes does not enable it. */
export const bindingLibrary: Library = { name: "bindings", macros: bindingMacros };
