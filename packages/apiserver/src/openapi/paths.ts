/** Groups the routes of a path. The parameters that all of them have belong to the path. */
import type { Parameter } from "./parameters.ts";
import type { Route } from "./route.ts";

export interface PathItem {
  /** The parameters of all operations, in the order of their names. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly PathOperation[];
}

export interface PathOperation {
  readonly route: Route;
  /** The other parameters of the operation, in the order of their names. */
  readonly parameters: readonly Parameter[];
}

/** The items of the paths, in the order of their names. */
export function pathItems(routes: readonly Route[]): readonly (readonly [string, PathItem])[] {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, ofPath]) => [path, pathItem(ofPath)] as const);
}

function pathItem(routes: readonly Route[]): PathItem {
  const counts = new Map<string, number>();
  const last = new Map<string, Parameter>();
  for (const parameter of routes.flatMap(({ parameters }) => parameters)) {
    const key = keyOf(parameter);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    last.set(key, parameter);
  }
  const isCommon = (parameter: Parameter): boolean => counts.get(keyOf(parameter)) === routes.length;
  return {
    parameters: sorted([...last.values()].filter(isCommon)),
    operations: routes.map((route) => ({
      route,
      parameters: sorted(route.parameters.filter((parameter) => !isCommon(parameter))),
    })),
  };
}

function keyOf({ name, in: place }: Parameter): string {
  return `${name} ${place}`;
}

function sorted(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
