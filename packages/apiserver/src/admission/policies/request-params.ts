/** The params of bindings for a request: one by name, several by labels, or none. */
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, matchesLabels } from "@kubewright/apimachinery";
import { inServedVersion } from "../../conversion/served-object.ts";
import type { ParamRefView } from "../../kinds/admissionregistration/policy.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { VersionedResource } from "../../registry/registry.ts";
import type { ServerContext } from "../../registry/server-context.ts";
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
    return Array.from(this.#read.list({ group: resource.group, resource: resource.plural }, namespace))
      .filter(({ metadata }) => matchesLabels(labels, metadata.labels))
      .map((param) => inServedVersion(param, resource));
  }

  #get(resource: VersionedResource, namespace: string | undefined, name: string): Param {
    const { group, plural, apiVersion } = resource;
    const key = `${apiVersion} ${plural} ${namespace ?? ""} ${name}`;
    if (this.#named.has(key)) return this.#named.get(key);
    const stored = this.#read.get(
      { group, resource: plural },
      namespace === undefined ? { name } : { namespace, name },
    );
    const param = stored && inServedVersion(stored, resource);
    this.#named.set(key, param);
    return param;
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
