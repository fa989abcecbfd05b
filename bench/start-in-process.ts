// A process that starts the embedded API server and sends one request; prints both durations in ms.
const importedAt = performance.now();
const { createApiServer } = await import("@kubewright/apiserver");
const { readText } = await import("@kubewright/transport");
const startedAt = performance.now();
await using server = createApiServer();
const transport = server.transport();
const createdAt = performance.now();
await readText(await transport.request({ method: "GET", path: "/api/v1/namespaces/default" }));
const answeredAt = performance.now();
process.stdout.write(
  JSON.stringify({ import: startedAt - importedAt, create: createdAt - startedAt, answer: answeredAt - startedAt }),
);
