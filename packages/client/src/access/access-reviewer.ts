/** Asking the API server about others: whose a token is, and what a user may do. For servers of one's own, such as that of metrics. */
import { TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import { SubjectAccessReview } from "@kubewright/api/authorization.k8s.io/v1";
import { encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { decodedBody } from "../client/objects.ts";
import type { Verbs } from "../verbs/verbs.ts";

/** Whom a token belongs to, in the API server's words. */
export interface ReviewedUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What is asked for: a path that is no resource's, such as `{ verb: "get", path: "/metrics" }`. */
export interface ReviewedRequest {
  readonly verb: string;
  readonly path: string;
}

export interface AccessReviewer {
  /** Whose token it is; `undefined`: nobody's. Rejects when that cannot be found out. */
  authenticate(token: string, options: { readonly signal: AbortSignal }): Promise<ReviewedUser | undefined>;
  /** Whether the user may do it. Rejects when that cannot be found out. */
  authorize(user: ReviewedUser, request: ReviewedRequest, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** Asks by a TokenReview and a SubjectAccessReview, each time anew. It needs the right to create `tokenreviews` and `subjectaccessreviews`. */
export function createAccessReviewer({ raw }: { readonly raw: Pick<Verbs, "create"> }): AccessReviewer {
  /** A review is answered and kept nowhere, so it has no name by which a client would know a stored object. */
  async function review<T extends KubernetesObject>(type: ResourceType<T>, asked: T, signal: AbortSignal): Promise<T> {
    return decodedBody<T>(await raw.create(type, {}, encodeJson(asked), { signal }));
  }
  return {
    async authenticate(token, { signal }) {
      const asked: TokenReview = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
      const { status } = await review(TokenReview, asked, signal);
      const username = status?.user?.username;
      return status?.authenticated && username ? { ...status.user, username } : undefined;
    },
    async authorize({ username, ...user }, { verb, path }, { signal }) {
      const asked: SubjectAccessReview = {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { ...user, user: username, nonResourceAttributes: { verb, path } },
      };
      const { status } = await review(SubjectAccessReview, asked, signal);
      return status?.allowed === true && status.denied !== true;
    },
  };
}
