/** Flags that a command requires. Commander reports a missing one before an unknown one, so a misspelt flag would be reported as missing. */
import type { Command } from "commander";

/** Adds a flag that must be present. Commander checks for unknown flags before the action, and this flag is checked after that. */
export function withRequiredFlag(command: Command, flags: string, description: string): Command {
  const option = command.createOption(flags, description);
  return command.addOption(option).hook("preAction", () => {
    if (command.getOptionValue(option.attributeName()) !== undefined) return;
    command.error(`error: required option '${flags}' not specified`, { code: "commander.missingMandatoryOptionValue" });
  });
}
