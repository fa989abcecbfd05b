// Reads the fields of a kubeconfig. An error names the field, its value and the expected type.

import { isAbsolute, resolve } from "node:path";

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

import { ConfigError } from "../errors.ts";

/** The source of a kubeconfig. */
export interface KubeconfigOrigin {
  /** For messages: a path, or a description of the source. */
  readonly name: string;
  /** The folder at which relative paths start. Absent if the kubeconfig is not a file: relative paths are then an error. */
  readonly folder?: string;
  /** Whether the file may run commands: the user named it, or it is the default kubeconfig and only the user can have written it. */
  readonly mayRun: boolean;
}

/** The fields of one mapping. An absent field, null and an empty string are `undefined`, as Go's zero values. */
export interface FieldReader {
  readonly origin: KubeconfigOrigin;
  value(field: string): JsonValue | undefined;
  keys(): readonly string[];
  text(field: string): string | undefined;
  texts(field: string): readonly string[];
  flag(field: string): boolean;
  /** A path. A relative path is resolved in the folder of the file. */
  path(field: string): string | undefined;
  /** A command. A name without a slash is unchanged, so that it is found in PATH; a relative path is resolved in the folder of the file. */
  command(field: string): string | undefined;
  /** The decoded value of a base64 field. */
  base64(field: string): string | undefined;
  /** The mapping in a field; empty if the field is absent. */
  object(field: string): FieldReader;
  /** The mappings in a list. */
  objects(field: string): readonly FieldReader[];
  /** An error about a field, with its value (unless it is a secret) and what it must be. */
  error(field: string, wanted: string): ConfigError;
}

const secretFields: ReadonlySet<string> = new Set([
  "token",
  "password",
  "client-key-data",
  "client-certificate-data",
  "id-token",
  "refresh-token",
  "client-secret",
]);

/** Reads the fields of `document`; `at` is the path to it in messages, such as `users[0].`. */
export function createFieldReader(document: unknown, at: string, origin: KubeconfigOrigin): FieldReader {
  return new JsonFieldReader(document, at, origin);
}

class JsonFieldReader implements FieldReader {
  readonly origin: KubeconfigOrigin;
  readonly #fields: JsonObject;
  readonly #at: string;

  constructor(document: unknown, at: string, origin: KubeconfigOrigin) {
    this.#fields = isJsonObject(document) ? document : {};
    this.#at = at;
    this.origin = origin;
  }

  value(field: string): JsonValue | undefined {
    return getOwn(this.#fields, field) ?? undefined;
  }

  keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  text(field: string): string | undefined {
    const value = this.value(field);
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") throw this.error(field, "a string");
    return value;
  }

  texts(field: string): readonly string[] {
    const value = this.value(field) ?? [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
      throw this.error(field, "a list of strings");
    return value;
  }

  flag(field: string): boolean {
    const value = this.value(field) ?? false;
    if (typeof value !== "boolean") throw this.error(field, "true or false");
    return value;
  }

  path(field: string): string | undefined {
    const path = this.text(field);
    return path === undefined || isAbsolute(path) ? path : resolve(this.#folderFor(field), path);
  }

  command(field: string): string | undefined {
    const command = this.text(field);
    return command === undefined || isAbsolute(command) || !command.includes("/")
      ? command
      : resolve(this.#folderFor(field), command);
  }

  base64(field: string): string | undefined {
    const encoded = this.text(field)?.replaceAll(/\s+/gu, "");
    if (encoded === undefined) return undefined;
    if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(encoded)) throw this.error(field, "base64");
    return Buffer.from(encoded, "base64").toString("utf8");
  }

  object(field: string): FieldReader {
    const value = this.value(field);
    if (value !== undefined && !isJsonObject(value)) throw this.error(field, "a mapping");
    return createFieldReader(value ?? {}, `${this.#at}${field}.`, this.origin);
  }

  objects(field: string): readonly FieldReader[] {
    const value = this.value(field) ?? [];
    if (!Array.isArray(value) || !value.every(isJsonObject)) throw this.error(field, "a list of mappings");
    return value.map((item, index) => createFieldReader(item, `${this.#at}${field}[${index}].`, this.origin));
  }

  error(field: string, expected: string): ConfigError {
    const value = this.value(field);
    const found = value === undefined ? "missing" : secretFields.has(field) ? "not shown" : JSON.stringify(value);
    const path = `${this.#at}${field}`;
    return new ConfigError(`Cannot use kubeconfig "${this.origin.name}": ${path} is ${found}, must be ${expected}`);
  }

  #folderFor(field: string): string {
    if (this.origin.folder === undefined) throw this.error(field, "an absolute path: this kubeconfig is not in a file");
    return this.origin.folder;
  }
}
