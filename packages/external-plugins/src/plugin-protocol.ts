/**
 * The request to a plugin and its response, as JSON: version `v1alpha1` of kubebuilder's protocol for external plugins.
 *
 * https://book.kubebuilder.io/plugins/extending/external-plugins
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { getOwn, isJsonArray, isJsonObject } from "@kubewright/apimachinery";

import { PluginError } from "./plugin-error.ts";

export const protocolVersion = "v1alpha1";

/** Files by their paths, relative to the project, with `/` between folders. */
export type Universe = ReadonlyMap<string, string>;

export interface PluginRequest {
  /** `init`, `create api`, `create webhook` or `edit`; `flags` and `metadata` request information about one of these. */
  readonly command: string;
  /** The arguments after the command. */
  readonly args: readonly string[];
  readonly universe: Universe;
  /** The names of all plugins of the command, including built-in ones. */
  readonly pluginChain?: readonly string[];
  /** The content of PROJECT. */
  readonly config?: unknown;
}

/** A flag that a plugin adds to those of the command. Its texts may contain control characters. */
export interface PluginFlag {
  readonly name: string;
  readonly type: "string" | "bool" | "int" | "float";
  readonly defaultText: string;
  readonly usage: string;
}

/** The response of a plugin. Its texts may contain control characters. */
export interface PluginAnswer {
  readonly universe: Universe;
  readonly description: string;
  readonly examples: string;
  readonly flags: readonly PluginFlag[];
}

export function printRequest({ universe, ...request }: PluginRequest): string {
  return JSON.stringify({ apiVersion: protocolVersion, ...request, universe: Object.fromEntries(universe) });
}

/**
 * Parses the response of a plugin.
 *
 * @throws {PluginError} if the response is invalid or reports an error.
 */
export function readAnswer(text: string, plugin: string): PluginAnswer {
  const answer = objectIn(text, plugin);
  const version = getOwn(answer, "apiVersion");
  if (version !== protocolVersion) {
    throw unusable(plugin, `its apiVersion is ${quoted(version)}: expected "${protocolVersion}"`);
  }
  if (getOwn(answer, "error") === true) {
    const messages = itemsOf(getOwn(answer, "errorMsgs")).flatMap((each) => (typeof each === "string" ? [each] : []));
    throw new PluginError(`Cannot use the plugin "${plugin}": ${messages.join("; ") || "it failed without a message"}`);
  }
  const metadata = getOwn(answer, "metadata") ?? {};
  return {
    universe: universeOf(getOwn(answer, "universe") ?? {}, plugin),
    description: textAt(metadata, "description"),
    examples: textAt(metadata, "examples"),
    flags: itemsOf(getOwn(answer, "flags")).map((flag) => flagOf(flag, plugin)),
  };
}

function objectIn(text: string, plugin: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    const begin = text === "" ? "it is empty" : `it begins with ${quoted(text.slice(0, 40))}`;
    throw unusable(plugin, `${begin}: expected one JSON object on standard output, and nothing else`, { cause });
  }
  throw unusable(plugin, "it is not an object: expected one JSON object on standard output");
}

function universeOf(value: JsonValue, plugin: string): Universe {
  if (!isJsonObject(value)) throw unusable(plugin, "its universe is not an object: expected files by their paths");
  const files = Object.entries(value).map(([path, content]): readonly [string, string] => {
    if (typeof content === "string") return [path, content];
    throw unusable(plugin, `${quoted(path)} of its universe is not a string: expected the content of a file`);
  });
  return new Map(files);
}

function flagOf(flag: JsonValue, plugin: string): PluginFlag {
  const name = textAt(flag, "name");
  if (!/^[a-zA-Z][\w-]*$/.test(name)) {
    throw unusable(plugin, `a flag has the name ${quoted(name)}: expected letters, digits and -`);
  }
  const type = textAt(flag, "type");
  return {
    name,
    type: type === "bool" || type === "int" || type === "float" ? type : "string",
    defaultText: textAt(flag, "default"),
    usage: textAt(flag, "usage"),
  };
}

/** Go programs write some names with a capital letter, and read both forms. */
function textAt(value: JsonValue, name: string): string {
  if (!isJsonObject(value)) return "";
  const found = getOwn(value, name) ?? getOwn(value, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
  return typeof found === "string" ? found : "";
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

function unusable(plugin: string, problem: string, options?: ErrorOptions): PluginError {
  return new PluginError(`Cannot use the response of the plugin "${plugin}": ${problem}`, options);
}

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}
