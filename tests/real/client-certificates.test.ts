// Client certificates beside tokens, on an embedded and a real server.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#x509-client-certificates
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { startRealControlPlane } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import { expect, inject, test } from "vitest";
import { sendRequest } from "../http.ts";

const parts = { clock: createSystemClock(), random: createSystemRandom() };

interface Certified extends AsyncDisposable {
  readonly server: string;
  readonly caCertificate: string;
  readonly token: string;
  readonly issue: (user: { name: string; groups: readonly string[]; uid?: string }) => Promise<IssuedCertificate>;
}

async function startEmbedded(): Promise<Certified> {
  const server = createApiServer();
  const listener = await server.listen();
  const { users } = JSON.parse(listener.kubeconfig()) as { readonly users: readonly [{ user: { token: string } }] };
  return {
    server: listener.url,
    caCertificate: listener.caCertificate,
    token: users[0].user.token,
    issue: (user) => listener.clientCertificate(user),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function startReal(): Promise<Certified> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-certificates-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = await createCertificateAuthority(parts);
  const file = path.join(folder, "client-ca.crt");
  await writeFile(file, authority.certificate);
  const assets = inject("assets");
  const plane = resources.use(
    await startRealControlPlane({
      ...parts,
      apiServerFlags: [`--client-ca-file=${file}`],
      ...(assets === undefined ? {} : { assets }),
    }),
  );
  const { server, caCertificate, token } = plane;
  const owned = resources.move();
  return {
    server,
    caCertificate,
    token,
    issue: ({ name, groups, uid }) => authority.issueClient({ user: name, groups, uid }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test.for([
  ["embedded", startEmbedded],
  ["real", startReal],
] as const)(
  "the %s server authenticates a certificate, and a token beside the certificate of another authority",
  async ([, start]) => {
    await using server = await start();
    const ann = await server.issue({ name: "ann", groups: ["a", "b"], uid: "7" });
    const bob = await server.issue({ name: "bob", groups: [] });
    const stranger = await (
      await createCertificateAuthority(parts)
    ).issueClient({ user: "admin", groups: ["system:masters"] });
    const who = async (certificate: IssuedCertificate | undefined, token?: string): Promise<unknown> => {
      await using transport = createSocketTransport({
        server: server.server,
        tls: {
          ca: server.caCertificate,
          ...(certificate === undefined ? {} : { certificate: certificate.certificate, key: certificate.key }),
        },
        ...(token === undefined ? {} : { credentials: () => ({ authorization: `Bearer ${token}` }) }),
      });
      const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      const { status, body } = await sendRequest(transport, { method: "POST", path, body: {} });
      return status === 201 ? (body as { readonly status: { readonly userInfo: unknown } }).status.userInfo : status;
    };
    const userOf = ({ certificate }: IssuedCertificate, user: object): unknown => {
      const fingerprint = new X509Certificate(certificate).fingerprint256.replaceAll(":", "").toLowerCase();
      return { ...user, extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${fingerprint}`] } };
    };
    const annUser = userOf(ann, { username: "ann", uid: "7", groups: ["a", "b", "system:authenticated"] });

    expect(await who(ann)).toEqual(annUser);
    expect(await who(bob)).toEqual(userOf(bob, { username: "bob", groups: ["system:authenticated"] }));
    expect(await who(ann, "unknown")).toEqual(annUser);
    expect(await who(stranger, server.token)).toMatchObject({ username: "admin" });
    expect(await who(stranger, "unknown")).toBe(401);
    expect(await who(stranger)).toBe(401);
    expect(await who(undefined)).toBe(403);
  },
);
