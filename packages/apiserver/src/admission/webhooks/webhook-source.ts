/**
 * The webhooks of the stored configurations, with compiled selectors and parsed addresses. They are compiled when a configuration changes, not for
 * each write.
 */
import type { CompiledLabelSelector, LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { environmentOf, webhookDeclarations } from "../../expressions/environment.ts";
import type { ConditionView, MatchCondition } from "../../expressions/match-conditions.ts";
import { compileMatchConditions } from "../../expressions/match-conditions.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import { viewOf } from "../../kinds/typed.ts";
import type {
  WebhookConfiguration,
  WebhookType,
  WebhookView,
} from "../../kinds/admissionregistration/admission-kind.ts";
import type { MatchCriteria } from "../matching/rules.ts";
import type { WebhookEndpoint } from "../../webhook-client/exchange.ts";
import { addressOf } from "../../webhook-client/target.ts";

export interface Webhook extends MatchCriteria, WebhookEndpoint {
  /** Unique among the webhooks of its type: configuration, index and name. */
  readonly id: string;
  readonly configuration: string;
  readonly name: string;
  readonly ignoresFailures: boolean;
  /** It has no side effects on a dry run. */
  readonly allowsDryRun: boolean;
  readonly isReinvoked: boolean;
  /** The versions of AdmissionReview that it accepts, preferred first. */
  readonly reviewVersions: readonly string[];
  /** The conditions of its calls, compiled at the first read. */
  readonly matchConditions: () => readonly MatchCondition[];
}

/** The webhooks of a server by type, each in the order in which mutating ones are called: of configurations by name, then of their lists. */
export interface WebhookSource {
  webhooks(type: WebhookType, context: Pick<ServerContext, "read">): readonly Webhook[];
  /** Called when a configuration has changed. */
  forget(): void;
}

/** A source that reads the configurations at the first call, and again after each `forget()`. */
export function createWebhookSource(): WebhookSource {
  const known = new Map<WebhookType, readonly Webhook[]>();
  return {
    webhooks(type, { read }) {
      const before = known.get(type);
      if (before !== undefined) return before;
      const resource = { group: "admissionregistration.k8s.io", resource: `${type}webhookconfigurations` };
      const webhooks = Array.from(read.list(resource)).flatMap(webhooksOf);
      known.set(type, webhooks);
      return webhooks;
    },
    forget: () => known.clear(),
  };
}

function webhooksOf(configuration: ReadonlyObject): readonly Webhook[] {
  const webhooks = viewOf<WebhookConfiguration>(configuration).webhooks ?? [];
  const { name = "" } = configuration.metadata;
  return webhooks.map((webhook, index) => webhookOf(webhook, name, index));
}

/** All fields are set: a stored configuration has its defaults and is valid. */
function webhookOf(webhook: WebhookView, configuration: string, index: number): Webhook {
  const { name = "", timeoutSeconds = 0 } = webhook;
  return {
    id: `${configuration}/${index}/${name}`,
    configuration,
    name,
    rules: webhook.rules ?? [],
    matchesEquivalent: webhook.matchPolicy === "Equivalent",
    namespaceSelector: compiled(webhook.namespaceSelector),
    objectSelector: compiled(webhook.objectSelector),
    allowsDryRun: webhook.sideEffects === "None" || webhook.sideEffects === "NoneOnDryRun",
    ignoresFailures: webhook.failurePolicy === "Ignore",
    isReinvoked: webhook.reinvocationPolicy === "IfNeeded",
    timeoutMs: timeoutSeconds * 1000,
    reviewVersions: webhook.admissionReviewVersions ?? [],
    matchConditions: compiledOnce(webhook.matchConditions ?? []),
    ...addressOf(webhook.clientConfig ?? {}),
  };
}

function compiled(selector: WebhookView["objectSelector"]): CompiledLabelSelector {
  return compileLabelSelector((selector ?? {}) as LabelSelector); // A stored selector is valid.
}

function compiledOnce(conditions: readonly ConditionView[]): () => readonly MatchCondition[] {
  let compiled: readonly MatchCondition[] | undefined = conditions.length === 0 ? [] : undefined;
  return () => (compiled ??= compileMatchConditions(conditions, environmentOf(webhookDeclarations)));
}
