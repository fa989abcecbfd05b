/**
 * The fields of a definition as its Go type declares them: their order, and the names of types that OpenAPI does not publish, such as
 * `v1.ServiceAffinity` of a string. Both show only in errors about values of the wrong type.
 */
import { lazy } from "../lazy.ts";
import { goTypes } from "./fields.generated.ts";

/** A field of a Go type. */
export interface GoField {
  /** The Go type. `undefined`: the type has the name that its schema implies. */
  readonly type: string | undefined;
  /** The field as errors name it: `ProbeHandler.exec` for a field of an embedded struct. */
  readonly path: string;
}

/** The fields by name, in the order of declaration. */
export type GoFields = ReadonlyMap<string, GoField>;

/** Returns the fields of a definition by its OpenAPI name; none for an unknown definition. The first call parses the table. */
export function goFields(definitionName: string): GoFields {
  return new Map((lines().get(definitionName) ?? []).map(nameAndField));
}

const lines = lazy(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(goTypes.split("\n").map((line) => nameAndFields(line.split(" ")))),
);

function nameAndFields([name = "", ...fields]: readonly string[]): [name: string, fields: readonly string[]] {
  return [name, fields];
}

function nameAndField(entry: string): [name: string, field: GoField] {
  const [path = "", type] = entry.split(/:(.*)/);
  return [path.slice(path.lastIndexOf(".") + 1), { path, type }];
}
