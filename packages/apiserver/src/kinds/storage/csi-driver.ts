/** CSIDrivers: the capabilities of storage drivers. https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/csi-driver-v1/ */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath, isDeepEqual, repeatedIndexes } from "@kubewright/apimachinery";
import type { CSIDriver, CSIDriverSpec } from "@kubewright/api/storage.k8s.io/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import { checkImmutable, checkSupported } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf } from "../typed.ts";

const spec = fieldPath("spec");

export const csiDriverKind: BuiltinKind = builtinKind<CSIDriver>({
  group: "storage.k8s.io",
  plural: "csidrivers",
  allowUnconditionalUpdate: false,
  deletion: { returnsObject: true },
  defaults: (draft) => {
    const driver = (draft.spec ??= {});
    driver.attachRequired ??= true;
    driver.podInfoOnMount ??= false;
    driver.storageCapacity ??= false;
    driver.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
    driver.volumeLifecycleModes ??= ["Persistent"];
    driver.requiresRepublish ??= false;
    driver.seLinuxMount ??= false;
  },
  prepareForCreate: dropGatedFields,
  prepareForUpdate: (draft, old) => {
    dropGatedFields(draft);
    // The client can set the generation of a new object.
    if (!isDeepEqual(draft["spec"], old["spec"])) draft.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  validate: (object) => checkDriver(object.spec ?? {}),
  validateUpdate: (object, old) => {
    const [next, before] = [object.spec ?? {}, old.spec ?? {}];
    const { attachRequired, volumeLifecycleModes } = next;
    return [
      ...checkDriver(next),
      ...checkImmutable(attachRequired, before.attachRequired, spec.child("attachedRequired")),
      ...checkImmutable(volumeLifecycleModes, before.volumeLifecycleModes, spec.child("volumeLifecycleModes")),
    ];
  },
  warningsOnCreate: (object) => tokenWarnings(object.spec ?? {}, {}),
  warningsOnUpdate: (object, old) => tokenWarnings(object.spec ?? {}, old.spec ?? {}),
  cells: (object) => {
    const { spec = {} } = object;
    const modes = (spec.volumeLifecycleModes ?? []).join(",");
    return {
      AttachRequired: spec.attachRequired ?? true,
      PodInfoOnMount: spec.podInfoOnMount ?? false,
      StorageCapacity: spec.storageCapacity ?? false,
      TokenRequests:
        spec.tokenRequests === undefined
          ? "<unset>"
          : spec.tokenRequests.map(({ audience = "" }) => audience).join(","),
      RequiresRepublish: spec.requiresRepublish ?? false,
      Modes: modes === "" ? "<none>" : modes,
    };
  },
});

/** Drops a field that requires a feature gate that is off. */
function dropGatedFields(draft: ApiObject): void {
  delete draftOf<CSIDriver>(draft).spec?.preventPodSchedulingIfMissing;
}

const groupPolicies: readonly string[] = ["File", "None", "ReadWriteOnceWithFSType"];
const lifecycleModes: readonly string[] = ["Persistent", "Ephemeral"];

/** In seconds. */
const periodMin = 10;
const tokenMin = 600;
const tokenMax = 2 ** 32;

function checkDriver(driver: View<CSIDriverSpec>): readonly FieldError[] {
  const { fsGroupPolicy, volumeLifecycleModes = [], nodeAllocatableUpdatePeriodSeconds: period } = driver;
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] } = driver;
  const modes = spec.child("volumeLifecycleModes");
  const errors: FieldError[] = [];
  append(errors, checkSupported(fsGroupPolicy, groupPolicies, spec.child("fsGroupPolicy")));
  append(errors, checkTokens(tokenRequests));
  for (const mode of volumeLifecycleModes) {
    if (!lifecycleModes.includes(mode)) errors.push(field.notSupported(modes, mode, lifecycleModes));
  }
  if (period !== undefined && period < periodMin) {
    const text = `must be greater than or equal to ${periodMin} seconds`;
    errors.push(field.invalid(spec.child("nodeAllocatableUpdatePeriodSeconds"), period, text));
  }
  if (inSecrets !== undefined && tokenRequests.length === 0) {
    const text = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
    errors.push(field.invalid(spec.child("serviceAccountTokenInSecrets"), inSecrets, text));
  }
  return errors;
}

function checkTokens(requests: NonNullable<View<CSIDriverSpec>["tokenRequests"]>): readonly FieldError[] {
  const repeated = repeatedIndexes(requests.map(({ audience = "" }) => audience));
  return requests.flatMap(({ audience = "", expirationSeconds: seconds }, index) => {
    const path = spec.child("tokenRequests").index(index);
    if (repeated.has(index)) return [field.duplicate(path.child("audience"), audience)];
    const invalid = (text: string): FieldError => field.invalid(path.child("expirationSeconds"), seconds, text);
    return [
      ...(seconds !== undefined && seconds < tokenMin
        ? [invalid("may not specify a duration less than 10 minutes")]
        : []),
      ...(seconds !== undefined && seconds > tokenMax
        ? [invalid("may not specify a duration larger than 2^32 seconds")]
        : []),
    ];
  });
}

function tokenWarnings(next: View<CSIDriverSpec>, before: View<CSIDriverSpec>): readonly string[] {
  const { tokenRequests = [], serviceAccountTokenInSecrets } = next;
  if (tokenRequests.length === 0 || serviceAccountTokenInSecrets !== undefined) return [];
  if (isDeepEqual(tokenRequests, before.tokenRequests)) return [];
  return [
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, " +
      "set to true to prevent possible logging of tokens in volume attributes",
  ];
}
