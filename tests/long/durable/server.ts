/** A process with a server that keeps its objects in a directory and listens on the loopback interface. Prints its kubeconfig as one line of JSON. */
import { openApiServer } from "@kubewright/apiserver";

const [, , directory = ""] = process.argv;
const server = await openApiServer({ directory, disableAdmissionPlugins: ["ServiceAccount"] });
const listener = await server.listen();
process.stdout.write(`${JSON.stringify(listener.kubeconfig())}\n`);
