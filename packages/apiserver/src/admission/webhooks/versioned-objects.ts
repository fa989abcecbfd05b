/** The objects of a write in the versions in which the webhooks of one round receive them. Each is converted once, until a webhook changes the object. */
import { internalError, isApiError } from "@kubewright/apimachinery";
import type { WebhookType } from "../../kinds/admissionregistration/admission-kind.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { runInSteps } from "../../turns/time-slices.ts";
import { toMatchedVersion } from "../matching/object-versions.ts";
import type { MatchedObjects } from "../matching/object-versions.ts";
import type { MatchedVersion } from "../matching/rules.ts";

type Version = Pick<MatchedVersion, "resource">;
type Conversions = Map<string, ReadonlyObject | Promise<ReadonlyObject>>;

export class VersionedObjects {
  readonly #attributes: AdmissionAttributes;
  readonly #context: AdmissionContext;
  readonly #type: WebhookType;
  readonly #objects: Conversions = new Map();
  readonly #oldObjects: Conversions = new Map();

  constructor(attributes: AdmissionAttributes, context: AdmissionContext, type: WebhookType) {
    this.#attributes = attributes;
    this.#context = context;
    this.#type = type;
  }

  /** Returns both objects, which webhooks share. Rejects with 500 if one cannot be converted, for every failure policy. */
  async in(version: Version): Promise<MatchedObjects> {
    const { object, oldObject } = this.#attributes;
    try {
      const shownOld = oldObject && (await this.#convert(oldObject, version, this.#oldObjects));
      return { object: object && (await this.#convert(object, version, this.#objects)), oldObject: shownOld };
    } catch (error) {
      throw this.#conversionError(error);
    }
  }

  /** Called when a webhook has changed the object. */
  changed(): void {
    this.#objects.clear();
  }

  #convert(
    object: ReadonlyObject,
    version: Version,
    conversions: Conversions,
  ): ReadonlyObject | Promise<ReadonlyObject> {
    const { group, version: name, resource } = version.resource;
    const key = `${group}/${name}/${resource}`;
    const converting =
      conversions.get(key) ??
      runInSteps(() => toMatchedVersion(object, this.#attributes, version, this.#context.registry), this.#context);
    conversions.set(key, converting);
    return converting;
  }

  /** kube-apiserver wraps the error once for validating webhooks, and twice for mutating ones. */
  #conversionError(error: unknown): unknown {
    if (!isApiError(error)) return error;
    const wrapped = internalError(error.status.message ?? "", { cause: error });
    return this.#type === "validating" ? wrapped : internalError(wrapped.status.message ?? "", { cause: error });
  }
}
