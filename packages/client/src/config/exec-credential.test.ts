import assert from "node:assert/strict";
import { chmod, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test } from "vitest";

import { isConfigError } from "../errors.ts";
import { credential, execUser, kubeconfig, machine } from "../testdata/machine.ts";
import { configFromKubeconfig } from "./load-config.ts";

import { createMachineHost } from "./config-host.ts";

test("a plugin of a named file runs without a shell, with limits, and once until its token expires", async () => {
  const fixture = machine({ "/k": kubeconfig(execUser) });
  const config = await fixture.load({ kubeconfig: "/k", env: { PATH: "/bin" } });
  assert.equal(fixture.commands.length, 0);

  fixture.output = credential({
    token: "one",
    expirationTimestamp: new Date(fixture.clock.wallTime() + 60_000).toISOString(),
  });
  const first = await Promise.all([config.credentials?.(), config.credentials?.()]);
  fixture.output = credential({ token: "two" });
  await fixture.clock.advance(49_000);
  const still = await config.credentials?.();
  await fixture.clock.advance(2_000);
  const renewed = await config.credentials?.();

  assert.deepEqual(
    [...first, still, renewed].map((headers) => headers?.["authorization"]),
    ["Bearer one", "Bearer one", "Bearer one", "Bearer two"],
  );
  assert.equal(fixture.commands.length, 2);
  const { env = {}, ...command } = fixture.commands[0] ?? {};
  assert.deepEqual(command, {
    command: "get-token",
    args: ["--for", "x"],
    timeoutMs: 60_000,
    outputBytesMax: 1_048_576,
  });
  assert.equal(env["PATH"], "/bin");
  assert.equal(env["A"], "b");
  assert.deepEqual(JSON.parse(env["KUBERNETES_EXEC_INFO"] ?? ""), {
    kind: "ExecCredential",
    apiVersion: "client.authentication.k8s.io/v1",
    spec: { interactive: false },
  });
});

test("a rejected token is requested again, but not more often than every 10 seconds", async () => {
  const fixture = machine({ "/k": kubeconfig(execUser) });
  const { credentials } = await fixture.load({ kubeconfig: "/k" });
  const tokenAfterRejection = async (token: string) => {
    fixture.output = credential({ token });
    credentials?.invalidate?.();
    return (await credentials?.())?.["authorization"];
  };

  fixture.output = credential({ token: "one" });
  await credentials?.();
  const atOnce = await tokenAfterRejection("two");
  await fixture.clock.advance(10_000);
  const later = await tokenAfterRejection("two");

  assert.deepEqual([atOnce, later], ["Bearer one", "Bearer two"]);
});

test("a plugin's certificate is used for TLS", async () => {
  const fixture = machine({ "/k": kubeconfig(execUser) });
  fixture.output = credential({ clientCertificateData: "CERT", clientKeyData: "KEY" });

  const config = await fixture.load({ kubeconfig: "/k" });

  assert.deepEqual(typeof config.tls === "function" ? await config.tls() : undefined, {
    certificate: "CERT",
    key: "KEY",
  });
  assert.deepEqual(await config.credentials?.(), {});
});

test("a kubeconfig that is not trusted runs no command", async () => {
  const script = kubeconfig(execUser.replace("get-token", "./steal"));
  const fixture = machine({
    "/home/me/.kube/config": kubeconfig(execUser),
    "/named": kubeconfig(execUser),
    "/folder/script": script,
    "/always": kubeconfig(execUser.replace("args:", "interactiveMode: Always, args:")),
    "/http": kubeconfig(execUser, "server: 'http://one'"),
  });

  fixture.writableByOthers.add("/home/me/.kube/config");
  await assert.rejects(fixture.load({ env: { HOME: "/home/me" } }), {
    message:
      'Cannot use kubeconfig "/home/me/.kube/config": its user requires the command "get-token": commands of the default file are run only if you own it and its group and others may not write to it: run chmod go-w, or name the file by --kubeconfig or KUBECONFIG',
  });
  await assert.rejects(fixture.load({ kubeconfig: "/named", execPolicy: "never" }), isConfigError);
  await assert.rejects(fixture.load({ kubeconfig: "/named", execPolicy: { allow: ["aws"] } }), isConfigError);
  await assert.rejects(fixture.load({ kubeconfig: "/always" }), isConfigError);
  await assert.rejects(configFromKubeconfig(kubeconfig(execUser)), isConfigError);
  await assert.rejects(configFromKubeconfig(script), /must be an absolute path/u);
  await (await fixture.load({ kubeconfig: "/http" })).credentials?.();
  assert.equal(fixture.commands.length, 0);
});

test("the default kubeconfig runs commands if only the user can have written it", async () => {
  const fixture = machine({ "/home/me/.kube/config": kubeconfig(execUser) });
  fixture.output = credential({ token: "t" });
  const env = { HOME: "/home/me" };

  const config = await fixture.load({ env });

  assert.deepEqual(await config.credentials?.(), { authorization: "Bearer t" });
  await assert.rejects(fixture.load({ env, execPolicy: { allow: ["aws"] } }), /execPolicy does not allow it/u);
  await assert.rejects(fixture.load({ env, execPolicy: "never" }), /execPolicy is "never"/u);
});

test.each([
  { mode: 0o600, isOwn: true },
  { mode: 0o644, isOwn: true },
  { mode: 0o620, isOwn: false },
  { mode: 0o602, isOwn: false },
])("a file of the user with mode $mode counts as own: $isOwn", async ({ mode, isOwn }) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "kubeconfig-"));
  const path = join(folder.path, "config");
  await writeFile(path, "text");
  await chmod(path, mode);

  assert.deepEqual(await createMachineHost().readOwnFile(path), { text: "text", isOwn });
});

test("a relative command path starts at the folder of the kubeconfig, not at the working directory", async () => {
  const fixture = machine({ "/folder/config": kubeconfig(execUser.replace("get-token", "bin/plugin")) });
  fixture.output = credential({ token: "t" });

  await (await fixture.load({ kubeconfig: "/folder/config", execPolicy: { allow: ["plugin"] } })).credentials?.();

  assert.equal(fixture.commands[0]?.command, "/folder/bin/plugin");
});

test("the output of a plugin is validated, and does not appear in errors", async () => {
  const printed: readonly (readonly [output: string, found: RegExp])[] = [
    ["s3cret", /they are not JSON/u],
    ['{"kind":"Pod","apiVersion":"v1"}', /they are "Pod" of "v1", must be ExecCredential/u],
    [credential({}), /neither a token nor a certificate/u],
    [credential({ clientKeyData: "s3cret", token: "t" }), /only one of/u],
    [credential({ token: "s3cret", expirationTimestamp: "soon" }), /expirationTimestamp is "soon", must be a time/u],
  ];
  const fixture = machine({ "/k": kubeconfig(execUser) });
  for (const [output, found] of printed) {
    const config = await fixture.load({ kubeconfig: "/k" });
    fixture.output = output;

    await assert.rejects(
      async () => config.credentials?.(),
      (error: Error) => {
        assert.match(error.message, found);
        assert.ok(!error.message.includes("s3cret"));
        return isConfigError(error);
      },
    );
  }
});
