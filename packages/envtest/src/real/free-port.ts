/** Free ports of the loopback interface. */
import { createServer } from "node:net";
import type { Random } from "@kubewright/async";

/** Below the ports of outgoing connections, so that the system does not assign the port before it is used. */
const range = { from: 20_000, to: 32_000 };

export async function freePort(random: Random): Promise<number> {
  for (;;) {
    const port = range.from + random.int(range.to - range.from);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
