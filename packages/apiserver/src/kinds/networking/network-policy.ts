/** NetworkPolicies: https://kubernetes.io/docs/concepts/services-networking/network-policies/. They are stored and not enforced. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath, isPortName, isPortNumber } from "@kubewright/apimachinery";
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from "@kubewright/api/networking.k8s.io/v1";
import { checkLabelSelector, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkPrefix } from "../ip/ip-checks.ts";
import type { IpPrefix } from "../ip/ip-text.ts";
import { readPrefix } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";
import { selectorText } from "../cells.ts";

const spec = fieldPath("spec");
const policyTypes: readonly string[] = ["Ingress", "Egress"];
const portProtocols: readonly string[] = ["TCP", "UDP", "SCTP"];

export const networkPolicyKind: BuiltinKind = builtinKind<NetworkPolicy>({
  group: "networking.k8s.io",
  plural: "networkpolicies",
  tracksGeneration: true,
  defaults: (draft) => {
    const policy = (draft.spec ??= {});
    const rules = [...(policy.ingress ?? []), ...(policy.egress ?? [])];
    for (const port of rules.flatMap(({ ports }) => ports ?? [])) port.protocol ??= "TCP";
    // Without egress rules, egress is not restricted.
    policy.policyTypes ??= (policy.egress ?? []).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
  },
  validate: (object) => checkPolicy(object, []),
  validateUpdate: (object, old) => checkPolicy(object, prefixesOf(old)),
  cells: (object) => ({ "Pod-Selector": selectorText(object.spec?.podSelector ?? {}) }),
});

/** Networks of an old object, which may be non-canonical. */
function prefixesOf({ spec: policy = {} }: View<NetworkPolicy>): readonly string[] {
  const peers = [
    ...(policy.ingress ?? []).flatMap(({ from }) => from ?? []),
    ...(policy.egress ?? []).flatMap(({ to }) => to ?? []),
  ];
  return peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr ?? "", ...(ipBlock.except ?? [])]));
}

function checkPolicy({ spec: policy = {} }: View<NetworkPolicy>, kept: readonly string[]): readonly FieldError[] {
  const { podSelector, ingress = [], egress = [], policyTypes: types = [] } = policy;
  const rule = (
    path: FieldPath,
    side: string,
    ports: readonly View<NetworkPolicyPort>[] = [],
    peers: readonly View<NetworkPolicyPeer>[] = [],
  ): readonly FieldError[] => [
    ...ports.flatMap((port, index) => checkPolicyPort(port, path.child("ports").index(index))),
    ...peers.flatMap((peer, index) => checkPeer(peer, path.child(side).index(index), kept)),
  ];
  const errors = [
    ...checkLabelSelector(podSelector, spec.child("podSelector")),
    ...ingress.flatMap(({ ports, from }, index) => rule(spec.child("ingress").index(index), "from", ports, from)),
    ...egress.flatMap(({ ports, to }, index) => rule(spec.child("egress").index(index), "to", ports, to)),
  ];
  const path = spec.child("policyTypes");
  if (types.length > policyTypes.length) {
    return [...errors, field.invalid(path, types, "may not specify more than two policyTypes")];
  }
  const unknown = types.flatMap((type, index) =>
    policyTypes.includes(type) ? [] : [field.notSupported(path.index(index), type, policyTypes)],
  );
  return [...errors, ...unknown];
}

function checkPolicyPort({ protocol, port, endPort }: View<NetworkPolicyPort>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const end = path.child("endPort");
  if (protocol !== undefined && !portProtocols.includes(protocol)) {
    errors.push(field.notSupported(path.child("protocol"), protocol, portProtocols));
  }
  if (typeof port === "number") {
    append(errors, invalidFor(path.child("port"), port, isPortNumber(port)));
    if (endPort === undefined) return errors;
    if (endPort < port) errors.push(field.invalid(end, port, "must be greater than or equal to `port`"));
    return [...errors, ...invalidFor(end, endPort, isPortNumber(endPort))];
  }
  if (endPort !== undefined) {
    const why = port === undefined ? "is not specified" : "is non-numeric";
    errors.push(field.invalid(end, endPort, `may not be specified when \`port\` ${why}`));
  }
  return port === undefined ? errors : [...errors, ...invalidFor(path.child("port"), port, isPortName(port))];
}

function checkPeer(
  { podSelector, namespaceSelector, ipBlock }: View<NetworkPolicyPeer>,
  path: FieldPath,
  kept: readonly string[],
): readonly FieldError[] {
  const errors = [
    ...checkLabelSelector(podSelector, path.child("podSelector")),
    ...checkLabelSelector(namespaceSelector, path.child("namespaceSelector")),
    ...(ipBlock === undefined ? [] : checkIpBlock(ipBlock, path.child("ipBlock"), kept)),
  ];
  const hasSelector = podSelector !== undefined || namespaceSelector !== undefined;
  if (!hasSelector && ipBlock === undefined) errors.push(field.required(path, "must specify a peer"));
  if (hasSelector && ipBlock !== undefined) {
    errors.push(field.forbidden(path, "may not specify both ipBlock and another peer"));
  }
  return errors;
}

function checkIpBlock(
  { cidr = "", except = [] }: View<IPBlock>,
  path: FieldPath,
  kept: readonly string[],
): readonly FieldError[] {
  if (cidr === "") return [field.required(path.child("cidr"), "")];
  const errors = [...checkPrefix(cidr, path.child("cidr"), kept)];
  const whole = readPrefix(cidr);
  if (whole === undefined) return errors;
  for (const [index, text] of except.entries()) {
    const at = path.child("except").index(index);
    append(errors, checkPrefix(text, at, kept));
    const part = readPrefix(text);
    if (part !== undefined && !isStrictlyWithin(part, whole)) {
      errors.push(field.invalid(at, text, "must be a strict subset of `cidr`"));
    }
  }
  return errors;
}

function isStrictlyWithin(part: IpPrefix, whole: IpPrefix): boolean {
  if (part.address.family !== whole.address.family || part.length <= whole.length) return false;
  const hostBits = BigInt((whole.address.family === "IPv4" ? 32 : 128) - whole.length);
  return part.address.bits >> hostBits === whole.address.bits >> hostBits;
}
