/**
 * An API server in memory, for tests of the packages below the embedded API server and of code that takes a client. It is a `Transport`, so clients,
 * informers and managers use it unchanged. Tests cause errors, lost responses, closed watches and compaction with its methods.
 */
import { isApiError } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { abortable, createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import type { CreateMemoryApiServerOptions, MemoryApiServer } from "./contract.ts";
import { discoveryDocument } from "./discovery.ts";
import { createInterceptors } from "./interceptors.ts";
import type { FailNextOptions, Interceptor } from "./interceptors.ts";
import { MemoryStore, resourceIdOf } from "./memory-store.ts";
import { ObjectRequests } from "./object-requests.ts";
import { requestInfoOf, segmentsOf } from "./request-info.ts";
import type { MemoryRequest, RequestInfo } from "./request-info.ts";
import { errorResponse, jsonResponse, pageNotFound } from "./responses.ts";
import { ServedTypes } from "./served-types.ts";
import { objectOfOtherWriter } from "./other-writer.ts";
import type { ObjectFields } from "./other-writer.ts";
import { Watches } from "./watches.ts";

/** Creates a server. Nothing needs to be disposed. */
export function createMemoryApiServer(options: CreateMemoryApiServerOptions): MemoryApiServer {
  return new MemoryServer(options);
}

class MemoryServer implements MemoryApiServer {
  readonly transport: Transport;
  readonly requests: MemoryRequest[] = [];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #store: MemoryStore;
  readonly #watches: Watches;
  readonly #objectRequests: ObjectRequests;
  readonly #types = new ServedTypes();
  readonly #interceptors = createInterceptors();

  constructor({ types, clock, random }: CreateMemoryApiServerOptions) {
    this.#clock = clock ?? createVirtualClock();
    this.#random = random ?? createSeededRandom("memory API server");
    this.#store = new MemoryStore(() => this.#watches.sendAll());
    this.#watches = new Watches(this.#store, this.#clock);
    this.#objectRequests = new ObjectRequests(this.#store, { clock: this.#clock, random: this.#random });
    for (const type of types) this.serve(type);
    this.transport = {
      request: (request) => this.#request(request),
      upgrade: () => Promise.reject(new Error("Cannot upgrade: the API server in memory has no streams")),
      [Symbol.asyncDispose]: async () => this.closeWatches(new Error("The transport is disposed")),
    };
  }

  get resourceVersion(): string {
    return String(this.#store.revision);
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  serve(type: ResourceType): void {
    this.#types.add(type);
  }

  objects<T extends KubernetesObject>(type: ResourceType<T>): readonly Stored<T>[] {
    return structuredClone(this.#store.list(resourceIdOf(type)) ?? []) as unknown as readonly Stored<T>[]; // Stored under its type.
  }

  put<T extends KubernetesObject>(type: ResourceType<T>, object: ObjectFields<T>): Stored<T> {
    const live = this.#store.get(resourceIdOf(type), object.metadata);
    const draft = objectOfOtherWriter(type, object, live, { clock: this.#clock, random: this.#random });
    return structuredClone(this.#store.write(resourceIdOf(type), draft)) as unknown as Stored<T>; // Stored under its type.
  }

  remove(type: ResourceType, key: ObjectKey): void {
    this.#store.remove(resourceIdOf(type), key);
  }

  lose(type: ResourceType, key: ObjectKey): void {
    this.#store.lose(resourceIdOf(type), key);
  }

  intercept(interceptor: Interceptor): Disposable {
    return this.#interceptors.add(interceptor);
  }

  failNext(failure: Error | "hang", options?: FailNextOptions): void {
    this.#interceptors.failNext(failure, options);
  }

  holdEvents(): void {
    this.#watches.hold();
  }

  releaseEvents(): void {
    this.#watches.release();
  }

  sendBookmarks(): void {
    this.#store.advance();
    this.#watches.sendBookmarks();
  }

  sendLine(line: string): void {
    this.#watches.sendLine(line);
  }

  closeWatches(error?: Error): void {
    this.#watches.endAll(error);
  }

  compact(): void {
    this.#store.advance();
    this.#store.compact();
  }

  async #request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    request.beforeSend?.();
    const contentType = headerOf(request.headers, "content-type");
    const received = {
      ...requestInfoOf(request),
      at: this.#clock.now(),
      body: textOf(request.body),
      ...(contentType === undefined ? {} : { contentType }),
    };
    this.requests.push(received);
    const responding = this.#interceptors.run(received, request, () => this.#respond(received, request));
    return await abortable(responding, request.signal);
  }

  #respond(received: RequestInfo, request: TransportRequest): TransportResponse {
    try {
      if (received.resource === undefined) return this.#discover(request);
      if (!this.#types.hasPath(received)) return pageNotFound();
      const type = this.#types.find(received);
      if (received.verb === "watch") return this.#watches.open(type, received.namespace, request);
      return this.#objectRequests.answer(type, received, request);
    } catch (error) {
      if (isApiError(error)) return errorResponse(error);
      throw error;
    }
  }

  #discover({ path }: TransportRequest): TransportResponse {
    const document = discoveryDocument(this.#types.all, segmentsOf(path));
    return document === undefined ? pageNotFound() : jsonResponse(document);
  }
}

function textOf(body: Uint8Array | string = ""): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
