/** A text that is not JSON, or not JSON that an API server takes. The message is a kube-apiserver's, without lead text. */
export class JsonSyntaxError extends SyntaxError {
  override readonly name = "JsonSyntaxError";
}
