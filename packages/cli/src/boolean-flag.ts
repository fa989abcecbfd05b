/** Boolean flags as in Go programs: `--controller`, `--controller=false`. */
import { InvalidArgumentError, Option } from "commander";

/** A flag `--name[=true|false]`. Its value is undefined if it is absent and has no default. */
export function booleanFlag(name: string, description: string, defaultValue?: boolean): Option {
  const option = new Option(`--${name} [boolean]`, description).argParser(parse);
  return defaultValue === undefined ? option : option.default(defaultValue);
}

function parse(text: string): boolean {
  if (text === "true") return true;
  if (text === "false") return false;
  throw new InvalidArgumentError("Expected true or false.");
}
