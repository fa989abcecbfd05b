// The built-in kinds, one module per group version: `@kubewright/api/core/v1`, `@kubewright/api/apps/v1`. Here is only
// what needs all of them; an operator imports the group versions it uses and loads no more.

export { builtinTypes } from "./builtin-types.ts";
