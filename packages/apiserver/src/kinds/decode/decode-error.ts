/** A value that does not fit its field; the endpoint answers it as a 400. The message is the reference's, after its lead. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}
