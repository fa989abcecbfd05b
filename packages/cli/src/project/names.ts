/**
 * The grammar of all names that users choose. A valid name is safe in a path, an identifier, a manifest or a comment, so templates do not
 * escape names.
 */
import { CommandError } from "../io.ts";

interface Grammar {
  readonly pattern: RegExp;
  /** The maximum number of characters. */
  readonly lengthMax: number;
  /** Completes "expected …". */
  readonly expected: string;
}

const label = "lower-case letters, digits and -, with a letter or digit at both ends";
const dnsLabel = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const dnsName = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const npmName = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
/** A host with a port, the path, a tag, a digest: https://github.com/distribution/reference/blob/main/regexp.go */
const imageReference =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::[0-9]{1,5})?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,128})?$/;
const moduleVersion = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*(?:@[~^]?[0-9A-Za-z][0-9A-Za-z.+-]*)?$/;

/** The kinds of names. */
export type NameKind =
  | "project name"
  | "domain"
  | "group"
  | "version"
  | "kind"
  | "plural"
  | "controller name"
  | "repo"
  | "path"
  | "module"
  | "webhook path"
  | "plugin"
  | "image";

const grammars: Readonly<Record<NameKind, Grammar>> = {
  "project name": { pattern: dnsLabel, lengthMax: 63, expected: `a DNS label: ${label}` },
  domain: { pattern: dnsSubdomain, lengthMax: 253, expected: `a DNS domain: parts separated by dots, of ${label}` },
  group: { pattern: dnsSubdomain, lengthMax: 253, expected: `a DNS name such as shop: ${label}` },
  version: { pattern: dnsName, lengthMax: 63, expected: "a version such as v1, v1beta1 or v1alpha1" },
  kind: { pattern: /^[A-Z][A-Za-z0-9]*$/, lengthMax: 63, expected: "a name in PascalCase such as Widget or CronJob" },
  plural: { pattern: dnsName, lengthMax: 63, expected: `${label}, a letter first` },
  "controller name": { pattern: dnsName, lengthMax: 63, expected: `${label}, a letter first` },
  repo: {
    pattern: npmName,
    lengthMax: 214,
    expected: "the name of an npm package such as my-operator or @me/my-operator",
  },
  path: {
    pattern:
      /^(?:\.|(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$|^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/,
    lengthMax: 253,
    expected: "a module such as @acme/widgets/v1, or ./vendor/widgets.ts in the project",
  },
  module: { pattern: moduleVersion, lengthMax: 253, expected: "an npm package such as @acme/widgets@1.2.3" },
  "webhook path": {
    pattern: /^\/[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/,
    lengthMax: 253,
    expected: "a path such as /mutate-shop-v1-widget: lower-case letters, digits, -, . and _",
  },
  plugin: {
    pattern: /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/v[0-9]+(?:-(?:alpha|beta))?$/,
    lengthMax: 253,
    expected: "a name and a version such as owners.acme.io/v1 or owners/v1-alpha",
  },
  image: {
    pattern: imageReference,
    lengthMax: 512,
    expected: "the name of an image such as memcached:1.6 or registry.example.com/team/app@sha256:…",
  },
};

/** Whether a name is valid. */
export function isName(kind: NameKind, name: string): boolean {
  const { pattern, lengthMax } = grammars[kind];
  return name.length <= lengthMax && pattern.test(name);
}

/**
 * Returns the name if it is valid.
 *
 * @param where The source of the name, for the message: `--group`, or `resources[0].group of PROJECT`.
 * @throws {CommandError} that quotes the name and names the expected form.
 */
export function checkName(kind: NameKind, name: string, where: string): string {
  const { pattern, lengthMax, expected } = grammars[kind];
  if (name.length > lengthMax) {
    throw new CommandError(`Cannot use ${where}: it has ${name.length} characters: expected at most ${lengthMax}`);
  }
  if (!pattern.test(name)) throw new CommandError(`Cannot use ${where}: ${JSON.stringify(name)}: expected ${expected}`);
  if (kind === "kind" && reservedKinds.has(name)) {
    throw new CommandError(
      `Cannot use ${where}: ${JSON.stringify(name)}: generated code uses this name: choose another name`,
    );
  }
  return name;
}

/** Names that all files of kinds import. */
const reservedKinds: ReadonlySet<string> = new Set([
  "Condition",
  "Int32",
  "Int64",
  "KubernetesObject",
  "ResourceType",
  "Shape",
]);
