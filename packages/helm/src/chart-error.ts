/** Manifests from which no chart can be created: a message for the user, which names the file, what was found, and what is needed. */
export class ChartError extends Error {
  override readonly name = "ChartError";
}
