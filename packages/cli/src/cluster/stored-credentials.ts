/**
 * The credentials of a cluster with stored objects. They are stored beside the objects, which contain Secrets in plain text, too. So a kubeconfig
 * of an earlier run remains valid at the same port.
 */
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ListenerCredentials } from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority, loadCertificateAuthority, parseCertificate } from "@kubewright/certificates";
import { CommandError } from "../io.ts";

const fileName = "credentials.json";
const tokenPattern = /^[\w-]{43,}$/u;

/**
 * Reads the credentials in the directory of a cluster. Creates them, readable for the owner only, if they do not exist or the authority has expired.
 * The server must have opened the directory, so that no other cluster uses it.
 *
 * @throws {CommandError} if the file is not valid; the error of the file system if it cannot be read or written.
 */
export async function storedCredentials(
  directory: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<ListenerCredentials> {
  const file = path.join(directory, fileName);
  const text = await readIfPresent(file);
  const stored = text === undefined ? undefined : credentialsIn(text, file, { clock, random });
  if (stored !== undefined && parseCertificate(stored.authority.certificate).notAfterMs > clock.wallTime()) {
    await chmod(file, 0o600);
    return stored;
  }
  const { certificate, key } = await createCertificateAuthority({ clock, random });
  const token = Buffer.from(random.bytes(32)).toString("base64url");
  const fresh = { authority: { certificate, key }, token };
  await writeFile(`${file}.new`, `${JSON.stringify(fresh, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return fresh;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function credentialsIn(
  text: string,
  file: string,
  parts: { readonly clock: Clock; readonly random: Random },
): ListenerCredentials {
  try {
    const { authority, token } = JSON.parse(text) as ListenerCredentials;
    if (!tokenPattern.test(token)) throw new Error("token must be at least 32 bytes in base64url");
    loadCertificateAuthority({ ...parts, ...authority });
    return { authority, token };
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    const action = "delete the file to create new credentials, with which earlier kubeconfigs are no longer valid";
    throw new CommandError(`Cannot use the credentials in "${file}": ${problem}: ${action}`, { cause });
  }
}
