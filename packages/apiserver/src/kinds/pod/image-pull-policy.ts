/**
 * The default of `imagePullPolicy`, which depends on the tag of the image: https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting.
 * References are parsed by the grammar of https://github.com/distribution/reference.
 */

const domainName =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[A-Fa-f0-9:]+\])(?::\d+)?$/;
const pathTagDigest =
  /^(?<path>[a-z0-9]+(?:(?:[._/]|__|-+)[a-z0-9]+)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>[A-Za-z0-9+._-]+:[A-Fa-f0-9]+))?$/;
const validDigest = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
const sha256Hex = /^[a-f0-9]{64}$/;
const pathLengthMax = 255;

/** `Always` for the tag `latest` and for an image without tag and digest; `IfNotPresent` for other tags, for digests, and for invalid references. */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  return tagOf(image) === "latest" ? "Always" : "IfNotPresent";
}

/** The tag of a reference; `latest` without a tag and a digest. Undefined for a reference with only a digest, and for an invalid one. */
function tagOf(image: string): string | undefined {
  if (sha256Hex.test(image)) return undefined; // An identifier of an image, not a name.
  const { domain, rest } = splitDomain(image);
  if (domain !== undefined && !domainName.test(domain)) return undefined;
  const { path = "", tag, digest } = pathTagDigest.exec(rest)?.groups ?? {};
  const isOfficial = domain === undefined && !path.includes("/");
  const pathLength = path.length + (isOfficial ? "library/".length : 0);
  if (path === "" || pathLength > pathLengthMax) return undefined;
  if (digest === undefined) return tag ?? "latest";
  return validDigest.test(digest) ? tag : undefined;
}

/** The first part of a reference is a domain if it contains a dot, a colon or an uppercase letter, or is `localhost`. */
function splitDomain(image: string): { readonly domain?: string; readonly rest: string } {
  const slash = image.indexOf("/");
  const first = image.slice(0, slash);
  const isDomain = slash !== -1 && (/[.:A-Z]/.test(first) || first === "localhost");
  return isDomain ? { domain: first, rest: image.slice(slash + 1) } : { rest: image };
}
