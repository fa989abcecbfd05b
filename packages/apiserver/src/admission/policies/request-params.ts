/** The params of bindings for a request: one by name, several by labels, or none. */
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, matchesLabels } from "@kubewright/apimachinery";
import type { ConvertedEntry } from "../../conversion/converted-entries.ts";
import { FailedConversionError } from "../../conversion/converted-objects.ts";
import { entriesInWork } from "../../conversion/entries-in-work.ts";
import { objectIn } from "../../conversion/served-object.ts";
import type { ParamRefView } from "../../kinds/admissionregistration/policy.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { VersionedResource } from "../../registry/registry.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { StoredEntry } from "../../storage/stored-entry.ts";
import type { ServedParams } from "./param-resource.ts";
import { ConfigurationError } from "./configuration-error.ts";

type Param = ReadonlyObject | undefined;

/** The params that the bindings of one request read. Bindings share the params that they name. */
export class RequestParams {
  readonly #read: ServerContext["read"];
  readonly #named = new Map<string, Param>();

  constructor({ read }: Pick<ServerContext, "read">) {
    this.#read = read;
  }

  /**
   * Returns the params to evaluate a policy with, each in the version of the policy's `paramKind`. Without a `paramRef` this is one evaluation with
   * `undefined`. `namespace` is that of the request.
   *
   * @throws {ConfigurationError} if a param is absent and must not be, and if the reference does not fit the scope of the kind.
   */
  collect(params: ServedParams, paramRef: ParamRefView | undefined, namespace: string): readonly Param[] {
    if (paramRef === undefined) return [undefined];
    const place = namespaceOf(params, paramRef, namespace);
    const found = params.served === undefined ? [] : this.#select(params.served, paramRef, place);
    if (found.length === 0 && paramRef.parameterNotFoundAction === "Deny") {
      throw new ConfigurationError("no params found for policy binding with `Deny` parameterNotFoundAction");
    }
    return found;
  }

  #select(
    resource: VersionedResource,
    { name = "", selector }: ParamRefView,
    namespace: string | undefined,
  ): readonly Param[] {
    if (name !== "") {
      const param = this.#get(resource, namespace, name);
      return param === undefined ? [] : [param];
    }
    const labels = compileLabelSelector(selector as LabelSelector | undefined); // Validated when it was written.
    const { group, plural } = resource;
    const stored = Array.from(this.#read.entries({ group, resource: plural }, namespace));
    // A converter may change labels, so that all entries are converted.
    return inParamVersion(stored, resource)
      .filter((entry) => matchesLabels(labels, entry.labels))
      .map((entry) => objectIn(entry, resource));
  }

  #get(resource: VersionedResource, namespace: string | undefined, name: string): Param {
    const { group, plural, apiVersion } = resource;
    const key = `${apiVersion} ${plural} ${namespace ?? ""} ${name}`;
    if (this.#named.has(key)) return this.#named.get(key);
    const stored = this.#read.entry(
      { group, resource: plural },
      namespace === undefined ? { name } : { namespace, name },
    );
    const [entry] = inParamVersion(stored === undefined ? [] : [stored], resource);
    const param = entry && objectIn(entry, resource);
    this.#named.set(key, param);
    return param;
  }
}

/**
 * The entries in the version of the resource. A kube-apiserver reads params from an informer of that version, which has no objects as long as one of them
 * cannot be converted.
 */
function inParamVersion(entries: readonly StoredEntry[], resource: VersionedResource): readonly ConvertedEntry[] {
  try {
    return entriesInWork(entries, resource);
  } catch (error) {
    if (!(error instanceof FailedConversionError)) throw error;
    const { apiVersion, kind } = resource;
    const text = `paramKind kind \`&ParamKind{APIVersion:${apiVersion},Kind:${kind},}\``;
    throw new ConfigurationError(`${text} not yet synced to use for admission`, { cause: error });
  }
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
