/** RoleBindings and ClusterRoleBindings: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#rolebinding-and-clusterrolebinding */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath, isDeepEqual, isPathSegmentName, nameIsPathSegment } from "@kubewright/apimachinery";
import type { RoleBinding, Subject } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import { checkDnsSubdomain, checkRequired, checkSupported, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf } from "../typed.ts";

const group = "rbac.authorization.k8s.io";

export const roleBindingKind: BuiltinKind = bindingKind("rolebindings", ["Role", "ClusterRole"], true);
export const clusterRoleBindingKind: BuiltinKind = bindingKind("clusterrolebindings", ["ClusterRole"], false);

/** Both kinds have the same shape; a ClusterRoleBinding names only ClusterRoles, and accounts with their namespace. */
function bindingKind(plural: string, roleKinds: readonly string[], isNamespaced: boolean): BuiltinKind {
  const check = (binding: View<RoleBinding>): readonly FieldError[] => [
    ...checkRoleRef(binding.roleRef ?? {}, roleKinds),
    ...(binding.subjects ?? []).flatMap((subject, index) =>
      checkSubject(subject, isNamespaced, fieldPath("subjects").index(index)),
    ),
  ];
  return builtinKind<RoleBinding>({
    group,
    plural,
    metadataChecks: { wholeOnUpdate: true },
    allowCreateOnUpdate: true,
    validateName: nameIsPathSegment,
    defaults,
    validate: check,
    validateUpdate: (object, old) => {
      const { roleRef } = object;
      const errors = [...check(object)];
      if (!isDeepEqual(roleRef, old.roleRef)) {
        // kube-apiserver prints the Go struct.
        const shown = { APIGroup: roleRef?.apiGroup, Kind: roleRef?.kind, Name: roleRef?.name };
        errors.push(field.invalid(fieldPath("roleRef"), shown, "cannot change roleRef"));
      }
      return errors;
    },
    cells: (object) => {
      const { roleRef, subjects = [] } = object;
      const named = (kind: string): string =>
        subjects
          .filter((subject) => subject.kind === kind)
          .map(({ name = "", namespace }) => (kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : name))
          .join(", ");
      return {
        Role: `${roleRef?.kind ?? ""}/${roleRef?.name ?? ""}`,
        Users: named("User"),
        Groups: named("Group"),
        ServiceAccounts: named("ServiceAccount"),
      };
    },
  });
}

function defaults(draft: ApiObject): void {
  const binding = draftOf<RoleBinding>(draft);
  // An empty group counts as absent, because the field is not a pointer.
  if (binding.roleRef !== undefined) binding.roleRef.apiGroup ||= group;
  for (const subject of binding.subjects ?? []) {
    if (subject.kind === "User" || subject.kind === "Group") subject.apiGroup ||= group;
  }
}

function checkRoleRef(
  roleRef: NonNullable<View<RoleBinding>["roleRef"]>,
  kinds: readonly string[],
): readonly FieldError[] {
  const path = fieldPath("roleRef");
  const { apiGroup = "", kind = "", name = "" } = roleRef;
  return [
    ...(apiGroup === group ? [] : [field.notSupported(path.child("apiGroup"), apiGroup, [group])]),
    ...checkSupported(kind, kinds, path.child("kind")),
    ...(name === ""
      ? [field.required(path.child("name"), "")]
      : invalidFor(path.child("name"), name, isPathSegmentName(name))),
  ];
}

const subjectKinds: readonly string[] = ["ServiceAccount", "User", "Group"];

function checkSubject(subject: View<Subject>, isNamespaced: boolean, path: FieldPath): readonly FieldError[] {
  const { kind = "", name = "", namespace = "", apiGroup = "" } = subject;
  const errors: FieldError[] = [...checkRequired(name, path.child("name"))];
  switch (kind) {
    case "ServiceAccount":
      if (name !== "") append(errors, checkDnsSubdomain(name, path.child("name")));
      if (apiGroup !== "") errors.push(field.notSupported(path.child("apiGroup"), apiGroup, [""]));
      if (!isNamespaced && namespace === "") errors.push(field.required(path.child("namespace"), ""));
      return errors;
    case "User":
    case "Group":
      if (apiGroup !== group) errors.push(field.notSupported(path.child("apiGroup"), apiGroup, [group]));
      return errors;
    default:
      return [...errors, field.notSupported(path.child("kind"), kind, subjectKinds)];
  }
}
