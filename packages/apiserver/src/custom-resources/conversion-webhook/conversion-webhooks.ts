/**
 * The conversion strategy Webhook: a converter that sends each object to the webhook of its definition. As in kube-apiserver, which converts objects
 * when it reads them from or writes them to storage, a review has one object.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion
 */
import { parseApiVersion, unclassifiedError } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { AheadConverter } from "../../conversion/version-converter.ts";
import type { ConversionMetrics } from "../../metrics/conversion-metrics.ts";
import type { ApiObject } from "../../objects/api-object.ts";
import { noDeadline } from "../../turns/deadline.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import { UnreadableReviewError } from "../../webhook-client/decode-review.ts";
import type { WebhookEndpoint } from "../../webhook-client/exchange.ts";
import { exchange, ExchangeError } from "../../webhook-client/exchange.ts";
import { addressOf } from "../../webhook-client/target.ts";
import type { WebhookClient } from "../../webhook-client/webhook-client.ts";
import type { DefinitionView } from "../definition-view.ts";
import { ConversionFailedError } from "./conversion-failed-error.ts";
import type { ReviewVersion } from "./conversion-review.ts";
import { convertedObjectsIn, encodeReview, MalformedReviewError, reviewVersionOf } from "./conversion-review.ts";
import { checkedObject } from "./converted-object.ts";

/** Creates the converter of a definition with the conversion strategy Webhook. */
export type ConverterFactory = (
  definition: DefinitionView,
  context: Pick<ServerContext, "clock" | "random" | "read" | "flush">,
) => AheadConverter;

/** The time that a webhook has for a review. */
const timeoutMs = 30_000;

export function conversionWebhooks(client: WebhookClient, metrics: ConversionMetrics): ConverterFactory {
  return ({ metadata, spec }, context) => {
    const { clientConfig = {}, conversionReviewVersions = [] } = spec?.conversion?.webhook ?? {};
    const endpoint = { ...addressOf(clientConfig), timeoutMs };
    const version = reviewVersionOf(conversionReviewVersions);
    const call: Call = { endpoint, version, client, context };
    return {
      type: "ahead",
      async convert(object, toApiVersion) {
        // As in kube-apiserver, an object without any fields is not sent.
        if (Object.keys(object).length === 2) return { ...object, apiVersion: toApiVersion };
        if (version === undefined) throw unclassifiedError("no supported conversion review versions");
        const startedAt = context.clock.now();
        const observe = (failure: ConversionFailedError["type"] | undefined): void =>
          metrics.observe({
            definition: metadata?.name ?? "",
            fromVersion: parseApiVersion(object.apiVersion).version,
            toVersion: parseApiVersion(toApiVersion).version,
            failure,
            seconds: (context.clock.now() - startedAt) / 1000,
          });
        try {
          const converted = await convert(object, toApiVersion, { ...call, version });
          observe(undefined);
          return converted;
        } catch (error) {
          if (!(error instanceof ConversionFailedError)) throw error;
          observe(error.type);
          throw unclassifiedError(error.message, { cause: error });
        }
      },
    };
  };
}

interface Call {
  readonly endpoint: WebhookEndpoint;
  readonly version: ReviewVersion | undefined;
  readonly client: WebhookClient;
  readonly context: Pick<ServerContext, "clock" | "random" | "read" | "flush">;
}

/** Rejects with a `ConversionFailedError`, or with the reason for which the server ends. */
async function convert(
  object: ApiObject,
  toApiVersion: string,
  { endpoint, version, client, context }: Call & { readonly version: ReviewVersion },
): Promise<ApiObject> {
  context.flush(); // The webhook receives the stored object.
  const uid = context.random.uuid();
  const body = encodeReview(uid, version, object, toApiVersion);
  // Requests share conversions, so a conversion continues when a request ends. It has a separate timeout.
  const sender = client.senderFor(context, { deadline: noDeadline, signal: undefined });
  const fail = (type: ConversionFailedError["type"], text: string, cause?: unknown): ConversionFailedError =>
    new ConversionFailedError(type, `conversion webhook for ${object.apiVersion}, Kind=${object.kind} ${text}`, cause);
  let converted: readonly JsonValue[];
  try {
    converted = convertedObjectsIn(await exchange(endpoint, body, sender), uid, version);
  } catch (error) {
    if (error instanceof MalformedReviewError) throw fail("malformed_response", `failed: ${error.message}`, error);
    if (error instanceof ExchangeError || error instanceof UnreadableReviewError) {
      throw fail("call", `failed: ${error.message}`, error);
    }
    throw error;
  }
  const [first] = converted;
  if (first === undefined || converted.length > 1) {
    throw fail("partial_response", `returned ${converted.length} objects, expected 1`);
  }
  return checkedObject(first, object, toApiVersion, fail);
}
