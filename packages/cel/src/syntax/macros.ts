// The macros of the language: tests of presence, and loops over lists and maps.

import type { Expression } from "./expression.ts";
import type { Macro, MacroBuilder } from "./builder.ts";
import { MacroError, variableName } from "./builder.ts";

const simpleName = "argument must be a simple name";
const identifier = "argument is not an identifier";

/** The loops that test elements; they differ in how they combine the answers. */
type Quantifier = "all" | "exists" | "exists_one";

/** `has`, `all`, `exists`, `exists_one`, `map` and `filter`. */
export const standardMacros: readonly Macro[] = [
  { name: "has", argumentCount: 1, isMember: false, expand: expandHas },
  ...quantifierMacros(1),
  loop("map", 2, (builder, args, target) => expandMap(builder, target, args)),
  loop("map", 3, (builder, args, target) => expandMap(builder, target, args)),
  loop("filter", 2, (builder, [variable, filter], target) => {
    const name = variableName(variable, identifier);
    const element = builder.list(variable);
    return collect(builder, { range: target, variable: name }, element, filter);
  }),
];

/** The loops over index and item of a list, or key and value of a map. */
export const twoVariableMacros: readonly Macro[] = [
  ...quantifierMacros(2),
  ...[3, 4].flatMap((count) => [
    loop("transformList", count, (builder, args, target) => {
      const { variables, filter, transform } = transformation(args);
      return collect(builder, { range: target, ...variables }, builder.list(transform), filter);
    }),
    loop("transformMap", count, (builder, args, target) => {
      const { variables, filter, transform } = transformation(args);
      const insert = builder.call(
        "cel.@mapInsert",
        builder.accumulator(),
        builder.ident(variables.variable),
        transform,
      );
      return insertAll(builder, { range: target, ...variables }, insert, filter);
    }),
    loop("transformMapEntry", count, (builder, args, target) => {
      const { variables, filter, transform } = transformation(args);
      const insert = builder.call("cel.@mapInsert", builder.accumulator(), transform);
      return insertAll(builder, { range: target, ...variables }, insert, filter);
    }),
  ]),
];

/** `optMap` and `optFlatMap`. */
export const optionalMacros: readonly Macro[] = [
  loop("optMap", 2, (builder, [variable, body], target) => {
    const bound = bindOptional(builder, "optMap", variable, target, body);
    return whenPresent(builder, target, builder.call("optional.of", bound));
  }),
  loop("optFlatMap", 2, (builder, [variable, body], target) =>
    whenPresent(builder, target, bindOptional(builder, "optFlatMap", variable, target, body)),
  ),
];

/** `cel.bind(name, value, expression)`. Kubernetes does not enable it. */
export const bindingMacros: readonly Macro[] = [
  {
    name: "bind",
    argumentCount: 3,
    isMember: true,
    expand: (builder, args, target) => {
      const [variable, value, result] = args;
      if (target?.kind !== "ident" || target.name !== "cel") return undefined;
      if (variable === undefined || value === undefined || result === undefined) return undefined;
      if (variable.kind !== "ident") {
        throw new MacroError(variable, "cel.bind() variable names must be simple identifiers");
      }
      return builder.bind(variable.name, value, result);
    },
  },
];

/** `list.sortBy(item, key)`. */
export const sortByMacro: Macro = loop("sortBy", 2, (builder, args, target) => {
  if (!["list", "select", "ident", "comprehension", "call"].includes(target.kind)) {
    throw new MacroError(
      target,
      "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
    );
  }
  const name = "@__sortBy_input__";
  const keys = expandMap(builder, builder.ident(name), args);
  const sorted = builder.memberCall("@sortByAssociatedKeys", builder.ident(name), keys);
  return builder.bind(name, target, sorted);
});

type Arguments = readonly [Expression, Expression, ...Expression[]];

function loop(
  name: string,
  argumentCount: number,
  expand: (builder: MacroBuilder, args: Arguments, target: Expression) => Expression | undefined,
): Macro {
  return {
    name,
    argumentCount,
    isMember: true,
    expand: (builder, [first, second, ...rest], target) =>
      first === undefined || second === undefined || target === undefined
        ? undefined
        : expand(builder, [first, second, ...rest], target),
  };
}

function expandHas(builder: MacroBuilder, [argument]: readonly Expression[]): Expression | undefined {
  if (argument === undefined) return undefined;
  if (argument.kind !== "select") throw new MacroError(argument, "invalid argument to has() macro");
  return builder.presenceTest(argument.operand, argument.field);
}

function quantifierMacros(variables: 1 | 2): readonly Macro[] {
  const kinds: readonly (readonly [string, Quantifier])[] = [
    ["all", "all"],
    ["exists", "exists"],
    ["exists_one", "exists_one"],
    // Kubernetes enables this spelling for two variables only.
    ...(variables === 2 ? ([["existsOne", "exists_one"]] as const) : []),
  ];
  return kinds.map(([name, kind]) =>
    loop(name, variables + 1, (builder, args, target) => {
      const names = variables === 1 ? { variable: variableName(args[0], simpleName) } : twoVariables(args);
      const predicate = args[variables];
      return predicate === undefined
        ? undefined
        : expandQuantifier(builder, kind, { range: target, ...names }, predicate);
    }),
  );
}

/** What a loop goes over. */
interface Loop {
  readonly range: Expression;
  readonly variable: string;
  readonly variable2?: string;
}

function expandQuantifier(builder: MacroBuilder, kind: Quantifier, loop: Loop, predicate: Expression): Expression {
  const accumulator = (): Expression => builder.accumulator();
  switch (kind) {
    case "all":
      return builder.fold({
        ...loop,
        initial: builder.literal(true),
        condition: builder.call("@not_strictly_false", accumulator()),
        step: builder.call("_&&_", accumulator(), predicate),
        result: accumulator(),
      });
    case "exists":
      return builder.fold({
        ...loop,
        initial: builder.literal(false),
        condition: builder.call("@not_strictly_false", builder.call("!_", accumulator())),
        step: builder.call("_||_", accumulator(), predicate),
        result: accumulator(),
      });
    case "exists_one":
      return builder.fold({
        ...loop,
        initial: builder.literal(0),
        condition: builder.literal(true),
        step: builder.call("_?_:_", predicate, builder.call("_+_", accumulator(), builder.literal(1)), accumulator()),
        result: builder.call("_==_", accumulator(), builder.literal(1)),
      });
  }
}

function expandMap(builder: MacroBuilder, range: Expression, args: readonly Expression[]): Expression {
  const [variable, second, third] = args;
  if (variable === undefined || second === undefined) throw new TypeError("map() needs two or three arguments");
  const name = variableName(variable, identifier);
  const element = builder.list(third ?? second);
  return collect(builder, { range, variable: name }, element, third === undefined ? undefined : second);
}

function collect(builder: MacroBuilder, loop: Loop, element: Expression, filter: Expression | undefined): Expression {
  const add = builder.call("_+_", builder.accumulator(), element);
  return builder.fold({ ...loop, initial: builder.list(), ...filtered(builder, add, filter) });
}

function insertAll(builder: MacroBuilder, loop: Loop, insert: Expression, filter: Expression | undefined): Expression {
  return builder.fold({ ...loop, initial: builder.map(), ...filtered(builder, insert, filter) });
}

function filtered(
  builder: MacroBuilder,
  step: Expression,
  filter: Expression | undefined,
): { readonly condition: Expression; readonly step: Expression; readonly result: Expression } {
  return {
    condition: builder.literal(true),
    step: filter === undefined ? step : builder.call("_?_:_", filter, step, builder.accumulator()),
    result: builder.accumulator(),
  };
}

function twoVariables(args: Arguments): { readonly variable: string; readonly variable2: string } {
  const variable = variableName(args[0], simpleName);
  const variable2 = variableName(args[1], simpleName);
  if (variable === variable2) throw new MacroError(args[1], `duplicate variable name: ${variable}`);
  return { variable, variable2 };
}

function transformation(args: Arguments): {
  readonly variables: { readonly variable: string; readonly variable2: string };
  readonly filter: Expression | undefined;
  readonly transform: Expression;
} {
  const [, , third, fourth] = args;
  const transform = fourth ?? third;
  if (transform === undefined) throw new TypeError("a transformation needs three or four arguments");
  return { variables: twoVariables(args), filter: fourth === undefined ? undefined : third, transform };
}

function bindOptional(
  builder: MacroBuilder,
  macro: string,
  variable: Expression,
  target: Expression,
  body: Expression,
): Expression {
  if (variable.kind !== "ident") throw new MacroError(variable, `${macro}() variable name must be a simple identifier`);
  return builder.bind(variable.name, builder.memberCall("value", builder.copy(target)), body);
}

function whenPresent(builder: MacroBuilder, target: Expression, value: Expression): Expression {
  const isPresent = builder.memberCall("hasValue", target);
  return builder.call("_?_:_", isPresent, value, builder.call("optional.none"));
}
