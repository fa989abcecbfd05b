/** ServiceAccounts: https://kubernetes.io/docs/concepts/security/service-accounts/ */
import type { ServiceAccount } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf } from "../typed.ts";

const mountableSecrets = "kubernetes.io/enforce-mountable-secrets";

/** ServiceAccounts, whose tokens the subresource `token` issues. */
export function serviceAccountKind(token: Subresource): BuiltinKind {
  return {
    group: "",
    plural: "serviceaccounts",
    metadataChecks: { wholeOnUpdate: true },
    deletion: { returnsObject: true },
    prepareForCreate: keepNamesOfSecrets,
    prepareForUpdate: keepNamesOfSecrets,
    validate: () => [],
    warningsOnCreate: ({ metadata }) => warnings(metadata.annotations),
    warningsOnUpdate: ({ metadata }, old) =>
      old.metadata.annotations?.[mountableSecrets] === undefined ? warnings(metadata.annotations) : [],
    subresources: [token],
  };
}

/** References to secrets are names in the namespace of the account. Their other fields are dropped. */
function keepNamesOfSecrets(draft: ApiObject): void {
  const account = draftOf<ServiceAccount>(draft);
  if (account.secrets === undefined) return;
  account.secrets = account.secrets.map(({ name = "" }) => ({ name }));
}

function warnings(annotations: { readonly [key: string]: string } | undefined): readonly string[] {
  if (annotations?.[mountableSecrets] === undefined) return [];
  return [
    `metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ];
}
