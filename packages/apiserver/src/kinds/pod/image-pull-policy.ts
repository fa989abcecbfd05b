/** https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting */

/** What a name of an image may be made of: https://github.com/distribution/reference */
const imageName = /^[\w.:/@+-]+$/u;

/** `Always` for an image whose tag is `latest` or not given, `IfNotPresent` for any other tag, for a digest, and for what is no image. */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  if (!imageName.test(image)) return "IfNotPresent";
  const [name = "", digest] = image.split("@", 2);
  // A colon before the last slash belongs to a registry's port.
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  if (tag === undefined && digest !== undefined) return "IfNotPresent";
  return tag === undefined || tag === "latest" ? "Always" : "IfNotPresent";
}
