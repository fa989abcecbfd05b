/** ServiceCIDRs: https://kubernetes.io/docs/reference/networking/virtual-ips/#service-cidr-objects */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { ServiceCIDR } from "@kubewright/api/networking.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { immutableMessage } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkCanonicalPrefix } from "../ip/ip-checks.ts";
import { readPrefix } from "../ip/ip-text.ts";
import { viewOf } from "../typed.ts";

const path = fieldPath("spec", "cidrs");

/** One per IP family. */
const cidrsMax = 2;

export const serviceCidrKind: BuiltinKind = builtinKind<ServiceCIDR>({
  group: "networking.k8s.io",
  plural: "servicecidrs",
  validate: (object) => checkCidrs(cidrsOf(object)),
  validateUpdate: (object, old) => checkChange(object.spec?.cidrs ?? null, cidrsOf(old)),
  status: { keepsMetadata: true },
  cells: (object) => {
    const { cidrs = [] } = object.spec ?? {};
    return { CIDRs: cidrs.join(",") };
  },
});

function cidrsOf(object: ReadonlyObject): readonly string[] {
  return viewOf<ServiceCIDR>(object).spec?.cidrs ?? [];
}

function checkCidrs(cidrs: readonly string[]): readonly FieldError[] {
  if (cidrs.length === 0) return [field.required(path, "at least one CIDR required")];
  if (cidrs.length > cidrsMax) return [field.invalid(path, { CIDRs: cidrs }, "may only hold up to 2 values")];
  const errors = cidrs.flatMap((cidr, index) => checkCanonicalPrefix(cidr, path.index(index)));
  const [first, second] = cidrs.map((cidr) => readPrefix(cidr)?.address.family);
  if (first === undefined || first !== second) return errors;
  const text = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  return [...errors, field.invalid(path, cidrs, text)];
}

/** CIDRs are immutable. A second one may be added. */
function checkChange(wanted: readonly string[] | null, old: readonly string[]): readonly FieldError[] {
  const next = wanted ?? [];
  const isConverted = old.length === 1 && next.length === cidrsMax;
  if (next.length !== old.length && !isConverted) return [field.invalid(path, wanted, immutableMessage)];
  const changed = old.flatMap((cidr, index) =>
    cidr === next[index] ? [] : [field.invalid(path.index(index), next[index], immutableMessage)],
  );
  return isConverted ? [...changed, ...checkCidrs(next)] : changed;
}
