// Paths below a domain, such as `acme.io/foo`: names with the domain of their owner.

import { field } from "../field/field-error.ts";
import type { FieldError } from "../field/field-error.ts";
import type { FieldPathLike } from "../field/field-path.ts";
import { isDns1123Subdomain } from "./dns.ts";

const pathText = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

/** Errors of a string that must be a domain, a slash and a path. As in kube-apiserver, they contain only the invalid part. */
export function isDomainPrefixedPath(path: FieldPathLike, text: string): readonly FieldError[] {
  if (text === "") return [field.required(path, "")];
  const slash = text.indexOf("/");
  const [host, rest] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (slash === -1 || host === "" || rest === "") {
    return [field.invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const errors = isDns1123Subdomain(host).map((message) => field.invalid(path, host, message));
  if (!/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest)) errors.push(field.invalid(path, rest, pathText));
  return errors;
}
