/** Checks the seccomp and AppArmor profiles of containers, as fields and as annotations. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { AppArmorProfile, SeccompProfile } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkDescendingPath } from "./paths.ts";
import { checkSupported } from "../field-checks.ts";

const profileTypes: readonly string[] = ["Localhost", "RuntimeDefault", "Unconfined"];

export function checkSeccomp(profile: View<SeccompProfile> | undefined, path: FieldPath): readonly FieldError[] {
  if (profile === undefined) return [];
  const { type = "", localhostProfile } = profile;
  const errors = checkType(type, "type is required when seccompProfile is set", path.child("type"));
  const at = path.child("localhostProfile");
  if (type !== "Localhost") {
    if (localhostProfile === undefined) return errors;
    // kube-apiserver prints the whole profile with the Go names of its fields.
    const shown = { Type: type, LocalhostProfile: localhostProfile };
    return [...errors, field.invalid(at, shown, "can only be set when seccomp type is Localhost")];
  }
  if (localhostProfile === undefined) return [field.required(at, "must be set when seccomp type is Localhost")];
  return checkDescendingPath(localhostProfile, at);
}

function checkType(type: string, whenEmpty: string, path: FieldPath): readonly FieldError[] {
  if (type === "") return [field.required(path, whenEmpty)];
  return checkSupported(type, profileTypes, path);
}

/** The maximum length of a path in Linux, without the terminating zero. */
const pathLengthMax = 4095;

export function checkAppArmor(profile: View<AppArmorProfile> | undefined, path: FieldPath): readonly FieldError[] {
  if (profile === undefined) return [];
  const { type = "", localhostProfile } = profile;
  const at = path.child("localhostProfile");
  if (type === "Localhost") return checkLocalProfile(localhostProfile, at);
  const errors = checkType(type, "type is required when appArmorProfile is set", path.child("type"));
  if (errors.length > 0 || localhostProfile === undefined) return errors;
  return [field.invalid(at, localhostProfile, "can only be set when AppArmor type is Localhost")];
}

function checkLocalProfile(name: string | undefined, path: FieldPath): readonly FieldError[] {
  const missing = field.required(path, "must be set when AppArmor type is Localhost");
  if (name === undefined || name === "") return [missing];
  const errors = name === name.trim() ? [] : [field.invalid(path, name, "must not be padded with whitespace")];
  return name.length > pathLengthMax ? [...errors, field.tooLong(path, pathLengthMax)] : errors;
}

/** The names of profiles in annotations: `unconfined`, `runtime/default`, `localhost/…`. */
interface ProfileNames {
  readonly what: string;
  readonly runtimeDefault: readonly string[];
}

export const seccompNames: ProfileNames = { what: "seccomp", runtimeDefault: ["runtime/default", "docker/default"] };
export const appArmorNames: ProfileNames = { what: "apparmor", runtimeDefault: ["runtime/default"] };

const localPrefix = "localhost/";

/** Checks that an annotation, if present, equals the field. */
export function checkAnnotationMatches(
  annotation: string | undefined,
  profile: { readonly type?: string; readonly localhostProfile?: string } | undefined,
  { what, runtimeDefault }: ProfileNames,
  path: FieldPath,
): readonly FieldError[] {
  if (annotation === undefined || profile === undefined) return [];
  const otherType = field.forbidden(path.child("type"), `${what} type in annotation and field must match`);
  switch (profile.type) {
    case "Unconfined":
      return annotation === "unconfined" ? [] : [otherType];
    case "RuntimeDefault":
      return runtimeDefault.includes(annotation) ? [] : [otherType];
    case "Localhost":
      if (!annotation.startsWith(localPrefix)) return [otherType];
      if (annotation.slice(localPrefix.length) === profile.localhostProfile) return [];
      return [field.forbidden(path.child("localhostProfile"), `${what} profile in annotation and field must match`)];
    default:
      return [];
  }
}

/** The value of a seccomp annotation by itself. */
export function checkSeccompName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "unconfined" || seccompNames.runtimeDefault.includes(name)) return [];
  if (name.startsWith(localPrefix)) return checkDescendingPath(name.slice(localPrefix.length), path);
  return [field.invalid(path, name, "must be a valid seccomp profile")];
}

/** The value of an AppArmor annotation by itself. */
export function checkAppArmorName(name: string, path: FieldPath): readonly FieldError[] {
  const isKnown = name === "" || name === "unconfined" || name === "runtime/default" || name.startsWith(localPrefix);
  return isKnown ? [] : [field.invalid(path, name, `invalid AppArmor profile name: ${JSON.stringify(name)}`)];
}
