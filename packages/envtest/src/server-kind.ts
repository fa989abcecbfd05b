/** The server of a test, and the variables that select it for a whole run. */
import { EnvironmentError } from "./errors.ts";

/** The server of a test. */
export const serverKinds = ["embedded", "real", "existing"] as const;
export type ServerKind = (typeof serverKinds)[number];

/**
 * The server that the environment variables select.
 *
 * @throws {EnvironmentError} if KUBEWRIGHT_TEST_SERVER is not one of `serverKinds`.
 */
export function serverFrom(env: NodeJS.ProcessEnv): ServerKind {
  const chosen = env["KUBEWRIGHT_TEST_SERVER"] ?? "";
  if (chosen === "") return env["USE_EXISTING_CLUSTER"]?.toLowerCase() === "true" ? "existing" : "embedded";
  const known = serverKinds.find((kind) => kind === chosen);
  if (known) return known;
  throw new EnvironmentError(
    `Cannot start a test environment: KUBEWRIGHT_TEST_SERVER is "${chosen}", must be one of ${serverKinds.join(", ")}`,
  );
}
