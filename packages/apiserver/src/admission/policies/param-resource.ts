/** The resource of the params of a policy. Policies can name kinds that the server does not have yet, or no longer has. */
import { parseApiVersion } from "@kubewright/apimachinery";
import type { ParamKindView } from "../../kinds/admissionregistration/admission-kind.ts";
import type { Registry, VersionedResource } from "../../registry/registry.ts";

/** The resource in the version of the params. */
export interface ServedParams {
  readonly namespaced: boolean;
  /** `undefined` after the kind was deleted. Params of a deleted kind do not exist. */
  readonly served: VersionedResource | undefined;
}

export class ParamResource {
  /** The kind as Go prints a GroupVersionKind. */
  readonly text: string;
  readonly #group: string;
  readonly #version: string;
  readonly #kind: string;
  /** The scope of the kind. `undefined` until the server has the kind. */
  #namespaced: boolean | undefined;

  constructor({ apiVersion = "", kind = "" }: ParamKindView) {
    const { group, version } = parseApiVersion(apiVersion);
    this.#group = group;
    this.#version = version;
    this.#kind = kind;
    this.text = `${group}/${version}, Kind=${kind}`;
  }

  /** Returns `undefined` if the server has never had the kind. As in kube-apiserver, a deleted kind stays known while a policy uses it. */
  lookUp(registry: Registry): ServedParams | undefined {
    const served = registry.resources(this.#group, this.#version).find(({ kind }) => kind === this.#kind);
    this.#namespaced ??= served?.namespaced;
    return this.#namespaced === undefined ? undefined : { namespaced: this.#namespaced, served };
  }
}
