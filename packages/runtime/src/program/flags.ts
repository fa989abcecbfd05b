/**
 * Flags of a program as Go's `flag` package reads them, which is what manifests written for kubebuilder's operators rely on: `--name=value`,
 * `--name value`, and for a switch `--name`, `--name=true` or `--name=false`. What they are is a table; values, defaults and help follow from it.
 */
import { parseArgs } from "node:util";
import { ProgramError } from "../errors.ts";

/** A flag that takes a value. */
export interface StringFlag {
  readonly type: "string";
  /** Absent: the flag is `undefined` when it is not given. */
  readonly default?: string;
  /** What the value is, in the help: "ADDRESS". Default "TEXT". */
  readonly argument?: string;
  /** What it does: a line of the help. */
  readonly help: string;
}

/** A flag that is on or off. */
export interface BooleanFlag {
  readonly type: "boolean";
  /** Default false. */
  readonly default?: boolean;
  readonly help: string;
}

/** Flags by their names, in kebab-case without the dashes. */
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
 * Reads a command line.
 *
 * @throws {ProgramError} when a flag is not known, lacks its value or has one that it cannot have, or when there is an argument besides.
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
    const { values } = parseArgs({ args: args.map((arg) => switchInWords(arg, table)), options, allowNegative: true });
    const found = names.map(([name, { type }]) => [
      camelCase(name),
      values[name] ?? (type === "boolean" ? false : undefined),
    ]);
    return Object.fromEntries(found) as FlagValues<T>; // Each value has the type that its row of the table says.
  } catch (cause) {
    if (cause instanceof ProgramError) throw cause;
    throw new ProgramError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Go's words for on and off. */
const on: readonly string[] = ["1", "t", "T", "true", "True", "TRUE"];
const off: readonly string[] = ["0", "f", "F", "false", "False", "FALSE"];

/** Whether Go's `flag` package reads the value as true. */
export function isOn(value: string): boolean {
  return on.includes(value);
}

/** Whether Go's `flag` package reads the value as false. */
export function isOff(value: string): boolean {
  return off.includes(value);
}

/** `--name=true` and `--name=false` in the words of `parseArgs`. */
function switchInWords(arg: string, table: FlagTable): string {
  const [, name = "", value = ""] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
  if (!Object.hasOwn(table, name) || table[name]?.type !== "boolean") return arg;
  if (on.includes(value)) return `--${name}`;
  if (off.includes(value)) return `--no-${name}`;
  throw new ProgramError(`Cannot read --${name}: it is "${value}", must be "true" or "false"`);
}

function camelCase(name: string): string {
  return name.replace(/-(.)/gu, (_, first: string) => first.toUpperCase());
}

/** Where the descriptions of flags begin. */
const helpColumn = 40;

/** The flags of a table, one or two lines each, as a help text shows them. */
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
