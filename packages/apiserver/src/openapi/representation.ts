/** Chooses the representation of a document that a request accepts, as kube-openapi's handlers do. */
import { headerOf } from "@kubewright/transport";
import type { ServerRequest } from "../http/server-request.ts";
import { parseAccept } from "../negotiation/accept-clauses.ts";
import type { Representation } from "./published-document.ts";

export interface Accepted {
  readonly representation: Representation;
  readonly contentType: string;
}

export type DocumentVersion = "v2" | "v3";

/** The best representation for the `Accept` header; `undefined` if the request does not accept JSON or protobuf. */
export function acceptedRepresentation({ headers }: ServerRequest, version: DocumentVersion): Accepted | undefined {
  const subtype = `com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  const offered: readonly (Accepted & { readonly subtypes: readonly string[] })[] = [
    { representation: "json", contentType: "application/json", subtypes: ["json"] },
    {
      representation: "protobuf",
      contentType: `application/${subtype}`,
      // The form with "@" is not a valid media type, but clients send it.
      subtypes: [subtype, `com.github.proto-openapi.spec.${version}@v1.0+protobuf`],
    },
  ];
  const header = headerOf(headers, "accept") ?? "";
  for (const clause of parseAccept(header === "" ? "*/*" : header)) {
    const [type = "", wanted = ""] = clause.mediaType.split("/");
    if (type !== "application" && type !== "*") continue;
    const found = offered.find(({ subtypes }) => wanted === "*" || subtypes.includes(wanted));
    if (found !== undefined) return { representation: found.representation, contentType: found.contentType };
  }
  return undefined;
}
