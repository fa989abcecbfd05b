/**
 * Flags of a program in the syntax of Go's `flag` package, on which manifests for kubebuilder's operators rely: `--name=value`, `--name value`, and
 * for a boolean `--name`, `--name=true` or `--name=false`. A table declares the flags; values, defaults and help are derived from it.
 */
import { parseArgs } from "node:util";
import { ProgramError } from "../errors.ts";

/** A flag that takes a value. */
export interface StringFlag {
  readonly type: "string";
  /** Absent: the value is `undefined` without the flag. */
  readonly default?: string;
  /** The placeholder of the value in the help: "ADDRESS". Default "TEXT". */
  readonly argument?: string;
  /** The description in the help. */
  readonly help: string;
}

/** A boolean flag. */
export interface BooleanFlag {
  readonly type: "boolean";
  /** Default false. */
  readonly default?: boolean;
  readonly help: string;
}

/** Flags by their names, in kebab-case without the leading dashes. */
export type FlagTable = Readonly<Record<string, StringFlag | BooleanFlag>>;

/** The values of a table's flags, by their names in camelCase. */
export type FlagValues<T extends FlagTable> = {
  readonly [Name in keyof T & string as CamelCase<Name>]: T[Name] extends BooleanFlag
    ? boolean
    : T[Name] extends { readonly default: string }
      ? string
      : string | undefined;
};

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/**
 * Parses a command line.
 *
 * @throws {ProgramError} for an unknown flag, a missing or invalid value, or a positional argument.
 */
export function parseFlags<const T extends FlagTable>(args: readonly string[], table: T): FlagValues<T> {
  const names = Object.entries(table);
  const options = Object.fromEntries(
    names.map(([name, { type, default: byDefault }]) => [
      name,
      { type, ...(byDefault === undefined ? {} : { default: byDefault }) },
    ]),
  );
  try {
    const { values } = parseArgs({
      args: args.map((arg) => normalizedSwitch(arg, table)),
      options,
      allowNegative: true,
    });
    const found = names.map(([name, { type }]) => [
      camelCase(name),
      values[name] ?? (type === "boolean" ? false : undefined),
    ]);
    return Object.fromEntries(found) as FlagValues<T>; // Each value has the type of its entry in the table.
  } catch (cause) {
    if (cause instanceof ProgramError) throw cause;
    throw new ProgramError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The values that Go parses as booleans. */
const on: readonly string[] = ["1", "t", "T", "true", "True", "TRUE"];
const off: readonly string[] = ["0", "f", "F", "false", "False", "FALSE"];

/** Whether Go's `flag` package parses the value as true. */
export function isOn(value: string): boolean {
  return on.includes(value);
}

/** Whether Go's `flag` package parses the value as false. */
export function isOff(value: string): boolean {
  return off.includes(value);
}

/** Converts `--name=true` and `--name=false` to the syntax of `parseArgs`. */
function normalizedSwitch(arg: string, table: FlagTable): string {
  const [, name = "", value = ""] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
  if (!Object.hasOwn(table, name) || table[name]?.type !== "boolean") return arg;
  if (on.includes(value)) return `--${name}`;
  if (off.includes(value)) return `--no-${name}`;
  throw new ProgramError(`Cannot read --${name}: it is "${value}", must be "true" or "false"`);
}

function camelCase(name: string): string {
  return name.replace(/-(.)/gu, (_, first: string) => first.toUpperCase());
}

/** The column of the descriptions of flags. */
const helpColumn = 40;

/** The help of the flags of a table, one or two lines each. */
export function formatFlags(table: FlagTable): string {
  return Object.entries(table)
    .map(([name, flag]) => {
      const given = flag.type === "boolean" ? `--${name}` : `--${name} ${flag.argument ?? "TEXT"}`;
      const byDefault =
        flag.default === undefined || flag.default === false ? "" : ` (default ${quoted(flag.default)})`;
      const head = `  ${given}`;
      const gap = head.length < helpColumn - 1 ? " ".repeat(helpColumn - head.length) : `\n${" ".repeat(helpColumn)}`;
      return `${head}${gap}${flag.help}${byDefault}\n`;
    })
    .join("");
}

function quoted(value: string | boolean): string {
  return typeof value === "boolean" ? String(value) : JSON.stringify(value);
}
