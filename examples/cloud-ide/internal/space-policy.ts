/** The namespace and the images that workspaces may have. Other requests are rejected before anything is sent. */
import { isDns1123Label } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { SpaceError } from "./space-error.ts";

/** The default namespace of workspaces. */
export const defaultNamespace = "cloud-ide";

/** The image that `workspace/Dockerfile` builds. */
export const defaultAllowedImages: readonly string[] = ["code-server-go1.19"];

export interface SpacePolicy {
  /** The namespace of all workspaces. */
  readonly namespace: string;
  /**
   * The allowed repositories, with any tag or digest: `registry.example.com/team/ide` is one repository, `registry.example.com/team/*` all below
   * a path, and `*` every repository.
   */
  readonly allowedImages: readonly string[];
}

/**
 * The key of the workspace in a request. The default of the namespace is that of the policy.
 *
 * @throws {SpaceError} if the name is not a DNS label, which the name of the container must be, or the namespace is not that of the policy.
 */
export function spaceKey(policy: SpacePolicy, named: { readonly name: string; readonly namespace: string }): ObjectKey {
  const [problem] = isDns1123Label(named.name);
  if (problem !== undefined) throw invalid("name", named.name, problem);
  if (named.namespace !== "" && named.namespace !== policy.namespace) {
    throw new SpaceError(
      "PermissionDenied",
      `Cannot use namespace ${quote(named.namespace)}: must be "${policy.namespace}"`,
    );
  }
  return { namespace: policy.namespace, name: named.name };
}

// Without the tag and the digest. Consecutive dots are rejected below.
const repository = /^[a-z0-9]+(?:[._:/-]+[a-z0-9]+)*$/u;
const suffix = /^(?::[\w][\w.-]{0,127})?(?:@[a-z0-9]+:[a-f0-9]{32,128})?$/u;
const imageLengthMax = 512;

/** @throws {SpaceError} if `image` is not an image name, or its repository is not allowed. */
export function checkImage(policy: SpacePolicy, image: string): void {
  const end = suffixStart(image);
  const name = image.slice(0, end);
  const isImage = image.length <= imageLengthMax && repository.test(name) && suffix.test(image.slice(end));
  if (!isImage || name.includes("..")) {
    throw invalid("image", image, "must be an image name, such as registry.example.com/team/ide:v1");
  }
  if (policy.allowedImages.some((allowed) => isAllowed(name, allowed))) return;
  throw new SpaceError(
    "PermissionDenied",
    `Cannot use image ${quote(image)}: this service takes ${policy.allowedImages.join(", ") || "none"}`,
  );
}

/** The index of the tag or the digest: of the first `@`, or of the last `:` in the last part of the path. */
function suffixStart(image: string): number {
  const at = image.indexOf("@");
  const end = at === -1 ? image.length : at;
  const colon = image.lastIndexOf(":", end - 1);
  return colon > image.lastIndexOf("/", end - 1) ? colon : end;
}

function isAllowed(name: string, allowed: string): boolean {
  if (allowed === "*") return true;
  return allowed.endsWith("/*") ? name.startsWith(allowed.slice(0, -1)) : name === allowed;
}

/** The error for a field of a request. */
export function invalid(field: string, value: string | number, expected: string, options?: ErrorOptions): SpaceError {
  return new SpaceError("InvalidArgument", `Cannot use ${field} ${quote(value)}: ${expected}`, options);
}

/** A value from a request, escaped and shortened for messages and logs. */
function quote(value: string | number): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
