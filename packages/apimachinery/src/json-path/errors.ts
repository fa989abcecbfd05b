/** A JSONPath that does not parse, or that cannot be followed in an object. The message is that of k8s.io/client-go/util/jsonpath. */
export class JsonPathError extends Error {
  static {
    this.prototype.name = "JsonPathError";
  }
}
