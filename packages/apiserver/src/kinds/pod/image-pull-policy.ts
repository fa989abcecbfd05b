/** https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting */

/** `Always` for an image whose tag is `latest` or not given, `IfNotPresent` for any other tag and for a digest. */
export function defaultPullPolicy(image: string): "Always" | "IfNotPresent" {
  const [name = "", digest] = image.split("@", 2);
  // A colon before the last slash belongs to a registry's port.
  const tag = /:([^/:]*)$/.exec(name)?.[1];
  if (image === "" || (tag === undefined && digest !== undefined)) return "IfNotPresent";
  return tag === undefined || tag === "latest" ? "Always" : "IfNotPresent";
}
