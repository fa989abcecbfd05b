/**
 * Descriptions of the built-in types that are used most, and of their fields. `kubectl explain` and editors show them.
 * This project has written all of them: no sentence is from Kubernetes. A file of this folder has the types of a
 * subject, in this format:
 *
 *     package io.k8s.api.core.v1
 *     kind Pod: What the type is.
 *       spec: What the field does.
 *     PodCondition < Condition: What the type is.
 *
 * A `kind` also has the fields of every object. `<` adds the lines of another type of the package or of meta/v1, for the
 * fields that both have: a description is written once.
 */
import { definition } from "../definitions.ts";
import { lazy } from "../lazy.ts";
import { admission } from "./admission.ts";
import { apiextensions } from "./apiextensions.ts";
import { autoscaling } from "./autoscaling.ts";
import { batch } from "./batch.ts";
import { configuration } from "./configuration.ts";
import { container } from "./container.ts";
import { events } from "./events.ts";
import { meta } from "./meta.ts";
import { networking } from "./networking.ts";
import { node } from "./node.ts";
import { pod } from "./pod.ts";
import { rbac } from "./rbac.ts";
import { scheduling } from "./scheduling.ts";
import { services } from "./services.ts";
import { storage } from "./storage.ts";
import { volumes } from "./volumes.ts";
import { workloads } from "./workloads.ts";

/** By the name of the definition, for example `io.k8s.api.core.v1.Pod`. */
export type TypeDescriptions = Readonly<Record<string, TypeDescription>>;

export interface TypeDescription {
  readonly description?: string;
  /** By the name of the field. Default: no field has a description. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The fields that all kinds have. */
const objectFields: Readonly<Record<string, string>> = {
  apiVersion: "The group and version of the kind.",
  kind: "The kind of the object.",
  metadata: "The metadata of the object.",
};

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

const subjects = [
  meta,
  pod,
  container,
  scheduling,
  volumes,
  workloads,
  batch,
  services,
  configuration,
  node,
  storage,
  rbac,
  networking,
  autoscaling,
  events,
  apiextensions,
  admission,
];

const parsed = lazy(() => parseDescriptions(subjects));

/** The descriptions of this project. They are parsed on first use. */
export function typeDescriptions(): TypeDescriptions {
  return parsed();
}

/**
 * Parses files of descriptions. A type comes after the types whose lines it adds.
 *
 * @throws {TypeError} if a line has another format, or a type is described twice or adds the lines of an unknown type.
 */
export function parseDescriptions(files: readonly string[]): TypeDescriptions {
  const found = new Map<string, TypeDescription>();
  let packageName = "";
  let fields: Record<string, string> = {};
  for (const line of files.flatMap((file) => file.split("\n"))) {
    if (line === "") continue;
    const field = /^ {2}([\w$-]+): (.+)$/u.exec(line);
    const type = /^(kind )?(\w+)(?: < (\w+))?: (.+)$/u.exec(line);
    if (line.startsWith("package ")) {
      packageName = line.slice("package ".length);
    } else if (field !== null) {
      const [, name = "", text = ""] = field;
      fields[name] = text;
    } else if (type !== null) {
      const [, kind, typeName = "", base, description = ""] = type;
      const name = `${packageName}.${typeName}`;
      if (found.has(name)) throw new TypeError(`Cannot read the description of ${name}: it has two`);
      fields = { ...(kind && objectFields), ...(base && inheritedFields(base, name, packageName, found)) };
      found.set(name, { description, fields });
    } else {
      throw new TypeError(`Cannot read the description "${line}": must be a package, a type or a field`);
    }
  }
  return Object.fromEntries(found);
}

/** The lines of another type for the fields that the type has, too. */
function inheritedFields(
  base: string,
  name: string,
  packageName: string,
  found: ReadonlyMap<string, TypeDescription>,
): Readonly<Record<string, string>> {
  const { fields } = found.get(`${packageName}.${base}`) ?? found.get(`${metaPackage}.${base}`) ?? {};
  if (fields === undefined) {
    throw new TypeError(`Cannot read the description of ${name}: the type "${base}" must be before it`);
  }
  const own = definition(name)?.properties ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(own, field)));
}
