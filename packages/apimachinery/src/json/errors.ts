/** A text that is not JSON, or that an API server rejects. The message is that of kube-apiserver, without a prefix. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = "JsonSyntaxError";
}
