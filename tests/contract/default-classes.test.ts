// Default classes, and the objects that get them. A kube-apiserver uses a new class a moment after its create.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface ClassResource {
  readonly classes: string;
  readonly mark: string;
  readonly ofClass: object;
  readonly users: string;
  readonly spec: object;
  readonly field: string;
  readonly annotation: string;
}

const storage: ClassResource = {
  classes: "/apis/storage.k8s.io/v1/storageclasses",
  mark: "storageclass.kubernetes.io/is-default-class",
  ofClass: { provisioner: "example.com/p" },
  users: "/api/v1/namespaces/{}/persistentvolumeclaims",
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  field: "storageClassName",
  annotation: "volume.beta.kubernetes.io/storage-class",
};
const ingress: ClassResource = {
  classes: "/apis/networking.k8s.io/v1/ingressclasses",
  mark: "ingressclass.kubernetes.io/is-default-class",
  ofClass: { spec: { controller: "example.com/c" } },
  users: "/apis/networking.k8s.io/v1/namespaces/{}/ingresses",
  spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
  field: "ingressClassName",
  annotation: "kubernetes.io/ingress.class",
};

/** The class that a dry-run create of an object gets. */
async function classOf(
  { users, spec, field }: ClassResource,
  more: object = {},
  annotations: object = {},
): Promise<unknown> {
  const path = `${users.replace("{}", namespace)}?dryRun=All`;
  const body = { metadata: { name: "a", annotations }, spec: { ...spec, ...more } };
  const response = await sendRequest(server.transport, { method: "POST", path, body });
  if (response.status !== 201) throw new Error(`the object was refused: ${JSON.stringify(response.body)}`);
  return (response.body as { readonly spec: Readonly<Record<string, unknown>> }).spec[field];
}

async function until(resource: ClassResource, wanted: string | undefined): Promise<void> {
  for (let tries = 0; (await classOf(resource)) !== wanted; tries++) {
    if (tries === 200) throw new Error(`the default does not become ${wanted}`);
    await server.clock.sleep(50);
  }
}

async function addClass({ classes, mark, ofClass }: ClassResource, name: string): Promise<AsyncDisposable> {
  const body = { metadata: { name, annotations: { [mark]: "true" } }, ...ofClass };
  const { status } = await sendRequest(server.transport, { method: "POST", path: classes, body });
  if (status !== 201) throw new Error(`the class was refused: ${status}`);
  return {
    [Symbol.asyncDispose]: async () => {
      await sendRequest(server.transport, { method: "DELETE", path: `${classes}/${name}` });
    },
  };
}

test.for<readonly [string, ClassResource]>([
  ["a claim", storage],
  ["an Ingress", ingress],
])("%s without a class gets the default, and one with a class keeps it", async ([, resource]) => {
  const name = server.uniqueName("default-");
  {
    await using _ = await addClass(resource, name);

    await until(resource, name);
    expect(await classOf(resource, { [resource.field]: "other" })).toBe("other");
    expect(await classOf(resource, {}, { [resource.annotation]: "other" })).toBeUndefined();
  }
  await until(resource, undefined);
});

test("objects get the newest of several default classes, and of two from the same second the first by name", async () => {
  const [old, young] = [server.uniqueName("z-default-"), server.uniqueName("a-default-")];
  {
    await using _old = await addClass(storage, old);
    await until(storage, old);
    await using _young = await addClass(storage, young);

    await until(storage, young);
  }
  await until(storage, undefined);
});

test("objects that are created while the default changes get the old or the new class", async () => {
  const [old, young] = [server.uniqueName("z-default-"), server.uniqueName("a-default-")];
  {
    await using _old = await addClass(ingress, old);
    await until(ingress, old);

    const [added, ...classes] = await Promise.all([
      addClass(ingress, young),
      ...Array.from({ length: 12 }, () => classOf(ingress)),
    ]);
    await using _young = added;
    await until(ingress, young);

    expect(classes.filter((name) => name !== old && name !== young)).toEqual([]);
  }
  await until(ingress, undefined);
});
