/** A value of the wrong type for its field: the endpoint returns 400. The message is that of kube-apiserver, without the prefix. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
