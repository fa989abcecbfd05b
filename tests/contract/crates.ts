// Crates: a custom kind in two versions that a conversion webhook converts. `spec.replicas` of v1 is `spec.size` of v2, in which objects are stored.
import type { ServerUnderTest } from "../server-under-test.ts";
import { startConversionHost } from "./conversion-host.ts";
import type { ConversionHost } from "./conversion-host.ts";
import { definitions } from "./definition-client.ts";
import type { TestRequest } from "../http.ts";
import type { WriteResponse, Writers } from "./writers.ts";
import { post, startWriters } from "./writers.ts";

export type CrateVersion = "v1" | "v2";

export interface Crates extends AsyncDisposable {
  readonly host: ConversionHost;
  readonly writers: Writers;
  send(request: TestRequest): Promise<WriteResponse>;
  readonly group: string;
  /** The path of the definition. */
  readonly definition: string;
  /** The spec of the definition, with the version that is stored. */
  spec(storage: CrateVersion, conversion?: object): object;
  /** The path of the collection in the current namespace, followed by `rest`. */
  at(version: CrateVersion, rest?: string): string;
  crate(version: CrateVersion, name: string, spec: object, metadata?: object): object;
  /** Changes the definition, and waits until `isDone` holds for the answers to reads of `name` in both versions. */
  change(spec: object, name: string, isDone: (v1: WriteResponse, v2: WriteResponse) => boolean): Promise<void>;
  /** Continues in a new namespace, whose name it returns, with a webhook that converts and no recorded calls. */
  begin(): Promise<string>;
}

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const integer = { type: "integer" };

function version(name: CrateVersion, storage: CrateVersion, field: string, more: object): object {
  const spec = { type: "object", properties: { [field]: integer, color: { type: "string" }, ...more } };
  return {
    name,
    served: true,
    storage: name === storage,
    schema: { openAPIV3Schema: { type: "object", properties: { spec, status: open } } },
    subresources: {
      status: {},
      scale: { specReplicasPath: `.spec.${field}`, statusReplicasPath: ".status.replicas" },
    },
    selectableFields: [{ jsonPath: `.spec.${field}` }],
    additionalPrinterColumns: [{ name: field, type: "integer", jsonPath: `.spec.${field}` }],
  };
}

function specOf(group: string, storage: CrateVersion, conversion: object): object {
  return {
    group,
    scope: "Namespaced",
    names: { plural: "crates", kind: "Crate" },
    conversion,
    versions: [
      version("v1", storage, "replicas", { mode: { type: "string", default: "auto" } }),
      version("v2", storage, "size", { grade: { ...integer, default: 5 } }),
    ],
  };
}

const triesMax = 300;
const triesEveryMs = 50;

async function untilDone(isDone: () => Promise<boolean>, { clock }: ServerUnderTest): Promise<void> {
  for (let tries = 1; !(await isDone()); tries++) {
    if (tries === triesMax) throw new Error("The server does not use the definition");
    await clock.sleep(triesEveryMs);
  }
}

export async function startCrates(server: ServerUnderTest): Promise<Crates> {
  await using resources = new AsyncDisposableStack();
  const host = resources.use(await startConversionHost(server));
  const writers = resources.use(await startWriters(server, "the transport of the suite"));
  const group = `${server.uniqueName("crates")}.example.com`;
  const definition = `${definitions}/crates.${group}`;
  let namespace = await server.createNamespace();

  const webhook = { clientConfig: { url: host.url, caBundle: host.caBundle }, conversionReviewVersions: ["v1"] };
  const spec = (storage: CrateVersion, conversion: object = { strategy: "Webhook", webhook }): object =>
    specOf(group, storage, conversion);
  const at = (name: CrateVersion, rest = ""): string => `/apis/${group}/${name}/namespaces/${namespace}/crates${rest}`;
  const until = (isDone: () => Promise<boolean>): Promise<void> => untilDone(isDone, server);

  await writers.send(post(definitions, { metadata: { name: `crates.${group}` }, spec: spec("v2") }));
  await until(async () => {
    const responses = await writers.together([{ path: at("v1") }, { path: at("v2") }]);
    return responses.every(({ status }) => status === 200);
  });
  const owned = resources.move();
  return {
    host,
    writers,
    send: (request) => writers.send(request),
    group,
    definition,
    spec,
    at,
    crate: (name, crateName, crateSpec, metadata = {}) => ({
      apiVersion: `${group}/${name}`,
      kind: "Crate",
      metadata: { name: crateName, ...metadata },
      spec: crateSpec,
    }),
    async change(changed, name, isDone) {
      const { body } = await writers.send({ path: definition });
      const { metadata } = body;
      const put = await writers.send({ method: "PUT", path: definition, body: { metadata, spec: changed } });
      if (put.status !== 200) throw new Error(`The definition was rejected: ${put.body.message}`);
      await until(async () => {
        const [v1, v2] = await writers.together([{ path: at("v1", `/${name}`) }, { path: at("v2", `/${name}`) }]);
        return v1 !== undefined && v2 !== undefined && isDone(v1, v2);
      });
    },
    async begin() {
      host.reset();
      namespace = await server.createNamespace();
      return namespace;
    },
    async [Symbol.asyncDispose]() {
      host.reset(); // A real server converts objects before it deletes them.
      await writers.send({ method: "DELETE", path: definition });
      await until(async () => (await writers.send({ path: definition })).status === 404);
      await owned.disposeAsync();
    },
  };
}
