/** The options of each generator by the names of controller-gen, with the types of their values. */
import type { Generator } from "@kubewright/gen";

import { CommandError } from "../io.ts";

export type GeneratorName = Generator["name"];

type Form =
  | "number"
  | "boolean"
  | "string"
  /** Accepted with a note: the option has no effect. */
  | { readonly without: "effect"; readonly because: string }
  /** Rejected with the reason. */
  | { readonly without: "use"; readonly because: string };

type Forms = Readonly<Record<string, Form>>;

const header: Forms = { headerFile: "string", year: "string" };

const forms: Readonly<Record<GeneratorName, Forms>> = {
  crd: {
    maxDescLen: "number",
    generateEmbeddedObjectMeta: "boolean",
    omitToolVersion: "boolean",
    ...header,
    allowDangerousTypes: { without: "effect", because: "the type Double is explicit" },
    ignoreUnexportedFields: { without: "effect", because: "every field of an interface is exported" },
    deprecatedV1beta1CompatibilityPreserveUnknownFields: {
      without: "use",
      because: "no server accepts CRDs of v1beta1; mark the field @kubebuilder:pruning:PreserveUnknownFields",
    },
    crdVersions: { without: "effect", because: "v1 is the only version" },
  },
  rbac: { roleName: "string", fileName: "string", ...header },
  object: header,
  webhook: header,
  applyconfiguration: {
    ...header,
    externalApplyConfigurations: {
      without: "use",
      because: "the apply configurations of built-in types are always known",
    },
  },
  schemapatch: { manifests: "string", maxDescLen: "number", generateEmbeddedObjectMeta: "boolean", ...header },
  client: header,
  lister: header,
  informer: header,
  defaulter: header,
  conversion: header,
  validation: header,
  openapi: {},
};

/** All generators, in the order of the help. */
export const generatorNames: readonly GeneratorName[] = Object.keys(forms) as GeneratorName[]; // The type of `forms` has no other keys.

/** A parsed option of a generator. `note` explains why it has no effect. */
export interface ReadOption {
  readonly name: string;
  readonly value: unknown;
  readonly note?: string;
}

/**
 * Reads `maxDescLen=0`, or `generateEmbeddedObjectMeta` for a boolean that is true.
 *
 * @throws {CommandError} that names the argument and the expected form.
 */
export function readOption(generator: GeneratorName, pair: string, word: string): ReadOption {
  const [name = "", ...rest] = pair.split("=");
  const value = unquoted(rest.join("="));
  const known = forms[generator];
  const form = Object.hasOwn(known, name) ? known[name] : undefined;
  if (typeof form === "object") {
    if (form.without === "use" || (name === "crdVersions" && !/^\{?v1\}?$/.test(value))) {
      throw new CommandError(
        `Cannot generate: "${word}" has the option "${name}", which is not supported: ${form.because}`,
      );
    }
    return { name, value: undefined, note: `${generator}:${name} has no effect: ${form.because}` };
  }
  switch (form) {
    case "string":
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
        `Cannot generate: "${word}" has the option "${name}", which ${generator} does not have: expected ${expected.join(", ") || "none"}`,
      );
    }
  }
  throw new CommandError(`Cannot generate: "${word}" sets ${name} to "${value}": expected a ${form}`);
}

/** Whether a generator has an option. */
export function takesOption(generator: string, option: string): boolean {
  const name = generatorNames.find((known) => known === generator);
  return name !== undefined && Object.hasOwn(forms[name], option);
}

/** Removes the quotes that controller-gen needs around values with commas. */
export function unquoted(text: string): string {
  return /^(["`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
