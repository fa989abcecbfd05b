/** Names of types: kinds keep their names, nested types are named by their path. The same CRDs always give the same names. */

/** Returns each name only once. */
export interface TypeNames {
  /** The name if it is unused, else the name with the lowest number that makes it unique. */
  take(wanted: string): string;
}

export function createTypeNames(reserved: Iterable<string>): TypeNames {
  const taken = new Set(reserved);
  return {
    take(wanted) {
      const usable = notTypes.has(wanted) ? `${wanted}_` : wanted;
      let name = usable;
      for (let number = 2; taken.has(name); number++) name = `${usable}${number}`;
      taken.add(name);
      return name;
    },
  };
}

/** A step of a path as part of a name: `issuerRef` gives `IssuerRef`, `x-y.z` gives `XYZ`. */
export function nameStep(property: string): string {
  const words = property.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") || "Field";
}

/** A property as a key: quoted unless it is an identifier. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? name
    : JSON.stringify(name).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Words that cannot name an interface. A kind may have such a name, because a kind may be any word of letters. */
const notTypes: ReadonlySet<string> = new Set(
  (
    "any unknown never void null undefined string number bigint boolean symbol object type await async break case catch class const continue " +
    "debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new " +
    "package private protected public return static super switch this throw true try typeof var while with yield"
  ).split(" "),
);
