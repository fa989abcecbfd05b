/** The header of code files, from the flags of `init` and `edit`. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createSystemClock } from "@kubewright/async";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { headerFromText, headerOf } from "../templates/root/license.ts";
import type { License } from "../templates/root/license.ts";

export interface HeaderFlags {
  readonly license: License;
  /** Its content is the header, with any license. */
  readonly licenseFile?: string;
  readonly owner?: string;
}

/** @throws {CommandError} when the name of the owner, or the content of the file, cannot be written in a comment. */
export async function headerOfFlags({ license, licenseFile, owner }: HeaderFlags, io: Io): Promise<string> {
  if (licenseFile === undefined) {
    const year = new Date(createSystemClock().wallTime()).getUTCFullYear();
    return headerOf({ license, year, ...(owner === undefined ? {} : { owner }) });
  }
  const text = await readFile(path.resolve(io.cwd, licenseFile), "utf8").catch((error: unknown) => {
    throw new CommandError(`Cannot read the license file "${licenseFile}": it cannot be read: expected a text file`, {
      cause: error,
    });
  });
  return headerFromText(text);
}
