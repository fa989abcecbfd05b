/** The options of a server as kube-apiserver's flags. Keys, and options without a flag, are left out. */
import type { ComponentOptions } from "./compose.ts";
import { maxMutatingRequestsInflightDefault, maxRequestsInflightDefault } from "./filters/max-inflight.ts";
import type { InflightLimits } from "./filters/max-inflight.ts";
import type { Flags } from "./routes/flagz.ts";
import { listFlag } from "./routes/flagz.ts";
import { defaultServiceRange } from "./kinds/services/address-range.ts";
import type { ServiceAccountSettings } from "./service-accounts/service-account-options.ts";

export interface FlagSource extends ComponentOptions, InflightLimits {
  readonly authorization: string;
}

/** The flags that a kube-apiserver with these options has. As there, `api-audiences` is empty unless it is given. */
export function serverFlags(options: FlagSource, { issuers, jwksUri }: ServiceAccountSettings): Flags {
  const { enableAdmissionPlugins = [], disableAdmissionPlugins = [] } = options;
  return {
    "api-audiences": listFlag(options.serviceAccounts?.apiAudiences ?? []),
    "authorization-mode": listFlag([options.authorization]),
    "disable-admission-plugins": listFlag(disableAdmissionPlugins),
    "enable-admission-plugins": listFlag(enableAdmissionPlugins),
    "max-mutating-requests-inflight": String(options.maxMutatingRequestsInflight ?? maxMutatingRequestsInflightDefault),
    "max-requests-inflight": String(options.maxRequestsInflight ?? maxRequestsInflightDefault),
    "service-account-issuer": listFlag(issuers),
    "service-account-jwks-uri": jwksUri ?? "",
    "service-cluster-ip-range": options.serviceClusterIpRange ?? defaultServiceRange,
  };
}
