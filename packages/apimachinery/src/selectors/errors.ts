/** A selector that cannot be understood. The message is a kube-apiserver's. */
export class SelectorSyntaxError extends Error {
  override readonly name = "SelectorSyntaxError";
}
