/** The options of each generator, as controller-gen calls them: the form of their values, and what becomes of those that mean nothing here. */
import type { Generator } from "@kubewright/gen";

import { CommandError } from "../io.ts";

export type GeneratorName = Generator["name"];

/** In the order of the help. */
export const generatorNames: readonly GeneratorName[] = [
  "crd",
  "rbac",
  "object",
  "webhook",
  "applyconfiguration",
  "schemapatch",
  "client",
  "lister",
  "informer",
  "defaulter",
  "conversion",
  "validation",
  "openapi",
];

type Form =
  | "number"
  | "boolean"
  | "text"
  /** Taken, and told why it changes nothing. */
  | { readonly without: "effect"; readonly because: string }
  /** Refused, with the reason. */
  | { readonly without: "use"; readonly because: string };

type Forms = Readonly<Record<string, Form>>;

const header: Forms = { headerFile: "text", year: "text" };

const forms: Readonly<Record<GeneratorName, Forms>> = {
  crd: {
    maxDescLen: "number",
    generateEmbeddedObjectMeta: "boolean",
    omitToolVersion: "boolean",
    ...header,
    allowDangerousTypes: { without: "effect", because: "a Double is one by its name" },
    ignoreUnexportedFields: { without: "effect", because: "every field of an interface is exported" },
    deprecatedV1beta1CompatibilityPreserveUnknownFields: {
      without: "use",
      because: "no server takes CRDs of v1beta1 any more; mark the field @kubebuilder:pruning:PreserveUnknownFields",
    },
    crdVersions: { without: "effect", because: "v1 is the only version there is" },
  },
  rbac: { roleName: "text", fileName: "text", ...header },
  object: header,
  applyconfiguration: {
    ...header,
    externalApplyConfigurations: {
      without: "use",
      because: "the apply configurations of built-in types are known without being named",
    },
  },
  webhook: header,
  schemapatch: { manifests: "text", maxDescLen: "number", generateEmbeddedObjectMeta: "boolean", ...header },
  client: header,
  lister: header,
  informer: header,
  defaulter: header,
  conversion: header,
  validation: header,
  openapi: {},
};

/** An option of a generator, read; `note` says why it changes nothing. */
export interface ReadOption {
  readonly name: string;
  readonly value: unknown;
  readonly note?: string;
}

/**
 * Reads `maxDescLen=0`, or `generateEmbeddedObjectMeta` for a boolean that is true.
 *
 * @throws {CommandError} that names the word and says what was expected.
 */
export function readOption(generator: GeneratorName, pair: string, word: string): ReadOption {
  const [name = "", ...rest] = pair.split("=");
  const value = unquoted(rest.join("="));
  const known = forms[generator];
  const form = Object.hasOwn(known, name) ? known[name] : undefined;
  if (typeof form === "object") {
    if (form.without === "use" || (name === "crdVersions" && !/^\{?v1\}?$/.test(value))) {
      throw new CommandError(
        `Cannot generate: "${word}" has the option "${name}", which has no use here: ${form.because}`,
      );
    }
    return { name, value: undefined, note: `${generator}:${name} changes nothing: ${form.because}` };
  }
  switch (form) {
    case "text":
      if (value !== "") return { name, value };
      break;
    case "number":
      if (/^\d+$/.test(value)) return { name, value: Number(value) };
      break;
    case "boolean":
      if (value === "true" || value === "false" || pair === name) return { name, value: value !== "false" };
      break;
    case undefined: {
      const expected = Object.keys(known).filter((option) => typeof known[option] === "string");
      throw new CommandError(
        `Cannot generate: "${word}" has an option "${name}" that ${generator} does not: expected ${expected.join(", ") || "none"}`,
      );
    }
  }
  throw new CommandError(`Cannot generate: "${word}" gives ${name} the value "${value}": expected a ${form}`);
}

/** Whether a generator takes an option. */
export function takesOption(generator: string, option: string): boolean {
  const name = generatorNames.find((known) => known === generator);
  return name !== undefined && Object.hasOwn(forms[name], option);
}

/** Quotes around a value are for controller-gen's own parser, which needs them for commas. */
export function unquoted(text: string): string {
  return /^(["`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
