// A scaffolded project whose kind has two versions: v2 is stored and calls "bar" what v1 calls "foo". `kubewright dev` runs in it.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Environment } from "@kubewright/envtest";
import { run } from "kubewright";
import { parse } from "yaml";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

export async function scaffoldProject(): Promise<ConvertedProject> {
  const project = new ConvertedProject(await mkdtemp(path.join(tmpdir(), "kubewright-converted-")));
  await project.scaffold();
  return project;
}

export class ConvertedProject implements AsyncDisposable {
  readonly #base: string;
  readonly #folder: string;
  readonly #printed = { out: "", err: "" };
  readonly #listeners = new Map<string, () => void>();
  /** Resolves when a command prints. */
  #print = Promise.withResolvers<void>();

  /** Uses an empty folder, which disposing the project deletes. */
  constructor(base: string) {
    this.#base = base;
    this.#folder = path.join(base, "shop");
  }

  async scaffold(): Promise<void> {
    await mkdir(this.#folder);
    await this.#succeed("init --fetch-deps=false --domain example.com");
    await symlink(modules, path.join(this.#folder, "node_modules"));
    for (const version of ["v2", "v1"]) {
      const api = `create api --group shop --version ${version} --kind Widget`;
      await this.#succeed(`${api} --resource --controller=false --make=false`);
    }
    await this.#succeed("create webhook --group shop --version v2 --kind Widget --conversion --spoke v1 --make=false");
    await this.#edit("api/v2/widget.ts", "readonly foo?: string", "readonly bar?: string");
    await this.#edit(
      "api/v1/widget-conversion.ts",
      "{ toHub: {}, fromHub: {} }",
      `{
  toHub: { spec: ({ foo }) => ({ bar: foo }) },
  fromHub: { spec: ({ bar }) => ({ foo: bar }) },
}`,
    );
    await this.#succeed("generate crd object conversion");
  }

  /** The standard output of the last dev. */
  output(): string {
    return this.#printed.out;
  }

  /** The standard error without type errors: the compiler does not find the packages of a checkout that is not built. */
  errors(): string {
    return this.#printed.err
      .split("\n")
      .filter((line) => !line.startsWith("types "))
      .join("\n");
  }

  /** The definition that the CRD generator has written. */
  async definition(): Promise<CustomResourceDefinition> {
    const file = path.join(this.#folder, "config/crd/bases/shop.example.com_widgets.yaml");
    return parse(await readFile(file, "utf8")) as CustomResourceDefinition; // The generator writes a definition.
  }

  /** Starts dev on the cluster, and resolves once it waits for changes of files. */
  async startDev(env: Environment): Promise<{ readonly end: () => Promise<number> }> {
    this.#printed.out = "";
    const kubeconfig = path.join(this.#base, "kubeconfig");
    await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
    const variables = { KUBECONFIG: kubeconfig, NODE_OPTIONS: "--conditions=source" };
    const running = this.#run("dev --use-current-context -- --health-probe-bind-address=0", variables);
    while (!this.#printed.out.includes("waiting for saves")) await this.#print.promise;
    return {
      end: () => {
        this.#listeners.get("SIGINT")?.();
        return running;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#base, { recursive: true, force: true });
  }

  #run(args: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
    const append = (stream: "out" | "err", text: string): void => {
      this.#printed[stream] += text;
      this.#print.resolve();
      this.#print = Promise.withResolvers();
    };
    return run({
      args: args.split(" "),
      version: "0.1.0",
      io: {
        cwd: this.#folder,
        env,
        isTty: false,
        out: (text) => append("out", text),
        err: (text) => append("err", text),
      },
      signals: {
        on: (name, listener) => void this.#listeners.set(name, listener),
        off: (name) => void this.#listeners.delete(name),
        exit: () => {
          throw new Error("dev has received a second signal");
        },
      },
    });
  }

  async #succeed(args: string): Promise<void> {
    const code = await this.#run(args);
    if (code !== 0 || this.#printed.err !== "")
      throw new Error(`"${args}" has failed with ${code}: ${this.#printed.err}`);
  }

  /** Replaces text of a scaffolded file. */
  async #edit(file: string, from: string, to: string): Promise<void> {
    const scaffolded = await readFile(path.join(this.#folder, file), "utf8");
    if (!scaffolded.includes(from)) throw new Error(`${file} is ${scaffolded}, must contain ${from}`);
    await writeFile(path.join(this.#folder, file), scaffolded.replace(from, to));
  }
}
