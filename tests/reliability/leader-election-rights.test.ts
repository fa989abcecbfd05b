// The roles for leader election have exactly the permissions that an election needs.
import { readFile } from "node:fs/promises";
import { Namespace } from "@kubewright/api/core/v1";
import type { Role } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { controllerManagedBy } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { startOperatorFixture } from "./operator-fixture.ts";

const verbOf: ReadonlyMap<string, string> = new Map([
  ["GET", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

test.each(["myjob", "balancer", "crddemo"])(
  "the leader election role of %s has exactly the permissions that an election needs",
  async (example) => {
    const file = new URL(`../../examples/${example}/config/rbac/leader_election_role.yaml`, import.meta.url);
    const role = parse(await readFile(file, "utf8")) as Role;

    const used = await requestsOfElection();

    const allowed = role.rules?.flatMap(({ apiGroups = [], resources = [], verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`)),
      ),
    );
    expect(new Set(allowed)).toEqual(used);
  },
);

/** The requests of a leader and its successor, from the start of the first one to the end of the second one, without those of their controllers. */
async function requestsOfElection(): Promise<ReadonlySet<string>> {
  await using fixture = startOperatorFixture("rights of an election");
  for (const identity of ["first", "second"]) {
    const operator = fixture.start(
      (manager) =>
        void controllerManagedBy(manager)
          .for(Namespace)
          .complete(async () => ({})),
      { leaderElection: { id: "demo", namespace: "default", identity } },
    );
    await fixture.clock.advance(60_000);
    await fixture.clock.runUntilSettled(operator.stop());
  }
  expect(fixture.failures).toEqual([]);
  const requests = fixture.requests.filter((request) => !request.includes("/api/v1/namespaces?"));
  return new Set(
    requests.map((request) => {
      const [, method = "", group = "", resource = ""] =
        /^(\w+) \/apis\/([^/]+)\/v1\/namespaces\/default\/(\w+)/.exec(request) ?? [];
      return `${verbOf.get(method) ?? request} ${resource}.${group}`;
    }),
  );
}
