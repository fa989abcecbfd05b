// The way of every request, from a listener or in process: who sends it, may they, what does it name, the answer, its headers.
import { internalError, isApiError } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { TokenResult } from "../authentication/token-result.ts";
import { authenticate } from "./authentication.ts";
import { impersonated } from "./impersonation.ts";
import { isHealthEndpoint } from "../routes/health.ts";
import type { AccessRequest, Authorizer } from "../authorization/authorizer.ts";
import { forbiddenError } from "../authorization/authorizer.ts";
import type { Flow, FlowClassifier } from "../flow-control/classifier.ts";
import type { RequestLabels } from "../metrics/request-metrics.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import { errorForm, negotiate } from "../negotiation/accept.ts";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Verb } from "../registry/strategy.ts";
import { answerStatus } from "../endpoints/answer.ts";
import { parseListOptions } from "../endpoints/list-options.ts";
import type { RequestTarget, ResourceTarget } from "../endpoints/path.ts";
import { isWatch, parsePath, verbOf } from "../endpoints/path.ts";
import type { PathServer } from "../routes/routes.ts";
import { serveMalformedPath, servePath } from "../routes/routes.ts";
import {
  assertTimeout,
  filterEndsAtMs,
  isLongRunning,
  longRunningSubresources,
  RequestTimeoutError,
  requestTimeoutResponse,
} from "../endpoints/request-timeout.ts";
import { resolveTarget, serveResource } from "../endpoints/resource.ts";
import { finishResponse } from "./response.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";

export interface HandlerOptions extends PathServer {
  readonly engine: Engine;
  readonly authorizer: Authorizer;
  /** Authenticates a bearer token for this server. */
  readonly authenticateToken: (token: string) => TokenResult;
  /** Called before each request, once its sender is known. */
  readonly beforeRequest: () => void;
  /** Finds the flow of a request. */
  readonly classify: FlowClassifier;
  /** Whether requests without credentials are served. */
  readonly allowsAnonymous: boolean;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
  /** Told of every request that failed by a mistake of the server itself. */
  readonly onInternalError: (error: unknown, request: ServerRequest) => void;
}

/** Answers requests. Rejects only with the reason of the request's signal; every other failure is an answer. */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** The handler of a server. */
export function createHandler(options: HandlerOptions): Handler {
  const { engine, metrics } = options;
  return async (request) => {
    const startedAt = request.receivedAtMs ?? engine.clock.now();
    const inflight = metrics.inflight[isReadOnly(request.method) ? "readOnly" : "mutating"];
    const notes: RequestNotes = {
      startedAtMs: startedAt,
      warnings: new Set<string>(),
      flow: undefined,
      counted: undefined,
      endsAtMs: undefined,
    };
    inflight.value++;
    try {
      const response = await answer(options, request, notes);
      count(metrics, request, notes, { response, seconds: (engine.clock.now() - startedAt) / 1000 });
      const { warnings, flow, endsAtMs } = notes;
      const finished = await finishResponse(response, request, { warnings, flow, auditId: engine.random.uuid() });
      return endsAtMs === undefined ? finished : { ...finished, endsAtMs };
    } finally {
      inflight.value--;
    }
  };
}

function isReadOnly(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Counts a request that has been answered. */
function count(
  metrics: ServerMetrics,
  { path, method }: ServerRequest,
  { flow, counted }: RequestNotes,
  { response, seconds }: { readonly response: ServerResponse; readonly seconds: number },
): void {
  const { status: code, counted: page } = response;
  if (flow !== undefined) metrics.countFlow(flow);
  if (counted !== undefined) {
    const { resource, labels } = counted;
    metrics.requests.countResource(resource, labels, code, labels.verb === "WATCH" ? undefined : seconds);
  } else if (page !== undefined) {
    metrics.requests.countPage(page, pageVerb(method), code, seconds);
  } else if (isHealthEndpoint(path.slice(1)) && code !== 401) {
    metrics.requests.countPath(path, methods.has(method) ? method : "OTHER", code, seconds);
  }
}

const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/** As kube-apiserver: methods that read have one label, and those that no resource has are `other`. */
function pageVerb(method: string): string {
  if (isReadOnly(method)) return "GET";
  return methods.has(method) && method !== "OPTIONS" ? method : "other";
}

/** What is found out about a request while it is served, for the headers of its response. */
interface RequestNotes {
  readonly startedAtMs: number;
  readonly warnings: Set<string>;
  /** `undefined` until the sender is known, and for requests that are not classified. */
  flow: Flow | undefined;
  /** What metrics count a request to a known resource by. */
  counted: { readonly resource: VersionedResource; readonly labels: RequestLabels } | undefined;
  /** When the request ends; `undefined` if it is long-running. */
  endsAtMs: number | undefined;
}

async function answer(options: HandlerOptions, request: ServerRequest, notes: RequestNotes): Promise<ServerResponse> {
  let isRouted = false;
  const { startedAtMs, warnings } = notes;
  try {
    const target = parsePath(request.path);
    if (!isLongRunning(request, target)) assertTimeout(request.query);
    notes.endsAtMs = filterEndsAtMs(request, target, startedAtMs);
    const warn = (text: string): void => void warnings.add(text);
    const { authenticateToken, allowsAnonymous } = options;
    const sender = authenticate(request, { authenticateToken, allowsAnonymous, warn });
    if (request.isLate === true) return requestTimeoutResponse();
    // Rights, discovery and objects must not show a write that may not be on disk. Health checks and metrics are served nevertheless.
    if (!isOperational(request.path)) options.engine.store.flush();
    const user = impersonated(sender, request.headers, options.authorizer);
    options.beforeRequest();
    const verb = target?.type === "resource" ? verbOf(request.method, target, isWatch(request.query)) : undefined;
    const access = accessOf(user, target, verb ?? request.method.toLowerCase(), request);
    notes.flow = isClassified(target, request) ? options.classify(access) : undefined;
    if (target === undefined) return serveMalformedPath(options.registry, request.path);
    assertAllowed(options.authorizer, access);
    if (target.type === "path") {
      isRouted = true;
      return servePath(options, target.segments, request);
    }
    const resolution = resolveTarget(options.engine.registry, target);
    isRouted = true;
    if (!resolution.found) return resolution.response();
    const { resource, namespace } = resolution;
    const labels = labelsOf(resource, target, verb, request);
    notes.counted = labels && { resource, labels };
    const accept = negotiate(acceptOf(request), {
      custom: resource.custom,
      collection: target.name === "" && target.subresource === "" && request.method === "GET",
      tables: hasTables(resource, target.subresource),
    });
    const { engine, closing } = options;
    const authorize = (other: string): void => {
      assertAllowed(options.authorizer, accessOf(user, target, other, request));
    };
    const about = { request, target, resource, user, accept, namespace, startedAtMs };
    const response = await serveResource(
      { engine, metrics: options.metrics, ...about, warnings, authorize, closing },
      verb,
    );
    engine.store.flush();
    return response;
  } catch (error) {
    request.signal?.throwIfAborted();
    const failure = isRouted ? settledFailure(options.engine, error) : error;
    if (failure instanceof RequestTimeoutError) return requestTimeoutResponse();
    const response = answerStatus(errorForm(acceptOf(request)), statusOf(failure, options, request));
    // kube-apiserver's filters of the timeout (400) and of authentication (401) do not set the header, those inside them do.
    if (isRouted || response.status === 400 || response.status === 401) return response;
    return { ...response, headers: { ...response.headers, "x-content-type-options": "nosniff" } };
  }
}

/** Whether a path serves the state of the server itself: health, metrics, version and debugging pages. */
function isOperational(path: string): boolean {
  const [, root] = path.split("/", 2);
  return isHealthEndpoint(root) || (root !== undefined && operationalRoots.has(root));
}

const operationalRoots: ReadonlySet<string> = new Set(["debug", "flagz", "metrics", "statusz", "version"]);

/** Returns the error for the response: the error of the store if it cannot flush. An error such as a conflict reveals stored state that may not be on disk yet. */
function settledFailure({ store }: Engine, error: unknown): unknown {
  try {
    store.flush();
    return error;
  } catch (failure) {
    return failure;
  }
}

/** Whether the request has a flow. Like kube-apiserver, this leaves out long-running requests that are no watches. */
function isClassified(target: RequestTarget | undefined, { path }: ServerRequest): boolean {
  if (target?.type !== "resource") return !path.startsWith("/debug/pprof/");
  return !longRunningSubresources.has(target.subresource);
}

/** `undefined` for a verb or a subresource that the resource does not have: metrics have no labels that clients make up. */
function labelsOf(
  resource: VersionedResource,
  target: ResourceTarget,
  verb: Verb | undefined,
  request: ServerRequest,
): RequestLabels | undefined {
  const { subresource } = target;
  if (verb === undefined) return undefined;
  if (subresource !== "" && resource.subresources?.some(({ name }) => name === subresource) !== true) {
    return undefined;
  }
  const dryRuns = request.query.getAll("dryRun");
  return {
    verb: longRunningSubresources.has(subresource) ? "CONNECT" : metricVerb(verb, request),
    subresource,
    scope: target.name !== "" || verb === "create" ? "resource" : target.inNamespace ? "namespace" : "cluster",
    dryRun: dryRuns.length === 0 ? "" : dryRuns.every((value) => value === "All") ? "All" : "invalid",
  };
}

function metricVerb(verb: Verb, { method, headers }: ServerRequest): string {
  if (verb === "list" || verb === "watch") return verb.toUpperCase();
  if (verb === "get") return "GET";
  return headerOf(headers, "content-type") === "application/apply-patch+yaml" && verb === "patch" ? "APPLY" : method;
}

/** Objects have tables, and so have views of them; of a subresource that is not there, that is what will be said. */
function hasTables(resource: VersionedResource, subresource: string): boolean {
  if (subresource === "") return resource.verbs.includes("get");
  const type = resource.subresources?.find(({ name }) => name === subresource)?.type;
  return type !== "action" && type !== "connect";
}

function acceptOf(request: ServerRequest): string | undefined {
  return headerOf(request.headers, "accept");
}

function statusOf(error: unknown, { onInternalError }: HandlerOptions, request: ServerRequest): Status {
  if (isApiError(error)) return error.status;
  onInternalError(error, request);
  return internalError(error instanceof Error ? error.message : String(error), { cause: error }).status;
}

function assertAllowed(authorizer: Authorizer, request: AccessRequest): void {
  const decision = authorizer.authorize(request);
  if (!decision.allowed) throw forbiddenError(request, decision.reason);
}

/** What the user requests. A user with access to one object by name may list and watch it by name. */
function accessOf(
  user: UserInfo,
  target: RequestTarget | undefined,
  verb: string,
  { path, query }: ServerRequest,
): AccessRequest {
  if (target?.type !== "resource") return { user, verb, target: { type: "path", path } };
  const { group, version, resource, subresource, namespace } = target;
  const isCollection = verb === "list" || verb === "watch" || verb === "deletecollection";
  const name = target.name === "" && isCollection ? selectedName(query) : target.name;
  return { user, verb, target: { type: "resource", group, version, resource, subresource, namespace, name } };
}

function selectedName(query: URLSearchParams): string {
  if (!query.has("fieldSelector")) return "";
  try {
    const selector = new URLSearchParams({ fieldSelector: query.get("fieldSelector") ?? "" });
    const { fields } = parseListOptions(selector, false);
    return fields.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value ?? "";
  } catch {
    return ""; // A selector that cannot be read selects no name; the list itself will say what is wrong with it.
  }
}
