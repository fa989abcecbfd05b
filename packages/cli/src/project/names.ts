/**
 * The grammar of every name that a user gives a project. What passes here can be put into a path, an identifier, a manifest or a comment as
 * it is: templates escape nothing, because nothing that needs it gets this far.
 */
import { CommandError } from "../io.ts";

interface Grammar {
  readonly pattern: RegExp;
  /** In characters. */
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

/** What a name is the name of. */
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
  domain: { pattern: dnsSubdomain, lengthMax: 253, expected: `a DNS domain: parts of ${label}, and dots between them` },
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

/** Whether it is such a name. */
export function isName(kind: NameKind, name: string): boolean {
  const { pattern, lengthMax } = grammars[kind];
  return name.length <= lengthMax && pattern.test(name);
}

/**
 * Gives the name back when it is one.
 *
 * @param where What is read, for the message: `--group`, or `resources[0].group of PROJECT`.
 * @throws {CommandError} that quotes the name and says what was expected.
 */
export function checkName(kind: NameKind, name: string, where: string): string {
  const { pattern, lengthMax, expected } = grammars[kind];
  if (name.length > lengthMax) {
    throw new CommandError(`Cannot use ${where}: it has ${name.length} characters: expected at most ${lengthMax}`);
  }
  if (!pattern.test(name)) throw new CommandError(`Cannot use ${where}: ${JSON.stringify(name)}: expected ${expected}`);
  if (kind === "kind" && reservedKinds.has(name)) {
    throw new CommandError(
      `Cannot use ${where}: ${JSON.stringify(name)}: generated code needs that name: choose another one`,
    );
  }
  return name;
}

/** Names that the files of every kind import. */
const reservedKinds: ReadonlySet<string> = new Set([
  "Condition",
  "Int32",
  "Int64",
  "KubernetesObject",
  "ResourceType",
  "Shape",
]);
