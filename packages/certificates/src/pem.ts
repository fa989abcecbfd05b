// PEM: https://www.rfc-editor.org/rfc/rfc7468

/** One block of a PEM text. */
export interface PemBlock {
  /** For example `CERTIFICATE`. */
  readonly label: string;
  /** Headers before the content, as encrypted keys have them. */
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
}

const blockPattern =
  /^-----BEGIN ([^\n]*?)-----[ \t\r]*\n((?:[^\n:]+:[^\n]*\n)*)([A-Za-z0-9+/=\s]*?)^-----END \1-----[ \t\r]*$/gmu;

/** The blocks of a text in their order. Text around the blocks and blocks whose content is not base64 are skipped, as Go's reader does. */
export function parsePem(text: string): readonly PemBlock[] {
  return Array.from(text.matchAll(blockPattern), ([, label = "", headers = "", content = ""]) => ({
    label,
    hasHeaders: headers !== "",
    bytes: Buffer.from(content, "base64"),
  }));
}
