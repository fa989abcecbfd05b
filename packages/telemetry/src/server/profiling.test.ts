// Profiles of this process, over a loopback socket.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createSystemClock, createVirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import type { ServedRequest } from "./listener.ts";
import { createProfilingRoute } from "./profiling.ts";
import { startProfilingServer } from "./server.ts";

function get(path: string, query = ""): ServedRequest {
  return { method: "GET", path, query: new URLSearchParams(query), authorization: undefined };
}

async function startServer(): Promise<(path: string) => Promise<Response>> {
  const server = await startProfilingServer({ host: "127.0.0.1", port: 0 }, { clock: createSystemClock() });
  onTestFinished(() => server.close());
  // oxlint-disable-next-line no-restricted-globals -- Profiles come over a socket, not over a Transport.
  return (path) => fetch(`http://127.0.0.1:${server.port}${path}`);
}

test("a CPU profile has the nodes and samples of V8's format", async () => {
  const request = await startServer();

  const response = await request("/debug/pprof/profile?seconds=0.05");

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    nodes: expect.any(Array) as unknown,
    samples: expect.any(Array) as unknown,
  });
});

test("a heap snapshot has the nodes of V8's format", async () => {
  // The process of the tests has a heap of gigabytes.
  const program = `
    import { createSystemClock } from "@kubewright/async";
    import { createProfilingRoute } from ${JSON.stringify(new URL("profiling.ts", import.meta.url).href)};
    const route = createProfilingRoute({ clock: createSystemClock() });
    const { body } = await route({ method: "GET", path: "/debug/pprof/heap", query: new URLSearchParams() });
    let json = "";
    for await (const chunk of body) json += chunk;
    console.log(JSON.parse(json).snapshot.node_count);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=source",
    "--input-type=module",
    "--eval",
    program,
  ]);

  expect(Number(stdout)).toBeGreaterThan(1_000);
});

test("the index lists the profiles, and other paths are 404", async () => {
  const request = await startServer();

  const index = await (await request("/debug/pprof/")).text();

  expect(index).toContain("profile?seconds=30");
  expect((await request("/debug/pprof/goroutine")).status).toBe(404);
  expect((await request("/metrics")).status).toBe(404);
});

test.each(["0", "51", "-1", "x", "Infinity"])("a CPU profile of %s seconds is rejected", async (seconds) => {
  const route = createProfilingRoute({ clock: createVirtualClock() });

  const answer = await route(get("/debug/pprof/profile", `seconds=${seconds}`));

  expect(answer).toMatchObject({
    status: 400,
    body: `Cannot take a CPU profile: seconds is "${seconds}", must be a number above 0 and at most 50\n`,
  });
});

test("one profile is taken at a time", async () => {
  const clock = createVirtualClock();
  const route = createProfilingRoute({ clock });

  const first = route(get("/debug/pprof/profile", "seconds=10"));
  const second = await route(get("/debug/pprof/heap"));
  await clock.advance(10_000);
  const third = route(get("/debug/pprof/profile", "seconds=1"));
  await clock.advance(1_000);

  expect([(await first)?.status, second?.status, (await third)?.status]).toEqual([200, 409, 200]);
});

test("profiles are not served to the network without authentication", async () => {
  await expect(startProfilingServer({ port: 0 }, { clock: createVirtualClock() })).rejects.toThrow(
    'Cannot serve profiles on ":0": it is open to others',
  );
});
