// The service of cloud-ide and a client in Go, which discovers the service by reflection.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { image, startFixture } from "../../examples/cloud-ide/internal/controller/cloud-ide-fixture.ts";

const token = "a-token-of-the-test-0123456789";

test("a client in Go creates, reads and deletes a workspace", { timeout: 300_000 }, async (context) => {
  await using fixture = await startFixture();
  await using operator = await fixture.startOperator({
    policy: { namespace: fixture.namespace, allowedImages: ["code-server-go1.19"] },
    grpc: { bindAddress: "127.0.0.1:0", token },
  });
  const address = (await operator.grpc)?.address ?? "";
  const program = await buildClient();
  if (program === undefined) return context.skip("Go is not installed");
  const call = (method: string, request: object, bearer = token): Promise<unknown> =>
    answerOf(program, [address, `pb.CloudIdeService/${method}`, JSON.stringify(request)], bearer);
  const created = call("createSpaceAndWaitForRunning", { name: "from-go", image, port: 9999 });
  await fixture.setPodStatus("from-go", { phase: "Running", podIP: "10.0.0.9", podIPs: [{ ip: "10.0.0.9" }] });

  expect(await created).toEqual({ nodeName: "", ip: "10.0.0.9", port: 9999 });
  expect(await call("getPodSpaceStatus", { name: "from-go" })).toEqual({ status: 1, message: "Running" });
  expect(await call("getPodSpaceInfo", { name: "from-go" })).toMatchObject({ ip: "10.0.0.9" });
  expect(await call("deleteSpace", { name: "from-go" })).toEqual({ status: 200, message: "success" });
  expect(await call("deleteSpace", { name: "missing" })).toEqual({
    code: "NotFound",
    message: 'Cannot find workspace "cloud-ide/missing": it does not exist',
    details: ["type.googleapis.com/pb.Response"],
  });
  expect(await call("getPodSpaceStatus", { name: "from-go" }, "wrong")).toMatchObject({ code: "Unauthenticated" });
});

/** The path of the client; undefined if it cannot be built. */
async function buildClient(): Promise<string | undefined> {
  const script = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));
  try {
    return (await promisify(execFile)(script, ["grpc-client"])).stdout.trim();
  } catch (error) {
    if (String(error).includes("Go is not installed")) return undefined;
    throw error;
  }
}

/** The output of a client: the response or the error. */
function answerOf(program: string, args: readonly string[], bearer: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: { TOKEN: bearer } }, (error, stdout, stderr) => {
      if (stdout === "") reject(new Error(`${program} printed nothing: ${stderr}`, { cause: error }));
      else resolve(JSON.parse(stdout));
    });
  });
}
