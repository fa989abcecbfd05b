/**
 * The file of `kubewright cluster --admission-control-config-file`, which has kube-apiserver's format: an `AdmissionConfiguration` with the
 * configuration of PodSecurity.
 * https://kubernetes.io/docs/tasks/configure-pod-container/enforce-standards-admission-controller/
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { PodSecurityOptions } from "@kubewright/apiserver";
import { CommandError } from "../io.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";

const flag = "--admission-control-config-file";
const configurations: readonly string[] = ["apiserver.config.k8s.io/v1", "apiserver.k8s.io/v1alpha1"];
const podSecurityVersions: readonly string[] = ["v1", "v1beta1", "v1alpha1"].map(
  (version) => `pod-security.admission.config.k8s.io/${version}`,
);

/**
 * Reads the options of PodSecurity. A `path` is relative to the folder of the file.
 *
 * @throws {CommandError} naming the field, its value and what it must be.
 */
export async function readAdmissionConfiguration(file: string): Promise<PodSecurityOptions> {
  const configuration = await readObject(file, "AdmissionConfiguration", configurations);
  const at = `"${file}"`;
  assertFields(configuration, ["plugins"], at);
  const { plugins = [] } = configuration;
  if (!isJsonArray(plugins)) throw wrong(`plugins of ${at}`, plugins, "a list");
  let options: PodSecurityOptions = {};
  for (const [index, plugin] of plugins.entries()) {
    const place = `plugins[${index}] of ${at}`;
    if (!isJsonObject(plugin)) throw wrong(place, plugin, "an object");
    if (plugin["name"] !== "PodSecurity") throw wrong(`the name of ${place}`, plugin["name"], '"PodSecurity"');
    options = await podSecurityOf(plugin, file, place);
  }
  return options;
}

async function podSecurityOf(
  { configuration, path: other }: JsonObject,
  file: string,
  place: string,
): Promise<PodSecurityOptions> {
  if (configuration !== undefined && configuration !== null) {
    if (!isJsonObject(configuration)) throw wrong(`the configuration of ${place}`, configuration, "an object");
    assertKind(configuration, "PodSecurityConfiguration", podSecurityVersions, `the configuration of ${place}`);
    return optionsOf(configuration, `the configuration of ${place}`);
  }
  if (typeof other !== "string" || other === "") return {};
  const resolved = path.resolve(path.dirname(file), other);
  return optionsOf(await readObject(resolved, "PodSecurityConfiguration", podSecurityVersions), `"${resolved}"`);
}

const modes = ["enforce", "audit", "warn"] as const;
const defaultFields = modes.flatMap((mode) => [mode, `${mode}-version`] as const);
const exemptionFields = ["usernames", "namespaces", "runtimeClasses"] as const;

/** The types of the fields are checked here; the server checks their values. */
function optionsOf(configuration: JsonObject, at: string): PodSecurityOptions {
  assertFields(configuration, ["defaults", "exemptions"], at);
  const defaults = fieldsOf(configuration["defaults"], defaultFields, `defaults of ${at}`, (value, place) => {
    if (typeof value !== "string") throw wrong(place, value, "a string");
    return value;
  });
  const exemptions = fieldsOf(configuration["exemptions"], exemptionFields, `exemptions of ${at}`, (value, place) => {
    if (isJsonArray(value)) {
      const names = value.filter((each) => typeof each === "string");
      if (names.length === value.length) return names;
    }
    throw wrong(place, value, "a list of strings");
  });
  return { defaults, exemptions };
}

/** The fields of an object that may be absent. Fields with null are absent, too. */
function fieldsOf<Key extends string, T>(
  value: JsonValue | undefined,
  keys: readonly Key[],
  at: string,
  read: (value: JsonValue, place: string) => T,
): { readonly [K in Key]?: T } {
  const fields: { [K in Key]?: T } = {};
  if (value === undefined || value === null) return fields;
  if (!isJsonObject(value)) throw wrong(at, value, "an object");
  assertFields(value, keys, at);
  for (const key of keys) {
    const field = value[key];
    if (field !== undefined && field !== null) fields[key] = read(field, `${key} in ${at}`);
  }
  return fields;
}

async function readObject(file: string, kind: string, versions: readonly string[]): Promise<JsonObject> {
  const [object, ...others] = parseManifests(
    { origin: `"${file}"`, text: await readText(file) },
    "read the configuration",
  );
  if (!isJsonObject(object) || others.length > 0) throw wrong(`"${file}"`, object, `one ${kind}`);
  assertKind(object, kind, versions, `"${file}"`);
  return object;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const { code = "an error" } = cause as { readonly code?: string }; // Node names the cause of a file system error.
    throw new CommandError(`Cannot start the cluster: ${flag} needs "${file}": ${code}, must be a readable file`, {
      cause,
    });
  }
}

function assertKind({ apiVersion, kind }: JsonObject, expected: string, versions: readonly string[], at: string): void {
  if (kind !== expected) throw wrong(`the kind of ${at}`, kind, `"${expected}"`);
  if (typeof apiVersion === "string" && versions.includes(apiVersion)) return;
  throw wrong(`the apiVersion of ${at}`, apiVersion, versions.map((each) => `"${each}"`).join(" or "));
}

function assertFields(object: JsonObject, known: readonly string[], at: string): void {
  const unknown = Object.keys(object).find((key) => !["apiVersion", "kind", ...known].includes(key));
  if (unknown !== undefined) throw wrong(`a field of ${at}`, unknown, `one of ${known.join(", ")}`);
}

/** A longer value is truncated: the file may be any file, of any size, or even a private key. */
const shownLengthMax = 100;

function wrong(what: string, found: unknown, needed: string): CommandError {
  const text = found === undefined ? "missing" : JSON.stringify(found);
  const shown = text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
  return new CommandError(`Cannot start the cluster: ${flag}: ${what} is ${shown}, must be ${needed}`);
}
