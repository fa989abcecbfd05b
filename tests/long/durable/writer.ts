/**
 * A process that writes to a server with a directory until it is killed, and prints acknowledged writes. Each round counts up in one
 * object, creates another one and deletes an old one, so that the state shows the progress.
 */
import { openApiServer } from "@kubewright/apiserver";
import { createSystemClock } from "@kubewright/async";
import { discardBody, readText } from "@kubewright/transport";

const [, , directory = ""] = process.argv;
const clock = createSystemClock();
const server = await openApiServer({ directory });
const transport = server.transport();
const maps = "/api/v1/namespaces/default/configmaps";

async function send(method: string, path: string, body?: unknown): Promise<number> {
  const headers = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
  const response = await transport.request({ method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  await discardBody(response);
  return response.status;
}

function acknowledge(what: string, round: number): void {
  process.stdout.write(`${what} ${round} ${server.revision}\n`);
}

/** Follows the count. Repeated after a restart: a create may get AlreadyExists, a delete NotFound. */
async function finish(round: number): Promise<void> {
  await send("POST", maps, { metadata: { name: `map-${round}` }, data: { text: "x".repeat(round % 5000) } });
  acknowledge("created", round);
  await send("DELETE", `${maps}/map-${round - 10}`);
  acknowledge("deleted", round);
}

let round = 0;
const counter = await transport.request({ method: "GET", path: `${maps}/counter` });
const text = await readText(counter);
if (counter.status === 404) {
  await send("POST", maps, { metadata: { name: "counter" }, data: { round: "0" } });
} else {
  round = Number((JSON.parse(text) as { data: { round: string } }).data.round);
  if (round > 0) await finish(round);
}
process.stdout.write("ready\n");
for (;;) {
  round += 1;
  await send("PATCH", `${maps}/counter`, { data: { round: String(round) } });
  acknowledge("counted", round);
  await finish(round);
  // Lets other tasks of the event loop run, as in a server with connections.
  if (round % 7 === 0) await clock.nextTurn();
}
