/**
 * Settings of a program: values of its flags from the environment and from a file. The command line has precedence over the environment, the environment over
 * the file, and the file over the defaults of the flags.
 *
 *     --zap-log-level=debug          KUBEWRIGHT_ZAP_LOG_LEVEL=debug          zap-log-level: debug
 */
import { readFile } from "node:fs/promises";
import { ProgramError } from "../errors.ts";
import { isOff, isOn } from "./flags.ts";
import type { FlagTable, BooleanFlag, StringFlag } from "./flags.ts";

/**
 * The prefix of environment variables that are settings. It is not the name of the program, because the kubelet sets variables such as
 * `MYJOB_WEBHOOK_PORT` for each Service, and the Service of an operator has the operator's name.
 */
const envPrefix = "KUBEWRIGHT_";

/** The largest settings file. */
const fileBytesMax = 1024 * 1024;

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A file in YAML or JSON, an object with the names of flags as keys. Default: none. */
  readonly file?: string | undefined;
}

/**
 * Returns the flags with the settings as their defaults.
 *
 * @throws {ProgramError} if the file cannot be read or contains an unknown flag, or if a value is invalid for its flag.
 */
export async function withSettings(table: FlagTable, { env, file }: SettingsSources): Promise<FlagTable> {
  const fromFile = file === undefined ? {} : await readSettings(file, table);
  return Object.fromEntries(
    Object.entries(table).map(([name, flag]) => {
      const variable = variableOf(name);
      const inEnv = env[variable];
      if (inEnv !== undefined) return [name, withDefault(flag, inEnv, `environment variable ${variable}`)];
      const inFile = Object.hasOwn(fromFile, name) ? fromFile[name] : undefined;
      if (inFile !== undefined) return [name, withDefault(flag, inFile, `"${name}" in settings file "${file}"`)];
      return [name, flag];
    }),
  );
}

/** The environment variable of a flag: `KUBEWRIGHT_ZAP_LOG_LEVEL` of "zap-log-level". */
export function variableOf(flag: string): string {
  return envPrefix + flag.toUpperCase().replaceAll("-", "_");
}

function withDefault(flag: StringFlag | BooleanFlag, value: unknown, from: string): StringFlag | BooleanFlag {
  if (flag.type === "boolean") {
    const text = String(value);
    if (isOn(text)) return { ...flag, default: true };
    if (isOff(text)) return { ...flag, default: false };
    throw new ProgramError(`Cannot read ${from}: it is ${JSON.stringify(value)}, must be "true" or "false"`);
  }
  if (typeof value === "string" || typeof value === "number") return { ...flag, default: String(value) };
  throw new ProgramError(`Cannot read ${from}: it is ${JSON.stringify(value)}, must be a string or a number`);
}

async function readSettings(file: string, table: FlagTable): Promise<Readonly<Record<string, unknown>>> {
  const settings = await parseFile(file);
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw new ProgramError(`Cannot read settings file "${file}": it is not an object, must have flags as keys`);
  }
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) {
    throw new ProgramError(`Cannot read settings file "${file}": "${unknown}" is not a flag, see --help for all flags`);
  }
  return settings as Readonly<Record<string, unknown>>; // An object, as checked above.
}

async function parseFile(file: string): Promise<unknown> {
  try {
    const content = await readFile(file, "utf8");
    if (content.length > fileBytesMax) throw new Error(`it has more than ${fileBytesMax} characters`);
    const { parse } = await import("yaml"); // Loaded on demand: most programs have no settings file.
    return parse(content);
  } catch (cause) {
    throw new ProgramError(
      `Cannot read settings file "${file}": ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
