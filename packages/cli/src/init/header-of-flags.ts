/** The header of the files of code, as the flags of `init` and `edit` give it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createSystemClock } from "@kubewright/async";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { headerFromText, headerOf } from "../templates/root/license.ts";
import type { License } from "../templates/root/license.ts";

export interface HeaderFlags {
  readonly license: License;
  /** Its text is the header, whatever the license. */
  readonly licenseFile?: string;
  readonly owner?: string;
}

/** @throws {CommandError} when the owner's name, or the text of the file, cannot stand in a comment. */
export async function headerOfFlags({ license, licenseFile, owner }: HeaderFlags, io: Io): Promise<string> {
  if (licenseFile === undefined) {
    const year = new Date(createSystemClock().wallTime()).getUTCFullYear();
    return headerOf({ license, year, ...(owner === undefined ? {} : { owner }) });
  }
  const text = await readFile(path.resolve(io.cwd, licenseFile), "utf8").catch((error: unknown) => {
    throw new CommandError(
      `Cannot read the license file "${licenseFile}": it cannot be read: expected a file of text`,
      { cause: error },
    );
  });
  return headerFromText(text);
}
