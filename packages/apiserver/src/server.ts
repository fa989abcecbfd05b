// Assembles a server from its parts: store, registry, admission, authorization and the filter chain. All of it is synchronous, so the server is ready
// when `createServer` returns.
import { servedKinds } from "@kubewright/api-facts";
import type { TypeDescriptions } from "@kubewright/api-facts";
import type { Clock, Random } from "@kubewright/async";
import type { UserInfo } from "./authentication/user-info.ts";
import type { IssuedTokens, TokenAuthenticator, TokenResult } from "./authentication/token-result.ts";
import { authenticateToken, withImplicitAudiences } from "./authentication/token-result.ts";
import type { Authorizer } from "./authorization/authorizer.ts";
import { allowAll } from "./authorization/authorizer.ts";
import { createEscalationCheck } from "./admission/escalation/escalation-check.ts";
import type { RbacAuthorizer } from "./authorization/rbac.ts";
import { createRbacAuthorizer } from "./authorization/rbac.ts";
import { reviewResources } from "./kinds/reviews/reviews.ts";
import type { Flags } from "./routes/flagz.ts";
import { versionInfo } from "./discovery/version.ts";
import { flagzPage } from "./routes/flagz.ts";
import { healthChecks } from "./routes/health-checks.ts";
import type { AuditEvent } from "./filters/audit-event.ts";
import type { FailedRequest } from "./filters/request-state.ts";
import type { InflightLimits } from "./filters/max-inflight.ts";
import type { Handler } from "./filters/handler.ts";
import { hostOf, unreachableAddress } from "./bootstrap/kubernetes-service.ts";
import { createIssuerDiscovery } from "./routes/issuer-discovery.ts";
import { createHandler } from "./filters/handler.ts";
import { nominalSeats } from "./flow-control/nominal-seats.ts";
import { createFlowClassifier } from "./flow-control/classifier.ts";
import { OpenApi } from "./openapi/openapi.ts";
import { HealthMetrics } from "./routes/health-metrics.ts";
import type { Family, Histogram, Value } from "./metrics/families.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { envelopeSize } from "./protobuf/envelope.ts";
import { createFieldManagers } from "./registry/field-managers.ts";
import { createObjectReader, createObjectWriter } from "./writes/direct-access.ts";
import type { ServiceAccountSettings } from "./service-accounts/service-account-options.ts";
import type { AdmissionPlugin } from "./registry/admission-plugin.ts";
import type { Engine } from "./registry/engine.ts";
import { RecentObjects } from "./registry/recent-objects.ts";
import type { Registry } from "./registry/registry.ts";
import type { ServerContext } from "./contracts/server-context.ts";
import type { ServedResource } from "./contracts/strategy.ts";
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
  /** Loads descriptions of built-in types, before the first OpenAPI response. They replace those of this project, type by type. */
  readonly loadTypeDescriptions?: (() => TypeDescriptions | undefined) | undefined;
  /** The state to start with. Default: an empty one. */
  readonly store?: Store;
  readonly onInternalError: (error: unknown, request: FailedRequest) => void;
  readonly inflightLimits?: InflightLimits;
  readonly onAuditEvent?: ((event: AuditEvent) => void) | undefined;
}

/** The parts that `compose.ts` chooses: everything that makes the engine a Kubernetes API server. */
export interface ServerParts {
  /** Empty. Receives `resources` first; the parts may add and remove more while the server runs. */
  readonly registry: Registry;
  readonly resources: readonly ServedResource[];
  /** The metrics of the parts. */
  readonly metrics?: readonly Family<Histogram | Value>[];
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
  /** The tokens of each listener. A request is authenticated by those of its own listener, a TokenReview by all. */
  readonly issuedTokens: Set<IssuedTokens>;
  /** Ends watches and timers and makes the server not ready; requests still work. A second call does nothing. */
  readonly close: (reason: Error) => Promise<void>;
}

/** Starts a server. */
export function createServer(options: ServerOptions): Server {
  const { clock, random, parts, authorization } = options;
  const store = options.store ?? new Store({ clock });
  const closing = new AbortController();
  const issuedTokens = new Set<IssuedTokens>();
  const rbac = createRbacAuthorizer(store);
  const authorizer = authorization === "RBAC" ? rbac : allowAll;
  const engine = new ServerEngine(options, { store, authorizer, rbac, closing: closing.signal });
  const { registry, context } = engine;
  registry.setGroupOrder([...new Set(servedKinds().map(({ group }) => group))]);
  for (const resource of parts.resources) registry.add(resource);
  const { ofRequest, ofReview } = createTokenAuthentication(options, issuedTokens, context);
  const reviews = reviewResources({ authorizer, rightsFor: rbac.rightsFor, authenticateToken: ofReview });
  for (const resource of reviews) registry.add(resource);
  for (const start of parts.postStartHooks ?? []) start(context);
  engine.runQueuedWork();

  const handle = createHandler({
    engine,
    registry,
    authorizer,
    // As in kube-apiserver, an anonymous user must not be allowed everything.
    allowsAnonymous: authorization !== "AlwaysAllow",
    authenticateToken: ofRequest,
    issuerDiscovery: createIssuerDiscovery(options.serviceAccounts, hostOf(unreachableAddress)),
    openApi: new OpenApi(registry, {
      wallTime: () => clock.wallTime(),
      loadDescriptions: options.loadTypeDescriptions,
    }),
    healthChecks: healthChecks(closing.signal, () => store.isHealthy),
    healthMetrics: new HealthMetrics(),
    metrics: new ServerMetrics({
      store,
      registry,
      startedAt: clock.wallTime(),
      buildInfo: versionInfo(),
      nominalSeats: () => nominalSeats(context.read),
      families: parts.metrics ?? [],
    }),
    clock,
    random,
    flagz: flagzPage(options.flags ?? {}, random),
    classify: createFlowClassifier(store, context.read),
    beforeRequest: () => parts.beforeRequest?.(context),
    closing: closing.signal,
    onInternalError: options.onInternalError,
    onAuditEvent: options.onAuditEvent,
    ...options.inflightLimits,
  });
  return {
    engine,
    handle,
    issuedTokens,
    async close(reason) {
      if (closing.signal.aborted) return;
      closing.abort(reason);
      await parts.close?.();
    },
  };
}

interface EngineParts {
  readonly store: Store;
  readonly authorizer: Authorizer;
  readonly rbac: RbacAuthorizer;
  readonly closing: AbortSignal;
}

/** The engine of a server. Its context, reader, writer and queue are views of it. */
class ServerEngine implements Engine {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly random: Random;
  readonly admission: readonly AdmissionPlugin[];
  readonly recentObjects = new RecentObjects();
  readonly fieldManagers = createFieldManagers();
  readonly protobufSize = envelopeSize;
  readonly context: Engine["context"];
  readonly #queue: WorkQueue;

  constructor({ clock, random, parts }: ServerOptions, { store, authorizer, rbac, closing }: EngineParts) {
    this.store = store;
    this.registry = parts.registry;
    this.clock = clock;
    this.random = random;
    this.admission = [...(parts.admission ?? []), createEscalationCheck({ authorizer, rbac })];
    this.#queue = new WorkQueue(this, closing);
    this.context = {
      clock,
      random,
      registry: this.registry,
      authorizer,
      flush: () => store.flush(),
      read: createObjectReader(this),
      write: createObjectWriter(this),
      queue: this.#queue,
    };
  }

  runQueuedWork(): void {
    this.#queue.run();
  }
}

interface TokenAuthentication {
  /** For requests to a listener with these tokens. */
  readonly ofRequest: (token: string, issued: IssuedTokens | undefined) => TokenResult;
  /** For reviews, by the tokens of all listeners, and by default for the audiences of the API server. */
  readonly ofReview: (token: string, audiences?: readonly string[]) => TokenResult;
}

function createTokenAuthentication(
  { parts, serviceAccounts: { apiAudiences } }: ServerOptions,
  issuedTokens: ReadonlySet<IssuedTokens>,
  context: ServerContext,
): TokenAuthentication {
  const others = (parts.authenticators ?? []).map(
    (authenticate): TokenAuthenticator =>
      (token, audiences) =>
        authenticate(token, audiences, context),
  );
  const authenticate = (
    token: string,
    audiences: readonly string[],
    find: (token: string) => UserInfo | undefined,
  ): TokenResult => authenticateToken(token, audiences, [withImplicitAudiences(apiAudiences, find), ...others]);
  return {
    ofRequest: (token, issued) => authenticate(token, apiAudiences, () => issued?.get(token)),
    ofReview: (token, audiences = apiAudiences) =>
      authenticate(token, audiences, () =>
        issuedTokens
          .values()
          .find((tokens) => tokens.has(token))
          ?.get(token),
      ),
  };
}
