/** An update that cannot begin or continue: a message for the user, which names the failed action, what was found, and what is needed. */
export class UpdateError extends Error {
  override readonly name = "UpdateError";
}
