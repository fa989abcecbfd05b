/** The host of an image's registry: a domain name, an IPv4 address or an IPv6 address in brackets, and a port or none. */
import type { ImageProblem } from "./image-problem.ts";
import { isDigit, isHexDigit, isLetter, unexpected } from "./image-problem.ts";

/** What is wrong with a host. It stands at the beginning of the image's name, so that places in it are places in the name. */
export function hostProblem(host: string): ImageProblem | undefined {
  const { at, problem } = host.startsWith("[") ? walkAddress(host) : walkDomain(host);
  if (problem || at === host.length) return problem;
  if (host[at] !== ":") return unexpected(host, at, "a colon and a port, or a slash");
  return portProblem(host, at + 1);
}

interface Walk {
  /** Where the walk ended. */
  readonly at: number;
  readonly problem?: ImageProblem;
}

/** `[2001:db8::1]`. As in the reference, any row of digits and colons will do; there are no zones and no dotted quads. */
function walkAddress(host: string): Walk {
  let at = 1;
  while (isHexDigit(host[at]) || host[at] === ":") at++;
  if (at === 1 || host[at] !== "]") {
    return { at, problem: unexpected(host, at, "an IPv6 address of hexadecimal digits and colons that ends in ]") };
  }
  return { at: at + 1 };
}

/** `registry.example.com`: labels of letters, digits and dashes, without a dash at either end. */
function walkDomain(host: string): Walk {
  let at = 0;
  for (;;) {
    const start = at;
    while (isLetter(host[at]) || isDigit(host[at]) || (at > start && host[at] === "-")) at++;
    if (at === start) return { at, problem: unexpected(host, at, "a letter or a digit of a registry's host") };
    if (host[at - 1] === "-") return { at, problem: unexpected(host, at - 1, "no dash at the end of a host's label") };
    if (host[at] !== ".") return { at };
    at++;
  }
}

function portProblem(host: string, start: number): ImageProblem | undefined {
  let at = start;
  while (isDigit(host[at])) at++;
  return at > start && at === host.length ? undefined : unexpected(host, at, "a port of digits only");
}
