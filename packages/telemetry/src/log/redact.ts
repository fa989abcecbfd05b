/**
 * Redacts credentials in a complete log line, whether they come from a message, a field or an error.
 * The patterns have no nested repetition, so they take linear time on any line.
 */

const redacted = "[redacted]";

const patterns: readonly { readonly pattern: RegExp; readonly replacement: string }[] = [
  // An Authorization header, which errors of HTTP libraries may contain.
  { pattern: /\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,}/g, replacement: `$1 ${redacted}` },
  // A JSON Web Token, such as a service account's: three base64url parts, the first of which starts with `{"`.
  { pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, replacement: redacted },
  // A private key in PEM; within a JSON line its line breaks are the two characters "\n".
  {
    pattern: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?/g,
    replacement: redacted,
  },
];

/** The line with every bearer token, JSON Web Token and private key replaced by "[redacted]". */
export function redact(line: string): string {
  return patterns.reduce((text, { pattern, replacement }) => text.replaceAll(pattern, replacement), line);
}
