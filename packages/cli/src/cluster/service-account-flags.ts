/** The flags of `kubewright cluster` for service account tokens, which have kube-apiserver's names. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ServiceAccountOptions } from "@kubewright/apiserver";
import { CommandError } from "../io.ts";

export interface ServiceAccountFlags {
  readonly serviceAccountSigningKeyFile?: string;
  readonly serviceAccountKeyFile?: readonly string[];
  readonly serviceAccountIssuer?: readonly string[];
}

/**
 * Reads the files of the flags.
 *
 * @throws {CommandError} when a file cannot be read.
 */
export async function serviceAccountOptions(flags: ServiceAccountFlags, cwd: string): Promise<ServiceAccountOptions> {
  const { serviceAccountSigningKeyFile: signing, serviceAccountKeyFile: keys, serviceAccountIssuer: issuers } = flags;
  const read = (flag: string, file: string): Promise<string> => readKey(flag, path.resolve(cwd, file));
  return {
    ...(signing === undefined ? {} : { signingKey: await read("--service-account-signing-key-file", signing) }),
    ...(keys === undefined
      ? {}
      : { verificationKeys: await Promise.all(keys.map((file) => read("--service-account-key-file", file))) }),
    ...(issuers === undefined ? {} : { issuers }),
  };
}

async function readKey(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const { code = "an error" } = cause as { readonly code?: string }; // Node names the cause of a file system error.
    throw new CommandError(`Cannot start the cluster: ${flag} is "${file}": ${code}, must be a readable file`, {
      cause,
    });
  }
}
