/**
 * The Lease that lets clients find the running API servers: https://kubernetes.io/docs/concepts/architecture/leases/#api-server-identity
 *
 * kube-apiserver renews it every 10 seconds. Here it is renewed by the first request after half of its duration, so that an idle server
 * needs no timer and writes nothing.
 */
import { formatMicroTime } from "@kubewright/apimachinery";
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { draftOf, viewOf } from "../kinds/typed.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { ServerContext } from "../contracts/server-context.ts";

/** Fixed, because the name of the machine would make test runs differ. Listeners use the loopback interface. */
const hostname = "localhost";
/** The identity of a kube-apiserver on this host: a SHA-256 hash of the host name and of `apiserver`, in base32. */
const name = "apiserver-l2yubf4cvcl5c7a3wrubrwqdve";
const namespace = "kube-system";
const key = { namespace, name } as const;
const leases = { group: "coordination.k8s.io", resource: "leases" } as const;

const durationMs = 3_600_000;
const renewAfterMs = durationMs / 2;

export interface IdentityLease {
  /** Creates the Lease of a new server; a fork or a restarted server keeps the existing one. */
  readonly start: (context: ServerContext) => void;
  /** Renews the Lease if half of its duration has passed. Called for each request. */
  readonly renewIfDue: (context: ServerContext) => void;
}

/** The Lease of one server. */
export function createIdentityLease(): IdentityLease {
  let renewAtMs = Infinity;

  function renew({ clock, write }: ServerContext): void {
    renewAtMs = clock.now() + renewAfterMs;
    const asManager = { ownedThrough: "" };
    const renewTime = formatMicroTime(clock.wallTime());
    write.update(
      leases,
      key,
      (draft) => void Object.assign((draftOf<Lease>(draft).spec ??= {}), { renewTime }),
      asManager,
    );
  }

  return {
    start: (context) => {
      const { clock, random, read, write } = context;
      const found = read.get(leases, key);
      const renewedAt = found === undefined ? clock.wallTime() : renewTimeOf(found);
      renewAtMs = clock.now() + renewedAt + renewAfterMs - clock.wallTime();
      if (found !== undefined) return;
      write.create(leases, identityLease(random.uuid(), formatMicroTime(renewedAt)), { fieldsV1 });
    },
    renewIfDue: (context) => {
      if (context.clock.now() >= renewAtMs) renew(context);
    },
  };
}

const fieldsV1 = {
  "f:metadata": {
    "f:labels": { ".": {}, "f:apiserver.kubernetes.io/identity": {}, "f:kubernetes.io/hostname": {} },
  },
  "f:spec": { "f:holderIdentity": {}, "f:leaseDurationSeconds": {}, "f:renewTime": {} },
};

/** In milliseconds since the Unix epoch; 0 if the field is missing. */
function renewTimeOf(lease: ReadonlyObject): number {
  return Date.parse(viewOf<Lease>(lease).spec?.renewTime ?? "") || 0;
}

function identityLease(process: string, renewTime: string): ApiObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name,
      namespace,
      labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": hostname },
    },
    spec: { holderIdentity: `${name}_${process}`, leaseDurationSeconds: durationMs / 1000, renewTime },
  };
}
