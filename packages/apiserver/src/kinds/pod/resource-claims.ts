/** Checks the resource claims of a Pod, and the references of containers to them. */
import type { FieldError, FieldPath, ObjectMeta } from "@kubewright/apimachinery";
import { append, field, repeatedIndexes } from "@kubewright/apimachinery";
import type { PodResourceClaim, ResourceClaim } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { isMirror } from "./annotations.ts";

/** `metadata` is `undefined` for a template. */
export function checkPodClaims(
  claims: readonly View<PodResourceClaim>[],
  metadata: View<ObjectMeta> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  // Devices are not prepared for a Pod that a kubelet runs from a file.
  if (isMirror(metadata)) return claims.map(() => field.forbidden("[]", "static pods do not support resource claims"));
  const repeated = repeatedIndexes(claims.map(({ name = "" }) => name));
  return claims.flatMap((claim, index) => {
    const at = path.index(index);
    const { name = "", resourceClaimName, resourceClaimTemplateName } = claim;
    const errors: FieldError[] = [];
    if (name === "") errors.push(field.required(at.child("name"), ""));
    else if (repeated.has(index)) errors.push(field.duplicate(at.child("name"), name));
    else append(errors, checkDnsLabel(name, at.child("name")));
    const hasName = resourceClaimName !== undefined;
    const hasTemplate = resourceClaimTemplateName !== undefined;
    if (hasName && hasTemplate) {
      const text = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
      errors.push(field.invalid(at, printed(claim), text));
    }
    if (!hasName && !hasTemplate) {
      const text = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
      errors.push(field.invalid(at, printed(claim), text));
    }
    if (hasName) append(errors, checkDnsSubdomain(resourceClaimName, at.child("resourceClaimName")));
    if (hasTemplate) {
      append(errors, checkDnsSubdomain(resourceClaimTemplateName, at.child("resourceClaimTemplateName")));
    }
    return errors;
  });
}

/** A claim as kube-apiserver prints it: with the Go names of its fields. */
function printed(claim: View<PodResourceClaim>): unknown {
  return {
    Name: claim.name ?? "",
    ResourceClaimName: claim.resourceClaimName ?? null,
    ResourceClaimTemplateName: claim.resourceClaimTemplateName ?? null,
  };
}

/** Checks the references of a container to claims of its Pod. Each claim or request is referenced once. */
export function checkClaimReferences(
  claims: readonly View<ResourceClaim>[],
  podClaims: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  const seen = new Set<string>();
  const requestsOf = new Map<string, number>();
  return claims.flatMap(({ name = "", request = "" }, index) => {
    const at = path.index(index);
    if (name === "") return [field.required(at, "")];
    const errors = [...checkRepeated({ name, request }, seen, requestsOf, at)];
    if (!podClaims.has(name)) {
      const known = podClaims.size === 0 ? " which is empty" : `: ${[...podClaims].toSorted().join(", ")}`;
      errors.push({
        ...field.notFound(at, name),
        detail: `must be one of the names in pod.spec.resourceClaims${known}`,
      });
    }
    return errors;
  });
}

/** `requestsOf` has the number of the earlier references to requests of each claim. */
function checkRepeated(
  { name, request }: { readonly name: string; readonly request: string },
  seen: Set<string>,
  requestsOf: Map<string, number>,
  at: FieldPath,
): readonly FieldError[] {
  if (seen.has(name)) return [field.duplicate(at, name)];
  const key = request === "" ? name : `${name}/${request}`;
  const errors = request === "" ? [] : [...checkDnsLabel(request, at.child("request"))];
  if (seen.has(key)) errors.push(field.duplicate(at, key));
  else if (request === "") {
    for (let left = requestsOf.get(name) ?? 0; left > 0; left--) errors.push(field.duplicate(at, name));
  }
  if (request !== "" && !seen.has(key)) requestsOf.set(name, (requestsOf.get(name) ?? 0) + 1);
  seen.add(key);
  return errors;
}
