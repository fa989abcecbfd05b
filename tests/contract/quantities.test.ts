// Quantities at their limits: spaces around them, numbers whose thousandths overflow, and magnitudes without a suffix.
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";

const suite = useServer();

interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly spec?: object;
}

async function create(resource: string, spec: string): Promise<Answer> {
  const { status, body } = await sendRequest(suite.server.transport, {
    method: "POST",
    path: `/api/v1/namespaces/${suite.namespace}/${resource}?dryRun=All`,
    body: `{"metadata":{"name":"q"},"spec":${spec}}`,
  });
  return { ...(body as object), status };
}

const quota = (hard: string): Promise<Answer> => create("resourcequotas", `{"hard":${hard}}`);
const pod = (limits: string): Promise<Answer> =>
  create("pods", `{"containers":[{"name":"a","image":"a","resources":{"limits":${limits}}}]}`);

test.for([
  ["1 ", "1"],
  [" 1", "1"],
  ["\u00a01Gi\u2003", "1Gi"],
  ["1000E", "1"],
  ["-0", "0"],
  ["1000000000000000000000", "1"],
  ["1001E", "1001E"],
  ["1000e18", "1e21"],
])("the quantity %j is stored as %j", async ([quantity, stored]) => {
  const answer = await quota(`{"requests.memory":"${quantity}"}`);

  expect(answer).toMatchObject({ status: 201, spec: { hard: { "requests.memory": stored } } });
});

test.for(["1 1", " ", String.raw`1\n`, String.raw`\t1`, "\ufeff1"])("%j is not a quantity", async (quantity) => {
  const { status, message } = await quota(`{"requests.memory":"${quantity}"}`);

  expect({ status, message }).toEqual({
    status: 400,
    message:
      'ResourceQuota in version "v1" cannot be handled as a ResourceQuota: ' +
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  });
});

test.for(["8Pi", "2Ei", "9223372036854775", "9223372036854775807", "1e18", "1e19", "1001E"])(
  "%s is an integer for an extended resource and for Pods",
  async (quantity) => {
    expect(await pod(`{"example.com/x":"${quantity}"}`)).toMatchObject({ status: 201 });
    expect(await quota(`{"pods":"${quantity}"}`)).toMatchObject({ status: 201 });
  },
);

test.for(["1500m", "9Pi", "1Ei", "9223372036854776"])(
  "%s is not an integer for an extended resource or for Pods",
  async (quantity) => {
    const rejected = { status: 422, message: expect.stringContaining("must be an integer") as string };
    expect(await pod(`{"example.com/x":"${quantity}"}`)).toMatchObject(rejected);
    expect(await quota(`{"pods":"${quantity}"}`)).toMatchObject(rejected);
  },
);

test.for([
  ["4Mi", 201],
  ["3Mi", 422],
  ["1e19", 201],
  ["1001E", 201],
  ["1e18", 422],
] as const)("for %s of huge pages, the status is %i", async ([quantity, status]) => {
  expect(await pod(`{"hugepages-2Mi":"${quantity}","memory":"1"}`)).toMatchObject({ status });
});

test("a count of objects that is not an integer has two errors among the limits of a container", async () => {
  const { message } = await pod('{"pods":"1500m"}');

  expect(message).toContain("must be a standard resource for containers");
  expect(message).toContain('spec.containers[0].resources.limits[pods]: Invalid value: "1500m": must be an integer');
});
