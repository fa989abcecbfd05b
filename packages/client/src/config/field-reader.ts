// Reads fields of a document that a person has written, and says exactly which one is not what it should be.

import { isAbsolute, resolve } from "node:path";

import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import { ConfigError } from "../errors.ts";
import type { KubeconfigOrigin } from "./kubeconfig.ts";

/** The fields of one mapping. An absent, null or empty field is `undefined`, as Go's zero value. */
export interface FieldReader {
  readonly origin: KubeconfigOrigin;
  value(field: string): JsonValue | undefined;
  keys(): readonly string[];
  text(field: string): string | undefined;
  texts(field: string): readonly string[];
  flag(field: string): boolean;
  /** A path, made absolute by the folder of the file. */
  path(field: string): string | undefined;
  /** A command: a bare name is looked for in PATH, a path is relative to the folder of the file. */
  command(field: string): string | undefined;
  /** The text that is encoded here. */
  base64(field: string): string | undefined;
  /** The mapping in a field; empty when there is none. */
  object(field: string): FieldReader;
  /** The mappings in a list. */
  objects(field: string): readonly FieldReader[];
  /** An error about a field: what it holds (secrets are not shown) and what was wanted. */
  error(field: string, wanted: string): ConfigError;
}

const secretFields: ReadonlySet<string> = new Set(["token", "password", "client-key-data", "client-certificate-data"]);

export function createFieldReader(document: unknown, at: string, origin: KubeconfigOrigin): FieldReader {
  const fields = isJsonObject(document) ? document : {};
  const reader: FieldReader = {
    origin,
    value: (field) => getOwn(fields, field) ?? undefined,
    keys: () => Object.keys(fields),
    text(field) {
      const value = reader.value(field);
      if (value === undefined || value === "") return undefined;
      if (typeof value !== "string") throw reader.error(field, "a text");
      return value;
    },
    texts(field) {
      const value = reader.value(field) ?? [];
      if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
        throw reader.error(field, "a list of texts");
      return value;
    },
    flag(field) {
      const value = reader.value(field) ?? false;
      if (typeof value !== "boolean") throw reader.error(field, "true or false");
      return value;
    },
    path(field) {
      const path = reader.text(field);
      return path === undefined || isAbsolute(path) ? path : resolve(folderFor(field), path);
    },
    command(field) {
      const command = reader.text(field);
      return command === undefined || isAbsolute(command) || !command.includes("/")
        ? command
        : resolve(folderFor(field), command);
    },
    base64(field) {
      const encoded = reader.text(field)?.replaceAll(/\s+/gu, "");
      if (encoded === undefined) return undefined;
      if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(encoded)) throw reader.error(field, "base64");
      return Buffer.from(encoded, "base64").toString("utf8");
    },
    object(field) {
      const value = reader.value(field);
      if (value !== undefined && !isJsonObject(value)) throw reader.error(field, "a mapping");
      return createFieldReader(value ?? {}, `${at}${field}.`, origin);
    },
    objects(field) {
      const value = reader.value(field) ?? [];
      if (!Array.isArray(value) || !value.every(isJsonObject)) throw reader.error(field, "a list of mappings");
      return value.map((item, index) => createFieldReader(item, `${at}${field}[${index}].`, origin));
    },
    error(field, wanted) {
      const value = reader.value(field);
      const found = value === undefined ? "missing" : secretFields.has(field) ? "not shown" : JSON.stringify(value);
      return new ConfigError(`Cannot use kubeconfig "${origin.name}": ${at}${field} is ${found}, must be ${wanted}`);
    },
  };
  return reader;

  function folderFor(field: string): string {
    if (origin.folder === undefined) throw reader.error(field, "an absolute path: this kubeconfig is not in a file");
    return origin.folder;
  }
}
