/**
 * Webhooks ready to be asked: what their configurations say, with selectors compiled and addresses made. They are made anew when a
 * configuration has changed, which is rare, and not for each write.
 */
import type { CompiledLabelSelector, LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../registry/api-object.ts";
import type { ServerContext } from "../registry/server-context.ts";
import { viewOf } from "../kinds/typed.ts";
import type {
  RuleView,
  WebhookConfiguration,
  WebhookSort,
  WebhookView,
} from "../kinds/admissionregistration/webhook.ts";
import type { WebhookTarget } from "./target.ts";
import { addressOf } from "./target.ts";

export interface Hook {
  /** Of all webhooks of its sort this one alone: configuration, name, and which of that name it is. */
  readonly id: string;
  readonly name: string;
  readonly rules: readonly RuleView[];
  readonly matchesEquivalent: boolean;
  readonly namespaceSelector: CompiledLabelSelector;
  readonly objectSelector: CompiledLabelSelector;
  readonly ignoresFailures: boolean;
  /** It has no effects of its own on a dry run. */
  readonly isHarmless: boolean;
  readonly isReinvoked: boolean;
  readonly timeoutMs: number;
  /** Versions of AdmissionReview that it reads, best first. */
  readonly reviewVersions: readonly string[];
  readonly target: WebhookTarget;
  /** The URL of the target for messages, without a query. */
  readonly url: string;
}

/** The webhooks of a server, by sort, each in the order in which mutating ones are called: of configurations by name, then of their lists. */
export interface HookSource {
  hooks(sort: WebhookSort, context: Pick<ServerContext, "read">): readonly Hook[];
  /** To be called when a configuration has changed. */
  forget(): void;
}

/** A source that reads the configurations when it is first asked, and again after each `forget()`. */
export function createHookSource(): HookSource {
  const known = new Map<WebhookSort, readonly Hook[]>();
  return {
    hooks(sort, { read }) {
      const before = known.get(sort);
      if (before !== undefined) return before;
      const resource = { group: "admissionregistration.k8s.io", resource: `${sort}webhookconfigurations` };
      const hooks = Array.from(read.list(resource)).flatMap(hooksOf);
      known.set(sort, hooks);
      return hooks;
    },
    forget: () => known.clear(),
  };
}

function hooksOf(configuration: ReadonlyObject): readonly Hook[] {
  const webhooks = viewOf<WebhookConfiguration>(configuration).webhooks ?? [];
  return webhooks.map((webhook, index) => hookOf(webhook, `${configuration.metadata.name ?? ""}/${index}`));
}

/** All fields are there: the configuration has been given its defaults, and checked. */
function hookOf(webhook: WebhookView, place: string): Hook {
  const { name = "", timeoutSeconds = 0 } = webhook;
  return {
    id: `${place}/${name}`,
    name,
    rules: webhook.rules ?? [],
    matchesEquivalent: webhook.matchPolicy === "Equivalent",
    namespaceSelector: compiled(webhook.namespaceSelector),
    objectSelector: compiled(webhook.objectSelector),
    isHarmless: webhook.sideEffects === "None" || webhook.sideEffects === "NoneOnDryRun",
    ignoresFailures: webhook.failurePolicy === "Ignore",
    isReinvoked: webhook.reinvocationPolicy === "IfNeeded",
    timeoutMs: timeoutSeconds * 1000,
    reviewVersions: webhook.admissionReviewVersions ?? [],
    ...addressOf(webhook.clientConfig ?? {}),
  };
}

function compiled(selector: WebhookView["objectSelector"]): CompiledLabelSelector {
  return compileLabelSelector((selector ?? {}) as LabelSelector); // Checked when it was written.
}
