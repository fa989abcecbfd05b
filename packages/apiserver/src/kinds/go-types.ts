/**
 * The fields of a definition as its Go type declares them: their order, and the names of types that OpenAPI does not publish, such as
 * `v1.ServiceAffinity` of a string. Both show only in errors about values of the wrong type.
 */
import { goTypes } from "./go-types.generated.ts";

export interface GoField {
  /** The Go type. `undefined`: the type has the name that its schema implies. */
  readonly type: string | undefined;
  /** The field as errors name it: `ProbeHandler.exec` for a field of an embedded struct. */
  readonly path: string;
}

/** The fields by name, in the order of declaration. */
export type GoFields = ReadonlyMap<string, GoField>;

/** Returns the fields of a definition by its OpenAPI name; none for an unknown definition. */
export type GoFieldsOf = (definitionName: string) => GoFields;

/** Creates the look-up. The table is parsed at the first call. */
export function createGoFields(): GoFieldsOf {
  let lines: ReadonlyMap<string, readonly string[]> | undefined;
  return (definitionName) => {
    lines ??= new Map(goTypes.split("\n").map((line) => nameAndFields(line.split(" "))));
    return new Map((lines.get(definitionName) ?? []).map(nameAndField));
  };
}

function nameAndFields([name = "", ...fields]: readonly string[]): [name: string, fields: readonly string[]] {
  return [name, fields];
}

function nameAndField(entry: string): [name: string, field: GoField] {
  const [path = "", type] = entry.split(/:(.*)/);
  return [path.slice(path.lastIndexOf(".") + 1), { path, type }];
}
