// The source of calls: operators, indexes, functions and members.

import type { Expression } from "./expression.ts";
import type { Signature } from "./types.ts";

/** The source of a call. */
export function partsOf({ name, isMember }: Signature, args: readonly Expression[]): readonly (string | Expression)[] {
  if (/_/.test(name) && !/^\w+$/.test(name.replaceAll("_", ""))) return operatorParts(name, args);
  if (name === "@in") return operatorParts("_ in _", args);
  const [target = "", ...rest] = isMember ? args : ["", ...args];
  const list = rest.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg]));
  return isMember ? [target, `.${name}(`, ...list, ")"] : [`${name}(`, ...list, ")"];
}

/** `_+_`: every underscore is an operand. */
function operatorParts(name: string, args: readonly Expression[]): readonly (string | Expression)[] {
  const pieces = name.split("_");
  const isAccess = name.includes("[");
  const inner = pieces.flatMap((piece, index) =>
    index === 0 ? [piece] : [args[index - 1] ?? "", spaced(piece, isAccess)],
  );
  return isAccess ? inner : ["(", ...inner, ")"];
}

function spaced(piece: string, isAccess: boolean): string {
  return isAccess || piece === "" ? piece : ` ${piece.trim()} `;
}
