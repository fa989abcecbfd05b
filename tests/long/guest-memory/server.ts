/** A process with an API server that listens on the loopback interface. Prints its kubeconfig as one line, and ends with its standard input. */
import { once } from "node:events";
import { createApiServer } from "@kubewright/apiserver";

await using server = createApiServer();
const listener = await server.listen();
process.stdout.write(`${listener.kubeconfig().replaceAll("\n", "")}\n`);
await once(process.stdin.resume(), "close");
