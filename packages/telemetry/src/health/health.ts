/**
 * Health checks of Kubernetes: named checks under one path, with the responses of kube-apiserver and controller-runtime.
 * https://kubernetes.io/docs/reference/using-api/health-checks/
 */

/** Passes if it returns or resolves; fails if it throws or rejects, with the error as the reason. */
export type HealthCheck = () => void | Promise<void>;

/** An HTTP response. */
export interface HealthResponse {
  readonly status: number;
  readonly body: string;
}

/** The checks of one path, such as `/healthz`. */
export interface HealthChecks {
  /** Adds a check under a name of letters, digits and dashes. Throws if the name is taken. */
  add(name: string, check: HealthCheck): void;
  /**
   * Runs the checks and returns the response: 200 `ok`, or 500 with a line for every check. With `verbose` the lines are present in both cases.
   * `exclude` names checks to skip, `only` is the check of a path such as `/healthz/ping`; an unknown one is 404.
   */
  run(options?: {
    readonly verbose?: boolean;
    readonly exclude?: readonly string[];
    readonly only?: string;
  }): Promise<HealthResponse>;
}

/** Creates the checks of the path `name`, such as "healthz", with the check `ping`, which always passes. */
export function createHealthChecks(name: string): HealthChecks {
  const checks = new Map<string, HealthCheck>([["ping", () => {}]]);

  return {
    add(check, run) {
      if (!/^[a-z0-9][a-z0-9-]*$/i.test(check)) {
        throw new TypeError(`Cannot add ${name} check: name is "${check}", must consist of letters, digits and dashes`);
      }
      if (checks.has(check)) throw new TypeError(`Cannot add ${name} check "${check}": the name is taken`);
      checks.set(check, run);
    },

    async run({ verbose = false, exclude = [], only } = {}) {
      if (only !== undefined && !checks.has(only)) return { status: 404, body: "404 page not found\n" };
      const chosen = [...checks].filter(([check]) => (only === undefined ? !exclude.includes(check) : check === only));
      const outcomes = await Promise.all(
        chosen.map(async ([check, run]) => ({ check, failure: await failureOf(run) })),
      );
      const healthy = outcomes.every(({ failure }) => failure === undefined);
      if (healthy && !verbose) return { status: 200, body: "ok" };
      const lines = outcomes.map(({ check, failure }) =>
        failure === undefined ? `[+]${check} ok` : `[-]${check} failed: ${failure}`,
      );
      const summary = `${name} check ${healthy ? "passed" : "failed"}`;
      return { status: healthy ? 200 : 500, body: `${[...lines, summary].join("\n")}\n` };
    },
  };
}

/** The reason is part of the response: it helps with the diagnosis, and contains no content of objects. */
async function failureOf(run: HealthCheck): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
