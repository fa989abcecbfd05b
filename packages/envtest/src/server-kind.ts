/** Which server a test runs on, and the variables by which a whole run chooses it without a change of its tests. */
import { EnvironmentError } from "./errors.ts";

/** Which server a test runs on. */
export const serverKinds = ["embedded", "real", "existing"] as const;
export type ServerKind = (typeof serverKinds)[number];

/**
 * The choice that the environment variables make.
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
