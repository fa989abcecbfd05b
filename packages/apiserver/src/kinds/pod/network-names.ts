/** Checks of the names of a Pod in its network, and of its DNS configuration. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { HostAlias, PodDNSConfig, PodSpec } from "@kubewright/api/core/v1";
import { checkDnsSubdomain } from "../field-checks.ts";
import { checkIp } from "../ip/ip-checks.ts";
import type { View } from "../typed.ts";

const nameserversMax = 3;
const searchesMax = 32;
const searchCharactersMax = 2048;

export function checkDnsConfig(
  config: View<PodDNSConfig> | undefined,
  policy: string | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const { nameservers = [], searches = [], options = [] } = config ?? {};
  const at = {
    nameservers: path.child("nameservers"),
    searches: path.child("searches"),
    options: path.child("options"),
  };
  if (policy === "None") {
    if (config === undefined) {
      return [field.required(path, "must provide `dnsConfig` when `dnsPolicy` is None")];
    }
    if (nameservers.length === 0) {
      return [field.required(at.nameservers, "must provide at least one DNS nameserver when `dnsPolicy` is None")];
    }
  }
  const errors: FieldError[] = [];
  if (nameservers.length > nameserversMax) {
    errors.push(field.invalid(at.nameservers, nameservers, `must not have more than ${nameserversMax} nameservers`));
  }
  append(
    errors,
    nameservers.flatMap((address, index) => checkIp(address, at.nameservers.index(index))),
  );
  if (searches.length > searchesMax) {
    errors.push(field.invalid(at.searches, searches, `must not have more than ${searchesMax} search paths`));
  }
  if (searches.join(" ").length > searchCharactersMax) {
    const text = `must not have more than ${searchCharactersMax} characters (including spaces) in the search list`;
    errors.push(field.invalid(at.searches, searches, text));
  }
  return [
    ...errors,
    ...searches.flatMap((search, index) => checkSearch(search, at.searches.index(index))),
    ...options.flatMap(({ name = "" }, index) =>
      name === "" ? [field.required(at.options.index(index), "must not be empty")] : [],
    ),
  ];
}

const subdomainLengthMax = 253;
const labelWithUnderscores = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const searchText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with" +
  ` an alphanumeric character (e.g. 'example.com', regex used for validation is '${labelWithUnderscores}(\\.${labelWithUnderscores})*')`;

/** Names of services may begin with an underscore. A trailing dot marks a fully qualified name. */
function checkSearch(search: string, path: FieldPath): readonly FieldError[] {
  if (search === ".") return [];
  const name = search.replace(/\.$/u, "");
  const errors: FieldError[] = [];
  if (name.length > subdomainLengthMax) {
    errors.push(field.invalid(path, name, `must be no more than ${subdomainLengthMax} characters`));
  }
  const isName = name.split(".").every((label) => /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/u.test(label));
  return isName ? errors : [...errors, field.invalid(path, name, searchText)];
}

export function checkHostAliases(aliases: readonly View<HostAlias>[], path: FieldPath): readonly FieldError[] {
  return aliases.flatMap(({ ip = "", hostnames = [] }, index) => [
    ...checkIp(ip, path.index(index).child("ip")),
    ...hostnames.flatMap((name, at) => checkDnsSubdomain(name, path.index(index).child("hostnames").index(at))),
  ]);
}

const hostnameLengthMax = 64;

export function checkHostname(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const { hostnameOverride: name } = spec;
  const at = path.child("hostnameOverride");
  if (name === undefined) return [];
  const forbid = (when: string): FieldError => field.forbidden(at, `may not be specified when ${when} is true`);
  return [
    ...(spec.setHostnameAsFQDN === true ? [forbid("setHostnameAsFQDN")] : []),
    ...(spec.hostNetwork === true ? [forbid("hostNetwork")] : []),
    ...(name.length > hostnameLengthMax ? [field.tooLong(at, hostnameLengthMax)] : []),
    ...isDns1123Subdomain(name).map((message) => field.invalid(at, name, message)),
  ];
}
