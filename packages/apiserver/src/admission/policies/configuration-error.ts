/** A policy or binding cannot be evaluated, so the failure policy applies. The message is part of the response. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
