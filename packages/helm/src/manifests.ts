/** The objects of a chart: those that kustomize builds from `config/default`, and those of `config/` that it leaves out. */
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import { getOwn, isDns1123Label, isJsonArray, isJsonObject } from "@kubewright/apimachinery";

import { ChartError } from "./chart-error.ts";

/** The parsed documents of a file. */
export interface ManifestFile {
  /** The name of the file in error messages. */
  readonly origin: string;
  readonly documents: readonly unknown[];
}

/** A Kubernetes object with its kind and name. */
export interface Manifest {
  readonly kind: string;
  readonly name: string;
  readonly object: JsonObject;
}

/** The objects, with the prefix and namespace of kustomize. */
export interface Manifests {
  readonly all: readonly Manifest[];
  readonly manager: Manifest;
  /** The prefix of names: `shop-`. */
  readonly prefix: string;
  readonly namespace: string;
}

/** The suffix of the name of the operator's Deployment. */
const managerName = "controller-manager";

/**
 * Reads the output of `make build-installer`.
 *
 * @throws {ChartError} when a document is not an object, or there is not exactly one Deployment of the manager.
 */
export function readManifests({ origin, documents }: ManifestFile): Manifests {
  const all = documents.map((value) => manifestOf(value, origin));
  const managers = all.filter(({ kind, name }) => kind === "Deployment" && name.endsWith(managerName));
  const [manager] = managers;
  if (manager === undefined || managers.length > 1) {
    throw new ChartError(
      `Cannot create a chart from ${origin}: it has ${managers.length} Deployments with a name that ends with "${managerName}": expected one`,
    );
  }
  const namespace = textAt(manager.object, "metadata", "namespace");
  // The namespace is written to a Makefile, where other text could be run as a command.
  if (namespace === undefined || isDns1123Label(namespace).length > 0) {
    throw new ChartError(
      `Cannot create a chart from ${origin}: the Deployment "${manager.name}" is in the namespace ${JSON.stringify(namespace ?? "")}: expected the name of a namespace`,
    );
  }
  return { all, manager, prefix: manager.name.slice(0, -managerName.length), namespace };
}

/** An object of a file in `config/`, with the prefix and namespace of kustomize. */
export function placed(value: unknown, { prefix, namespace }: Manifests, origin: string): Manifest {
  const { object, kind, name } = manifestOf(value, origin);
  const metadata = { ...objectAt(object, "metadata"), name: prefix + name, namespace };
  const spec = objectAt(object, "spec");
  if (kind !== "Certificate") return { kind, name: prefix + name, object: { ...object, metadata } };
  const service = name === "metrics-certs" ? `${managerName}-metrics-service` : "webhook-service";
  const dnsNames = arrayAt(spec, "dnsNames").map((each) =>
    typeof each === "string"
      ? each.replace("SERVICE_NAME.", `${prefix}${service}.`).replace("SERVICE_NAMESPACE", namespace)
      : each,
  );
  const issuerRef = objectAt(spec, "issuerRef");
  const issuer = `${prefix}${textAt(issuerRef, "name") ?? ""}`;
  return {
    kind,
    name: prefix + name,
    object: { ...object, metadata, spec: { ...spec, dnsNames, issuerRef: { ...issuerRef, name: issuer } } },
  };
}

function manifestOf(value: unknown, origin: string): Manifest {
  const object = isJsonObject(value) ? value : {};
  const kind = textAt(object, "kind");
  const name = textAt(object, "metadata", "name");
  if (kind === undefined || name === undefined) {
    throw new ChartError(
      `Cannot create a chart from ${origin}: it has a document without kind or metadata.name: expected objects of Kubernetes`,
    );
  }
  return { kind, name, object };
}

/** The value at the path, or undefined. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, key) => (isJsonObject(at) ? getOwn(at, key) : undefined), value);
}

/** The string at the path; undefined if there is no string. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** The object at the path, or an empty one. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** The list at the path, or an empty one. */
export function arrayAt(value: JsonValue | undefined, ...path: readonly string[]): JsonArray {
  const found = valueAt(value, ...path);
  return isJsonArray(found) ? found : [];
}

/** The object without some of its fields. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The object with all strings mapped. `change` receives the string and the name of its field. */
export function mapTexts(object: JsonObject, change: (text: string, key: string) => string): JsonObject {
  const changed = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === "string") return change(value, key);
    if (isJsonArray(value)) return value.map((each) => changed(each, key));
    return isJsonObject(value) ? mapTexts(value, change) : value;
  };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, changed(value, key)]));
}
