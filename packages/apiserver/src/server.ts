// A server put together from its parts: state, kinds, plugins, rights. What users start is `createApiServer`, which adds the built-in
// kinds; everything is synchronous, so a server is ready when it is made.
import { servedKinds } from "@kubewright/api-facts";
import type { Clock, Random } from "@kubewright/async";
import { serverUser } from "./authentication/user-info.ts";
import type { TokenAuthenticator, TokenResult } from "./authentication/token-result.ts";
import { authenticateToken as authenticateWith, withImplicitAudiences } from "./authentication/token-result.ts";
import { allowAll } from "./authorization/authorizer.ts";
import { createEscalationCheck } from "./admission/escalation/escalation-check.ts";
import { createRbacAuthorizer } from "./authorization/rbac.ts";
import { serveReviews } from "./kinds/reviews/reviews.ts";
import type { Flags } from "./routes/flagz.ts";
import { versionInfo } from "./discovery/version.ts";
import { flagzPage } from "./routes/flagz.ts";
import { healthChecks } from "./routes/health-checks.ts";
import type { Handler } from "./filters/handler.ts";
import { hostOf, unreachableAddress } from "./bootstrap/kubernetes-service.ts";
import { createIssuerDiscovery } from "./routes/issuer-discovery.ts";
import { createHandler } from "./filters/handler.ts";
import type { ServerRequest } from "./http/server-request.ts";
import { createFlowClassifier } from "./flow-control/classifier.ts";
import { createOpenApi } from "./openapi/openapi.ts";
import { HealthMetrics } from "./routes/health-metrics.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { createFieldManagers } from "./registry/field-managers.ts";
import { createObjectReader, createObjectWriter } from "./registry/direct-access.ts";
import type { ServiceAccountSettings } from "./service-accounts/service-account-options.ts";
import type { AdmissionPlugin } from "./registry/admission-plugin.ts";
import type { Engine } from "./registry/engine.ts";
import { writeDeadline } from "./registry/deadline.ts";
import { FollowUps } from "./registry/follow-ups.ts";
import { createRegistry } from "./registry/registry.ts";
import type { RequestContext, ServerContext } from "./registry/server-context.ts";
import type { UserInfo } from "./authentication/user-info.ts";
import type { ServedResource } from "./registry/strategy.ts";
import { WorkQueue } from "./registry/work-queue.ts";
import { Store } from "./storage/store.ts";

export interface ServerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly authorization: "RBAC" | "AlwaysAllow";
  /** Issuers, keys and audiences of service account tokens. */
  readonly serviceAccounts: ServiceAccountSettings;
  readonly parts: ServerParts;
  /** The flags that `/flagz` shows. Default: none. */
  readonly flags?: Flags;
  /** The state to start with. Default: an empty one. */
  readonly store?: Store;
  readonly onInternalError: (error: unknown, request: ServerRequest) => void;
}

/** What `compose.ts` chooses: everything that makes the engine a Kubernetes API server. */
export interface ServerParts {
  readonly resources: readonly ServedResource[];
  /** In the order of the chain. */
  readonly admission?: readonly AdmissionPlugin[];
  /** Authenticate bearer tokens for targets that accept any of the audiences. The first one that recognizes a token decides. */
  readonly authenticators?: readonly ((
    token: string,
    audiences: readonly string[],
    context: ServerContext,
  ) => TokenResult)[];
  /** Called once, in this order, after all resources are registered. The store is not empty in a fork and after a restart. */
  readonly postStartHooks?: readonly ((context: ServerContext) => void)[];
  /** Called before each request. Must be quick. */
  readonly beforeRequest?: (context: ServerContext) => void;
  /** Called once when the server ends: releases timers and connections. */
  readonly close?: () => Promise<void>;
}

/** A running server without listeners. */
export interface Server {
  readonly engine: Engine;
  readonly handle: Handler;
  /** Users that are known by a token of theirs. Entries may come and go. */
  readonly tokens: Map<string, UserInfo>;
  /** Ends watches and timers and makes the server not ready; requests still work. Harmless a second time. */
  readonly close: (reason: Error) => Promise<void>;
}

/** What the server calls itself where it writes on its own account. */
const ownName = "kube-apiserver";

/** Starts a server. */
export function createServer(options: ServerOptions): Server {
  const { clock, random, parts } = options;
  const { admission = [], authenticators = [], postStartHooks = [] } = parts;
  const { apiAudiences } = options.serviceAccounts;
  const store = options.store ?? new Store({ clock });
  const registry = createRegistry();
  const closing = new AbortController();
  const tokens = new Map<string, UserInfo>();
  const rbac = createRbacAuthorizer(store);
  const authorizer = options.authorization === "RBAC" ? rbac : allowAll;

  const queue: WorkQueue = new WorkQueue(clock, () => reconcileContext, closing.signal);
  const context: ServerContext = {
    clock,
    random,
    registry,
    authorizer,
    flush: () => store.flush(),
    read: createObjectReader(() => engine),
    write: createObjectWriter(() => engine, ownContext),
    queue,
  };
  const engine: Engine = {
    store,
    registry,
    clock,
    random,
    context,
    runQueuedWork: () => queue.run(),
    followUps: new FollowUps(),
    fieldManagers: createFieldManagers(registry),
    admission: [...admission, createEscalationCheck({ authorizer, rbac })],
  };
  // The queue itself reaches the work that work adds.
  const reconcileEngine: Engine = { ...engine, runQueuedWork: () => undefined };
  const reconcileContext = { ...context, write: createObjectWriter(() => reconcileEngine, ownContext) };

  /** The server as the sender of its own writes. */
  function ownContext(): RequestContext {
    const warn = (): void => undefined; // Nobody is there to be warned.
    return {
      ...context,
      user: serverUser,
      version: "",
      name: "",
      subresource: "",
      userAgent: ownName,
      dryRun: false,
      deadline: writeDeadline(clock.now()),
      signal: undefined,
      warn,
    };
  }

  registry.setGroupOrder([...new Set(servedKinds().map(({ group }) => group))]);
  for (const resource of parts.resources) registry.add(resource);
  const tokenAuthenticators: readonly TokenAuthenticator[] = [
    withImplicitAudiences(apiAudiences, (token) => tokens.get(token)),
    ...authenticators.map(
      (authenticate): TokenAuthenticator =>
        (token, audiences) =>
          authenticate(token, audiences, context),
    ),
  ];
  serveReviews(registry, {
    authorizer,
    rightsFor: rbac.rightsFor,
    authenticateToken: (token, audiences = apiAudiences) => authenticateWith(token, audiences, tokenAuthenticators),
  });
  for (const start of postStartHooks) start(context);
  queue.run();

  const handle = createHandler({
    engine,
    registry,
    authorizer,
    // As in kube-apiserver, an anonymous user must not be allowed everything.
    allowsAnonymous: options.authorization !== "AlwaysAllow",
    authenticateToken: (token) => authenticateWith(token, apiAudiences, tokenAuthenticators),
    issuerDiscovery: createIssuerDiscovery(options.serviceAccounts, hostOf(unreachableAddress)),
    openApi: createOpenApi(registry, () => clock.wallTime()),
    healthChecks: healthChecks(closing.signal, () => store.isHealthy),
    healthMetrics: new HealthMetrics(),
    metrics: new ServerMetrics({ store, registry, startedAt: clock.wallTime(), buildInfo: versionInfo() }),
    clock,
    random,
    flagz: flagzPage(options.flags ?? {}, random),
    classify: createFlowClassifier(store, context.read),
    beforeRequest: () => parts.beforeRequest?.(context),
    closing: closing.signal,
    onInternalError: options.onInternalError,
  });
  return {
    engine,
    handle,
    tokens,
    async close(reason) {
      if (closing.signal.aborted) return;
      closing.abort(reason);
      await parts.close?.();
    },
  };
}
