// Descriptions of built-in types: from an API server with test data, through the file, to the OpenAPI documents of another server.
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import type { TypeDescriptions } from "@kubewright/apiserver";
import { createSystemClock } from "@kubewright/async";
import { createTransportFor, loadConfig } from "@kubewright/client";
import { readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";
import type { CommandFixture } from "../testdata/command-fixture.ts";

const leaseSpec = "io.k8s.api.coordination.v1.LeaseSpec";
const types: TypeDescriptions = {
  [leaseSpec]: { description: "A made-up type.", fields: { holderIdentity: "A made-up field." } },
};
const ownDescription = "The state of a lease.";

/** Runs the command against a server with these descriptions. */
async function save(fixture: CommandFixture, descriptions: TypeDescriptions): Promise<number> {
  await using server = createApiServer({ loadTypeDescriptions: () => descriptions });
  const listener = await server.listen();
  await writeFile(path.join(fixture.folder, "source"), listener.kubeconfig());
  return await fixture.run(["envtest", "descriptions", "--kubeconfig", "source"], homeOf(fixture));
}

function homeOf({ folder }: CommandFixture): Readonly<Record<string, string>> {
  return { HOME: folder, XDG_CACHE_HOME: path.join(folder, "cache"), LocalAppData: path.join(folder, "cache") };
}

/** The schema of the spec of Leases that a new cluster publishes. */
async function published(fixture: CommandFixture): Promise<unknown> {
  const running = fixture.run(["cluster", "--controllers", "none"], homeOf(fixture));
  await fixture.untilPrinted("Ctrl-C stops it");
  const env = { KUBECONFIG: path.join(fixture.folder, ".kubewright", "kubeconfig") };
  await using transport = createTransportFor(await loadConfig({ env, clock: createSystemClock() }));
  const response = await transport.request({ method: "GET", path: "/openapi/v3/apis/coordination.k8s.io/v1" });
  const document = JSON.parse(await readText(response)) as {
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  fixture.signal("SIGTERM");
  await running;
  return document.components.schemas[leaseSpec];
}

test("a cluster publishes the descriptions that the command has saved", async () => {
  await using fixture = await startFixture();

  expect(await save(fixture, types)).toBe(0);

  const file =
    /^Saved the descriptions of 1 types of Kubernetes v?1\.36\S* to (.*)$/mu.exec(fixture.output())?.[1] ?? "";
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    swagger: "2.0",
    definitions: {
      [leaseSpec]: {
        description: "A made-up type.",
        properties: { holderIdentity: { description: "A made-up field." } },
      },
    },
  });
  expect(await published(fixture)).toMatchObject({
    description: "A made-up type.",
    properties: {
      holderIdentity: { description: "A made-up field.", type: "string" },
      leaseTransitions: { type: "integer" },
    },
  });
});

test("a cluster without saved descriptions publishes those of this project", async () => {
  await using fixture = await startFixture();

  expect(await published(fixture)).toHaveProperty("description", ownDescription);
});

test("a damaged file is a warning, and the cluster publishes the descriptions of this project", async () => {
  await using fixture = await startFixture();
  await save(fixture, types);
  const file = / to (\S+type-descriptions\.json)$/mu.exec(fixture.output())?.[1] ?? "";
  await writeFile(file, '{"definitions":');

  expect(await published(fixture)).toHaveProperty("description", ownDescription);
  expect(fixture.errors()).toContain(`warning: Cannot read descriptions from "${file}": SyntaxError: `);
});

test("a server without descriptions is an error, and the saved ones are kept", async () => {
  await using fixture = await startFixture();
  await save(fixture, types);
  const file = / to (\S+type-descriptions\.json)$/mu.exec(fixture.output())?.[1] ?? "";
  const { mtimeMs } = await stat(file);

  expect(await save(fixture, {})).toBe(1);

  expect(fixture.errors()).toBe("Cannot save descriptions: the server publishes no descriptions of built-in types\n");
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});

test("the error about missing binaries contains the command to install them", async () => {
  await using fixture = await startFixture();

  const exit = await fixture.run(["envtest", "descriptions"], {
    ...homeOf(fixture),
    KUBEBUILDER_ASSETS: path.join(fixture.folder, "nowhere"),
  });

  expect(exit).toBe(1);
  expect(fixture.errors()).toContain("install it with `npx kubewright envtest use`");
});
