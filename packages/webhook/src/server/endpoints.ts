/** The endpoints of a webhook server by their paths. */
import { answerAdmission } from "../admission/admission-review.ts";
import type { LogConstructor } from "../admission/admission-review.ts";
import type { AdmissionWebhook } from "../admission/webhook.ts";
import { answerTokenReview } from "../authentication/authentication-webhook.ts";
import type { AuthenticationWebhook } from "../authentication/authentication-webhook.ts";
import { answerSubjectAccessReview } from "../authorization/authorization-webhook.ts";
import type { AuthorizationWebhook } from "../authorization/authorization-webhook.ts";
import { answerConversion, conversionPath } from "../conversion/conversion-review.ts";
import type { ConversionOptions } from "../conversion/conversion-review.ts";
import type { Spoke } from "../conversion/spoke.ts";
import type { Endpoint } from "./answer.ts";

export interface EndpointsOptions {
  /** Admission webhooks by path. */
  readonly webhooks?: Readonly<Record<string, AdmissionWebhook>>;
  /** Authentication webhooks, which review tokens, by path. */
  readonly authenticationWebhooks?: Readonly<Record<string, AuthenticationWebhook>>;
  /** Authorization webhooks, which review the access of users, by path. */
  readonly authorizationWebhooks?: Readonly<Record<string, AuthorizationWebhook>>;
  /** Conversions between the versions of kinds, served at `conversionPath`. */
  readonly conversions?: readonly Spoke[];
  /** Creates the log of an admission request from the log of its webhook. Default: adds the object, the operation and the user. */
  readonly logConstructor?: LogConstructor;
}

/** @throws {TypeError} if two webhooks have one path, or if a path does not begin with "/". */
export function createEndpoints(
  options: EndpointsOptions,
  reports: Omit<ConversionOptions, "spokes">,
): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  const add = (path: string, endpoint: Endpoint): void => {
    if (!path.startsWith("/")) throw new TypeError(`Cannot serve webhooks: path is "${path}", must begin with "/"`);
    if (endpoints.has(path)) throw new TypeError(`Cannot serve webhooks: "${path}" has two webhooks, must have one`);
    endpoints.set(path, endpoint);
  };
  const { webhooks, authenticationWebhooks, authorizationWebhooks, conversions, logConstructor } = options;
  for (const [path, webhook] of Object.entries(webhooks ?? {})) {
    add(path, (body, context) => answerAdmission(webhook, body, { ...context, logConstructor }));
  }
  for (const [path, webhook] of Object.entries(authenticationWebhooks ?? {})) {
    add(path, (body, context) => answerTokenReview(webhook, body, context));
  }
  for (const [path, webhook] of Object.entries(authorizationWebhooks ?? {})) {
    add(path, (body, context) => answerSubjectAccessReview(webhook, body, context));
  }
  if (conversions) add(conversionPath, async (body) => answerConversion(body, { spokes: conversions, ...reports }));
  return endpoints;
}
