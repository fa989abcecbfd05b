// oxlint-disable no-restricted-globals, no-restricted-properties -- Connects to a browser, not to an API server.
// Headless Chromium by its DevTools protocol (https://chromedevtools.github.io/devtools-protocol/), as far as the tests of the website need it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/** Where Debian's package chromium and others put the program. */
const programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The installed Chromium, from CHROMIUM or the usual paths. */
export function chromiumProgram(): string | undefined {
  return [process.env["CHROMIUM"], ...programs].find((each) => each !== undefined && existsSync(each));
}

/** Without requests of the browser itself. */
const flags = [
  "--headless=new",
  "--no-sandbox",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-dev-shm-usage",
  "--disable-sync",
  "--remote-debugging-port=0",
];

/** What a page did since it was opened. */
export interface Observed {
  /** The addresses of all requests. */
  readonly requests: string[];
  /** Failed requests, with their status or error. */
  readonly failures: string[];
  /** Messages of the console with the level error, and uncaught exceptions. */
  readonly errors: string[];
}

export interface BrowserPage {
  readonly observed: Observed;
  /** Opens an address and waits until it is loaded. */
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page and waits for its promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** The size of the window in pixels, and the preferred colours of the system. */
  show(width: number, scheme: "light" | "dark"): Promise<void>;
  /** The visible part of the page as a PNG file. */
  screenshot(): Promise<Uint8Array>;
}

/** Starts Chromium with an empty profile and one page. */
export async function startBrowser(program: string): Promise<AsyncDisposable & { readonly page: BrowserPage }> {
  const profile = await mkdtemp(path.join(tmpdir(), "kubewright-chromium-"));
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const connection = await connect(await addressIn(child.stderr));
  return {
    page: await createPage(connection),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^DevTools listening on (ws:\S+)/u.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("Cannot start Chromium: it ended before it printed its address");
}

type Params = Readonly<Record<string, unknown>>;
type Listener = (method: string, params: never) => void;

interface Connection {
  send<T>(method: string, params?: Params, sessionId?: string): Promise<T>;
  listen(listener: Listener): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: never;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: Listener[] = [];
  let next = 1;
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message; // The protocol of the browser.
    if (id === undefined) {
      for (const listener of listeners) listener(method ?? "", params as never);
    } else if (error === undefined) pending.get(id)?.resolve(result);
    else pending.get(id)?.reject(new Error(`Chromium rejected a command: ${error.message}`));
  });
  await once(socket, "open");
  return {
    send<T>(method: string, params: Params = {}, sessionId?: string) {
      const answer = Promise.withResolvers<unknown>();
      const id = next++;
      pending.set(id, answer);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      return answer.promise as Promise<T>; // The caller names the result of the method.
    },
    listen: (listener) => void listeners.push(listener),
  };
}

async function createPage({ send, listen }: Connection): Promise<BrowserPage> {
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const call = <T>(method: string, params?: Params): Promise<T> => send<T>(method, params, sessionId);
  const observed: Observed = { requests: [], failures: [], errors: [] };
  let loaded = Promise.withResolvers<void>();
  listen((method, params) => {
    if (method === "Page.loadEventFired") loaded.resolve();
    else observe(observed, method, params);
  });
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await call(`${domain}.enable`);
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await call<Evaluated>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(
        `Cannot evaluate ${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    }
    return result.value as T; // The caller names the type of the expression.
  }

  return {
    observed,
    async screenshot() {
      const { data } = await call<{ data: string }>("Page.captureScreenshot", { format: "png" });
      return Buffer.from(data, "base64");
    },
    async open(url) {
      loaded = Promise.withResolvers<void>();
      const { errorText } = await call<{ errorText?: string }>("Page.navigate", { url });
      if (errorText !== undefined) throw new Error(`Cannot open "${url}": ${errorText}`);
      // The event may be that of the page before.
      for (let isComplete = false; !isComplete;) {
        await loaded.promise;
        loaded = Promise.withResolvers<void>();
        isComplete = (await evaluate<string>("document.readyState")) === "complete";
      }
    },
    evaluate,
    async show(width, scheme) {
      await call("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
      await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    },
  };
}

interface Evaluated {
  readonly result: { readonly value: unknown };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

interface ObservedParams {
  readonly request?: { readonly url: string };
  readonly response?: { readonly url: string; readonly status: number };
  readonly errorText?: string;
  readonly type?: string;
  readonly args?: readonly { readonly value?: unknown; readonly description?: string }[];
  readonly exceptionDetails?: { readonly text: string };
}

function observe({ requests, failures, errors }: Observed, method: string, params: ObservedParams): void {
  const { request, response, errorText = "", type, args = [], exceptionDetails } = params;
  if (method === "Network.requestWillBeSent" && request !== undefined) requests.push(request.url);
  if (method === "Network.responseReceived" && response !== undefined && response.status >= 400) {
    failures.push(`${response.status} ${response.url}`);
  }
  if (method === "Network.loadingFailed" && errorText !== "net::ERR_ABORTED") failures.push(errorText);
  if (method === "Runtime.consoleAPICalled" && type === "error") {
    errors.push(
      args
        .map(({ value, description }) => (typeof value === "string" ? value : JSON.stringify(value ?? description)))
        .join(" "),
    );
  }
  if (method === "Runtime.exceptionThrown") errors.push(exceptionDetails?.text ?? "exception");
}
