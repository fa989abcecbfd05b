/** NetworkPolicies: https://kubernetes.io/docs/concepts/services-networking/network-policies/. They are stored and not enforced. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  flatMapInSteps,
  isPortName,
  isPortNumber,
  joinedInSteps,
  append,
} from "@kubewright/apimachinery";
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from "@kubewright/api/networking.k8s.io/v1";
import { checkLabelSelector, checkSupported, invalidFor } from "../field-checks.ts";
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
  validate: (object) => checkPolicy(object, new Set()),
  validateUpdate: (object, old) => checkPolicy(object, prefixesOf(old)),
  cells: (object) => ({ "Pod-Selector": selectorText(object.spec?.podSelector ?? {}) }),
});

/** Networks of an old object, which may be non-canonical. */
function prefixesOf({ spec: policy = {} }: View<NetworkPolicy>): ReadonlySet<string> {
  const peers = [
    ...(policy.ingress ?? []).flatMap(({ from }) => from ?? []),
    ...(policy.egress ?? []).flatMap(({ to }) => to ?? []),
  ];
  return new Set(peers.flatMap(({ ipBlock = {} }) => [ipBlock.cidr ?? "", ...(ipBlock.except ?? [])]));
}

function checkPolicy(
  { spec: policy = {} }: View<NetworkPolicy>,
  kept: ReadonlySet<string>,
): Work<readonly FieldError[]> {
  const { podSelector, ingress = [], egress = [], policyTypes: types = [] } = policy;
  const rule = (
    path: FieldPath,
    side: string,
    ports: readonly View<NetworkPolicyPort>[] = [],
    peers: readonly View<NetworkPolicyPeer>[] = [],
  ): Work<readonly FieldError[]> =>
    joinedInSteps([
      () => flatMapInSteps(ports, (port, index) => checkPolicyPort(port, path.child("ports").index(index))),
      () => flatMapInSteps(peers, (peer, index) => checkPeer(peer, path.child(side).index(index), kept)),
    ]);
  return joinedInSteps([
    () => checkLabelSelector(podSelector, spec.child("podSelector")),
    () =>
      flatMapInSteps(ingress, ({ ports, from }, index) =>
        rule(spec.child("ingress").index(index), "from", ports, from),
      ),
    () => flatMapInSteps(egress, ({ ports, to }, index) => rule(spec.child("egress").index(index), "to", ports, to)),
    () => checkTypes(types, spec.child("policyTypes")),
  ]);
}

function checkTypes(types: readonly string[], path: FieldPath): readonly FieldError[] {
  if (types.length > policyTypes.length) {
    return [field.invalid(path, types, "may not specify more than two policyTypes")];
  }
  return types.flatMap((type, index) => checkSupported(type, policyTypes, path.index(index)));
}

function checkPolicyPort({ protocol, port, endPort }: View<NetworkPolicyPort>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const end = path.child("endPort");
  append(errors, checkSupported(protocol, portProtocols, path.child("protocol")));
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
  kept: ReadonlySet<string>,
): Work<readonly FieldError[]> {
  const hasSelector = podSelector !== undefined || namespaceSelector !== undefined;
  return joinedInSteps([
    () => checkLabelSelector(podSelector, path.child("podSelector")),
    () => checkLabelSelector(namespaceSelector, path.child("namespaceSelector")),
    () => (ipBlock === undefined ? [] : checkIpBlock(ipBlock, path.child("ipBlock"), kept)),
    () => {
      if (!hasSelector && ipBlock === undefined) return [field.required(path, "must specify a peer")];
      if (!hasSelector || ipBlock === undefined) return [];
      return [field.forbidden(path, "may not specify both ipBlock and another peer")];
    },
  ]);
}

function checkIpBlock(
  { cidr = "", except = [] }: View<IPBlock>,
  path: FieldPath,
  kept: ReadonlySet<string>,
): Work<readonly FieldError[]> {
  if (cidr === "") return [field.required(path.child("cidr"), "")];
  const errors = checkPrefix(cidr, path.child("cidr"), kept);
  const whole = readPrefix(cidr);
  if (whole === undefined) return errors;
  const checkExcept = (text: string, index: number): readonly FieldError[] => {
    const at = path.child("except").index(index);
    const part = readPrefix(text);
    return part === undefined || isStrictlyWithin(part, whole)
      ? checkPrefix(text, at, kept)
      : [...checkPrefix(text, at, kept), field.invalid(at, text, "must be a strict subset of `cidr`")];
  };
  return joinedInSteps([() => errors, () => flatMapInSteps(except, checkExcept)]);
}

function isStrictlyWithin(part: IpPrefix, whole: IpPrefix): boolean {
  if (part.address.family !== whole.address.family || part.length <= whole.length) return false;
  const hostBits = BigInt((whole.address.family === "IPv4" ? 32 : 128) - whole.length);
  return part.address.bits >> hostBits === whole.address.bits >> hostBits;
}
