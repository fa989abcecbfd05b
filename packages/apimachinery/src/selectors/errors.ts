/** A selector that cannot be parsed. The message is that of kube-apiserver. */
export class SelectorSyntaxError extends Error {
  override readonly name = "SelectorSyntaxError";
}
