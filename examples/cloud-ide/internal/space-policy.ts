/** Which workspaces may be made: in one namespace, from images on a list. What a caller names beyond that is refused before anything is sent. */
import { isDns1123Label } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { SpaceError } from "./space-error.ts";

/** Where workspaces live unless another namespace is named. */
export const defaultNamespace = "cloud-ide";

/** The image of the Dockerfile in `workspace/`, built as its README says. */
export const defaultAllowedImages: readonly string[] = ["code-server-go1.19"];

export interface SpacePolicy {
  /** The one namespace that is served. */
  readonly namespace: string;
  /**
   * Repositories that workspaces may come from, whatever their tag or digest: `registry.example.com/team/ide` is that one,
   * `registry.example.com/team/*` all beneath it, and `*` any at all.
   */
  readonly allowedImages: readonly string[];
}

/**
 * The key of the workspace that a request names; an empty namespace is the one that is served.
 *
 * @throws {SpaceError} when the name is no DNS label (the container has it too), or the namespace another one.
 */
export function spaceKey(policy: SpacePolicy, named: { readonly name: string; readonly namespace: string }): ObjectKey {
  const [problem] = isDns1123Label(named.name);
  if (problem !== undefined) throw invalid("name", named.name, problem);
  if (named.namespace !== "" && named.namespace !== policy.namespace) {
    throw new SpaceError(
      "PermissionDenied",
      `Cannot use namespace ${quote(named.namespace)}: workspaces live in "${policy.namespace}"`,
    );
  }
  return { namespace: policy.namespace, name: named.name };
}

// A tag or a digest may follow; dots in a row would be a way up in a path.
const repository = /^[a-z0-9]+(?:[._:/-]+[a-z0-9]+)*$/u;
const suffix = /^(?::[\w][\w.-]{0,127})?(?:@[a-z0-9]+:[a-f0-9]{32,128})?$/u;
const imageLengthMax = 512;

/** @throws {SpaceError} when `image` is none, or not on the list. */
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

/** Where the tag or the digest begins: the first `@`, or the last `:` of the last part of the path. */
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
export function invalid(field: string, value: string | number, wanted: string, options?: ErrorOptions): SpaceError {
  return new SpaceError("InvalidArgument", `Cannot use ${field} ${quote(value)}: ${wanted}`, options);
}

/** What a caller sent, escaped and cut: it comes back in messages and logs. */
function quote(value: string | number): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
