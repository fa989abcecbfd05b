/** The params of bindings for a request: one by name, several by labels, or none. */
import type { LabelSelector, Work } from "@kubewright/apimachinery";
import { compileLabelSelector, matchesLabels, waitFor, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { ConvertedEntry } from "../../conversion/converted-entries.ts";

import { prefetch } from "../../conversion/prefetch.ts";
import { objectIn } from "../../conversion/served-object.ts";
import type { ParamRefView } from "../../kinds/admissionregistration/admission-kind.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { VersionedResource } from "../../registry/registry.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import type { StoredEntry } from "../../storage/stored-entry.ts";
import type { ServedParams } from "./param-resource.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** A param of a binding. It is decoded when an evaluation reads it, so that a request does not hold all params of its bindings in memory. */
export interface Param {
  /** `namespace/name`, or the name of a cluster-scoped object. */
  readonly key: string;
  readonly read: () => ReadonlyObject;
}

/** The params that the bindings of one request read. */
export class RequestParams {
  readonly #read: ServerContext["read"];
  /** The last decoded param: successive bindings often have the same one. */
  #last: { readonly entry: ConvertedEntry; readonly apiVersion: string; readonly object: ReadonlyObject } | undefined;

  constructor({ read }: Pick<ServerContext, "read">) {
    this.#read = read;
  }

  /**
   * In steps, the params to evaluate a policy with, each in the version of the policy's `paramKind`. Without a `paramRef` this is one evaluation with
   * `undefined`. `namespace` is that of the request.
   *
   * @throws {ConfigurationError} if a param is absent and must not be, and if the reference does not fit the scope of the kind.
   */
  collect(
    params: ServedParams,
    paramRef: ParamRefView | undefined,
    namespace: string,
  ): Work<readonly (Param | undefined)[]> {
    if (paramRef === undefined) return [undefined];
    const place = namespaceOf(params, paramRef, namespace);
    const { served } = params;
    return whenDone(served === undefined ? [] : this.#select(served, paramRef, place), (found) => {
      if (found.length === 0 && paramRef.parameterNotFoundAction === "Deny") {
        throw new ConfigurationError("no params found for policy binding with `Deny` parameterNotFoundAction");
      }
      return found;
    });
  }

  #select(
    resource: VersionedResource,
    { name = "", selector }: ParamRefView,
    namespace: string | undefined,
  ): Work<readonly Param[]> {
    const { group, plural } = resource;
    const from = { group, resource: plural };
    const param = (entry: ConvertedEntry): Param => ({ key: entry.key, read: () => this.#decode(entry, resource) });
    if (name !== "") {
      const stored = this.#read.entry(from, namespace === undefined ? { name } : { namespace, name });
      return whenDone(inParamVersion(stored === undefined ? [] : [stored], resource), (found) => found.map(param));
    }
    const labels = compileLabelSelector(selector as LabelSelector | undefined); // A stored selector is valid.
    // A converter may change labels, so that all entries are converted.
    return whenDone(inParamVersion([...this.#read.entries(from, namespace)], resource), (entries) =>
      entries.filter((entry) => matchesLabels(labels, entry.labels)).map(param),
    );
  }

  #decode(entry: ConvertedEntry, resource: VersionedResource): ReadonlyObject {
    const { apiVersion } = resource;
    if (this.#last?.entry !== entry || this.#last.apiVersion !== apiVersion)
      this.#last = { entry, apiVersion, object: objectIn(entry, resource) };
    return this.#last.object;
  }
}

/**
 * In steps, the entries in the version of the resource. All requests share the conversions, as those of lists and watches. A kube-apiserver reads params from an informer of that version, which stays empty
 * while one object cannot be converted.
 */
function inParamVersion(entries: readonly StoredEntry[], resource: VersionedResource): Work<readonly ConvertedEntry[]> {
  const converting = prefetch(entries, resource);
  if (!(converting instanceof Promise)) return [...converting];
  return whenFailed(
    () => whenDone(waitFor(converting), (converted) => [...converted]),
    (error) => {
      const { apiVersion, kind } = resource;
      const text = `paramKind kind \`&ParamKind{APIVersion:${apiVersion},Kind:${kind},}\``;
      throw new ConfigurationError(`${text} not yet synced to use for admission`, { cause: error });
    },
  );
}

function namespaceOf(
  { namespaced }: ServedParams,
  { namespace: own = "" }: ParamRefView,
  namespace: string,
): string | undefined {
  if (!namespaced) {
    if (own === "") return undefined;
    throw new ConfigurationError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  if (own !== "" || namespace !== "") return own === "" ? namespace : own;
  const why = "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources";
  throw new ConfigurationError(why);
}
