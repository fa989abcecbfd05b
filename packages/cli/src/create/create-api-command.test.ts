import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";
import { run } from "../program.ts";

const widget = ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"];

test("create api generates with the scripts of the project if its packages are installed", async () => {
  await using fixture = await startProject();
  const ran: string[] = [];
  const runProgram = (command: string, args: readonly string[]): Promise<number> => {
    ran.push([command, ...args].join(" "));
    return Promise.resolve(0);
  };

  await fixture.runWith(widget.slice(0, -1), { run: runProgram });
  await mkdir(path.join(fixture.folder, "node_modules"));
  await fixture.runWith(["create", "api", "--group", "shop", "--version", "v1", "--kind", "Gadget"], {
    run: runProgram,
  });

  expect(ran).toEqual(["npm run --silent manifests", "npm run --silent generate"]);
});

test("create api and create webhook without installed packages name npm install, and run nothing", async () => {
  await using fixture = await startProject();
  const run = (): never => expect.unreachable("no program runs");
  let output = "";
  const io = { run, out: (text: string) => void (output += text) };

  const codes = [
    await fixture.runWith(widget.slice(0, -1), io),
    await fixture.runWith(["create", "webhook", ...widget.slice(2, -1), "--defaulting"], io),
  ];

  expect(codes).toEqual([0, 0]);
  expect(output.match(/ {2}- run npm install, then make manifests generate\n/gu)).toHaveLength(2);
});

test("create webhook installs the package of webhooks before it generates", async () => {
  await using fixture = await startProject();
  await fixture.run(widget);
  await mkdir(path.join(fixture.folder, "node_modules"));
  const ran: string[] = [];
  let errors = "";
  const err = (text: string): void => void (errors += text);
  const exits = [0, 0, 0, 7];
  const run = (command: string, args: readonly string[]): Promise<number> => {
    ran.push([command, ...args].join(" "));
    return Promise.resolve(exits.shift() ?? 0);
  };

  const first = await fixture.runWith(["create", "webhook", ...widget.slice(2, -1), "--defaulting"], { run, err });
  const ssa = [...widget.slice(0, -1), "--kind", "Gadget", "--ssa"];
  const second = await fixture.runWith(ssa, { run, err });

  expect([first, second]).toEqual([0, 1]);
  const install = "npm install --no-audit --no-fund";
  expect(ran).toEqual([install, "npm run --silent manifests", "npm run --silent generate", install]);
  expect(errors).toContain(
    "Cannot install the new packages of package.json: run npm install, then make manifests generate",
  );
});

test("create api for a second version prints how to store it, and how to convert", async () => {
  await using fixture = await startProject();
  await fixture.run([...widget, "--resource"]);
  const before = fixture.output();

  await fixture.run([...widget, "--version", "v2", "--resource"]);

  expect(before).not.toContain("storageversion");
  expect(fixture.output()).toContain(
    "  - to store v2, move the marker @kubebuilder:storageversion to api/v2/widget.ts\n" +
      '  - to convert between the versions, run "kubewright create webhook --conversion" with the storage version\n',
  );
});

test("create api for a kind of another project imports its module, and adds its package to package.json", async () => {
  await using fixture = await startProject();
  const gadget = ["--group", "gadgets", "--version", "v1", "--kind", "Gadget"];
  const external = ["--external-api-path", "@acme/gadgets/v1", "--external-api-module", "@acme/gadgets@^1.0.0"];

  const code = await fixture.run(["create", "api", ...gadget, ...external, "--external-api-domain", "acme.io"]);

  const controller = await fixture.text("internal/controller/gadget-controller.ts");
  expect(code).toBe(0);
  expect(controller).toContain('import { Gadget } from "@acme/gadgets/v1";');
  expect(controller).toContain("@kubebuilder:rbac:groups=gadgets.acme.io,resources=gadgets,verbs=get;list;watch");
  expect(JSON.parse(await fixture.text("package.json"))).toMatchObject({ dependencies: { "@acme/gadgets": "^1.0.0" } });
  expect(await fixture.text("PROJECT")).toContain("external: true");
});

test("create api --force overwrites the types, and a second version keeps plural and scope of the first", async () => {
  await using fixture = await startProject();
  await fixture.run([...widget, "--resource", "--plural", "widgetry", "--namespaced=false"]);
  await writeFile(path.join(fixture.folder, "api/v1/widget.ts"), "// mine\n");

  const forced = await fixture.run([...widget, "--resource", "--controller=false", "--force"]);
  const second = await fixture.run([...widget, "--version", "v2", "--resource"]);
  const scope = await fixture.run([...widget, "--version", "v3", "--resource", "--namespaced"]);

  expect([forced, second, scope]).toEqual([0, 0, 1]);
  expect(await fixture.text("api/v1/widget.ts")).toContain("@kubebuilder:storageversion");
  expect(await fixture.text("api/v2/widget.ts")).toContain("@kubebuilder:resource:path=widgetry,scope=Cluster");
  expect(await fixture.text("api/v2/widget.ts")).not.toContain("storageversion");
  expect(fixture.errors()).toContain("Cannot use --namespaced: Widget v1 is not namespaced");
});

test.each([
  {
    args: ["--resource=false", "--controller=false"],
    message: "Nothing to create: expected --resource or --controller",
  },
  {
    args: ["--resource=false"],
    message: 'Cannot find the kind Widget of group "shop", version v1: neither this project',
  },
  {
    args: ["--group", "apps", "--kind", "Deploy"],
    exists: ["--resource=false"],
    message: "Cannot find the kind Deploy",
  },
  {
    args: ["--resource", "--external-api-path", "@a/b"],
    message: "the types belong to another project: expected --resource=",
  },
  { args: ["--resource=false", "--external-api-domain", "a.b"], message: "--external-api-path is missing" },
  { args: ["--group", "zoo", "--kind", "Cat"], message: 'for a second one, run "kubewright edit --multigroup" first' },
  {
    args: ["--kind", "Gadget", "--controller-name", "gadget"],
    message: "is the default controller of the kind: omit it",
  },
])("create api $args is rejected: $message", async ({ args, exists = [], message }) => {
  await using fixture = await startProject();
  await fixture.run(["create", "api", "--group", "shop", "--version", "v1", "--kind", "First", "--resource"]);

  expect(await fixture.run([...widget, ...args, ...exists])).toBe(1);
  expect(fixture.errors()).toContain(message);
});

test("create api --ssa adds the generator of apply configurations, and PROJECT records it", async () => {
  await using fixture = await startProject();

  const codes = [await fixture.run([...widget, "--ssa"]), await fixture.run([...widget, "--kind", "Gadget", "--ssa"])];

  expect(codes).toEqual([0, 0]);
  expect(await fixture.text("PROJECT")).toContain("      namespaced: true\n      ssa: true\n");
  expect(await fixture.text("api/v1/widget.ts")).toContain(" * @kubebuilder:ac:generate=true\n");
  expect(JSON.parse(await fixture.text("package.json"))).toMatchObject({
    kubewright: { generate: ["crd", "rbac:roleName=manager-role", "webhook", "object", "applyconfiguration"] },
  });
  expect(await fixture.text("package.json")).toContain('"@kubewright/schema": "1.2.3"');
});

test("create api --image prints what it has written, without prompts", async () => {
  await using fixture = await startProject();
  let output = "";

  const code = await fixture.runWith([...widget, "--image", "nginx"], {
    ask: () => expect.unreachable("there is no prompt"),
    out: (text) => void (output += text),
  });

  expect(code).toBe(0);
  expect(output).toMatch(
    /changed config\/manager\/manager.yaml[^]*Next:\n {2}- configure its Pods in internal\/controller\/widget-deployment.ts\n/,
  );
  expect(await fixture.text("api/v1/widget.ts")).not.toContain("containerPort");
});

test("create api --force with another image or without one changes PROJECT, and warns about the variable", async () => {
  await using fixture = await startProject();
  const another = [...widget, "--resource", "--controller", "--force"];
  await fixture.run([...widget, "--image", "nginx"]);

  const codes = [await fixture.run([...another, "--image", "nginx:2"])];
  const withImage = await fixture.text("PROJECT");
  codes.push(await fixture.run(another));

  expect(codes).toEqual([0, 0]);
  expect(withImage).toContain("          image: nginx:2\n");
  expect(await fixture.text("PROJECT")).not.toContain("nginx");
  expect(fixture.errors()).toContain("warning: config/manager/manager.yaml: WIDGET_IMAGE has another value, or ");
  expect(await fixture.text("config/manager/manager.yaml")).toContain("value: nginx\n");
});

test.each([
  { args: ["--image", "Nginx"], message: 'Cannot use --image: "Nginx": expected the name of an image' },
  {
    args: ["--image", "a", "--run-as-user", "0"],
    message: 'Cannot use --run-as-user: "0": expected a number from 1 to',
  },
  { args: ["--image-container-port", "1"], message: "Cannot use --image-container-port: it requires --image" },
  {
    args: ["--plugins", "deploy-image.kubewright.dev/v1"],
    message: "Cannot use --plugins deploy-image.kubewright.dev/v1: it requires --image",
  },
  {
    args: ["--plugins", "deploy-image.go.kubebuilder.io/v1-alpha"],
    message: '"deploy-image.go.kubebuilder.io/v1-alpha" is not in',
  },
  {
    args: ["--image", "a", "--controller=false"],
    message: "Cannot use --controller=false with --image: the controller",
  },
  {
    args: ["--image", "a", "--namespaced=false"],
    message: "Cannot use --namespaced=false with --image: the Deployment",
  },
  { args: ["--image", "a", "--kind", "Zone", "--version", "v2"], message: "objects of Zone have no namespace" },
  { args: ["--image", "a", "--kind", "First", "--version", "v2"], message: "First v1 has the controller of the kind" },
  {
    args: ["--image", "a", "--kind", "NGINX"],
    message: 'NGINX_IMAGE is already the image of Nginx in the group "shop"',
  },
  { args: ["--ssa", "--resource=false"], message: "Cannot use --ssa: it applies to the types of the kind" },
])("create api $args is rejected: $message", async ({ args, message }) => {
  await using fixture = await startProject();
  const api = ["create", "api", "--group", "shop", "--version", "v1", "--make=false"];
  await fixture.run([...api, "--kind", "First"]);
  await fixture.run([...api, "--kind", "Zone", "--namespaced=false", "--controller=false"]);
  await fixture.run([...api, "--kind", "Nginx", "--image", "nginx"]);

  expect(await fixture.run([...widget, ...args])).toBe(1);
  expect(fixture.errors()).toContain(message);
});

test("create api --image writes nothing if it cannot insert the variable, and prints what to do", async () => {
  await using fixture = await startProject();
  await writeFile(path.join(fixture.folder, "config/manager/manager.yaml"), "kind: Deployment\n");
  const before = await fixture.text("PROJECT");

  expect(await fixture.run([...widget, "--image", "nginx"])).toBe(1);
  expect(fixture.errors()).toMatch(
    /nothing was written:\nconfig\/manager\/manager.yaml: .*set WIDGET_IMAGE=nginx for the operator yourself/,
  );
  expect(await fixture.text("PROJECT")).toBe(before);
});

async function startProject() {
  const fixture = await startFixture();
  await fixture.run(["init", "--project-name", "shop", "--domain", "example.com", "--fetch-deps=false"]);
  const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable() };
  return {
    ...fixture,
    text: (file: string) => readFile(path.join(fixture.folder, file), "utf8"),
    /** With a user who answers prompts, or a system that runs programs. */
    runWith: (args: readonly string[], more: Partial<Parameters<typeof run>[0]["io"]>) =>
      run({
        args,
        version: "1.2.3",
        io: { cwd: fixture.folder, env: {}, isTty: true, out: () => {}, err: () => {}, ...more },
        signals,
      }),
  };
}
