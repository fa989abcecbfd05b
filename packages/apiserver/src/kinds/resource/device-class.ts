/** DeviceClasses: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#deviceclass */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { DeviceClass, DeviceClassSpec } from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { nameIsLongName } from "../generic/names.ts";
import { isExtended } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { checkItems } from "./bounded-lists.ts";
import { configurationsMax } from "./device-claim.ts";
import { checkConfiguration } from "./device-configuration.ts";
import { checkSelectors } from "./device-selector.ts";

export const deviceClassKind: BuiltinKind = builtinKind<DeviceClass>({
  group: "resource.k8s.io",
  plural: "deviceclasses",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  deletion: { returnsObject: true },
  validateName: nameIsLongName,
  validate: ({ spec }) => checkSpec(spec ?? {}),
  validateUpdate: ({ spec }, old) => checkSpec(spec ?? {}, old.spec),
});

function checkSpec(spec: View<DeviceClassSpec>, old?: View<DeviceClassSpec>): readonly FieldError[] {
  const path = fieldPath("spec");
  const { selectors, config, extendedResourceName } = spec;
  const isStored = old !== undefined && isDeepEqual(config ?? [], old.config ?? []);
  const nameText = "must be a valid extended resource name";
  return [
    ...checkSelectors(selectors, path.child("selectors")),
    ...checkItems(
      config,
      configurationsMax,
      (configuration, at) => checkConfiguration(configuration, at, { isStored }),
      path.child("config"),
    ),
    ...(extendedResourceName === undefined || isExtended(extendedResourceName)
      ? []
      : [field.invalid(path.child("extendedResourceName"), extendedResourceName, nameText)]),
  ];
}
