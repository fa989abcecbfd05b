/** Delegated authentication and authorization: TokenReviews and SubjectAccessReviews for the servers of an operator, such as the metrics server. */
import { TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import { SubjectAccessReview } from "@kubewright/api/authorization.k8s.io/v1";
import { encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { decodedBody } from "../client/objects.ts";
import { decodedFrom } from "../verbs/named-response.ts";
import { collectionPath } from "../verbs/paths.ts";
import type { Verbs } from "../verbs/verbs.ts";

/** The user of a token, as the API server names it. */
export interface ReviewedUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A non-resource request, such as `{ verb: "get", path: "/metrics" }`. */
export interface ReviewedRequest {
  readonly verb: string;
  readonly path: string;
}

export interface AccessReviewer {
  /** Returns the user of a token, `undefined` for an unknown token. Rejects if the review fails. */
  authenticate(token: string, options: { readonly signal: AbortSignal }): Promise<ReviewedUser | undefined>;
  /** Returns whether the user may send the request. Rejects if the review fails. */
  authorize(user: ReviewedUser, request: ReviewedRequest, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** Creates a reviewer without a cache. It needs permission to create `tokenreviews` and `subjectaccessreviews`. */
export function createAccessReviewer({ raw }: { readonly raw: Pick<Verbs, "create"> }): AccessReviewer {
  /** Uses the raw verbs: a review is not stored, so the response has no name. */
  async function review<T extends KubernetesObject>(type: ResourceType<T>, body: T, signal: AbortSignal): Promise<T> {
    const bytes = await raw.create(type, {}, encodeJson(body), { signal });
    return decodedFrom({ method: "POST", path: collectionPath(type) }, () => decodedBody<T>(bytes));
  }
  return {
    async authenticate(token, { signal }) {
      const body: TokenReview = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
      const { status } = await review(TokenReview, body, signal);
      const username = status?.user?.username;
      return status?.authenticated && username ? { ...status.user, username } : undefined;
    },
    async authorize({ username, ...user }, { verb, path }, { signal }) {
      const body: SubjectAccessReview = {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { ...user, user: username, nonResourceAttributes: { verb, path } },
      };
      const { status } = await review(SubjectAccessReview, body, signal);
      return status?.allowed === true && status.denied !== true;
    },
  };
}
