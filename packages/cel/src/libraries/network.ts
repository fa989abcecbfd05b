// The IP and CIDR libraries of Kubernetes.

import type { IpAddress } from "@kubewright/apimachinery";
import { formatIpAddress, isMappedIpAddress, parseIpAddress, quoteGoString } from "@kubewright/apimachinery";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { boolType, intType, opaqueType, stringType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Network } from "./ip-network.ts";
import { formatNetwork, isIn, maskAddress, parseNetwork, sharesPrefix } from "./ip-network.ts";
import type { Library } from "./library.ts";

const ipType = opaqueType("net.IP");
const cidrType = opaqueType("net.CIDR");

class IpValue extends OpaqueValue {
  override readonly goType = "cel.IP";
  override readonly type: CelType = ipType;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override get size(): number {
    return this.address.bytes.length;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof IpValue ? this.toText() === other.toText() : noSuchOverload();
  }

  override toText(): string {
    return formatIpAddress(this.address);
  }

  override get goForm(): string {
    return `(netip.Addr)${this.toText()}`;
  }
}

class CidrValue extends OpaqueValue {
  override readonly goType = "cel.CIDR";
  override readonly type: CelType = cidrType;
  readonly network: Network;

  constructor(network: Network) {
    super();
    this.network = network;
  }

  override get size(): number {
    return Math.ceil(this.network.bits / 8);
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof CidrValue ? this.toText() === other.toText() : noSuchOverload();
  }

  override toText(): string {
    return formatNetwork(this.network);
  }

  override get goForm(): string {
    return `(netip.Prefix)${this.toText()}`;
  }
}

function ipOf(text: Value): IpValue | CelError {
  if (typeof text !== "string") return noSuchOverload();
  const address = parseIpAddress(text);
  const shown = quoteGoString(text);
  if (typeof address === "string") {
    return new CelError(`IP Address ${shown} parse error during conversion from string: ${address}`);
  }
  if (address.zone !== "") return new CelError(`IP address ${shown} with zone value is not allowed`);
  if (isMappedIpAddress(address)) return new CelError(`IPv4-mapped IPv6 address ${shown} is not allowed`);
  return new IpValue(address);
}

// The reference names the conversion twice.
function cidrOf(text: Value): CidrValue | CelError {
  if (typeof text !== "string") return noSuchOverload();
  const conversion = "network address parse error during conversion from string:";
  const network = parseNetwork(text);
  if (typeof network === "string") return new CelError(`${conversion} ${conversion} ${network}`);
  if (!isMappedIpAddress(network.address)) return new CidrValue(network);
  return new CelError(`${conversion} IPv4-mapped IPv6 address ${quoteGoString(text)} is not allowed`);
}

/** Functions such as `ip("10.0.0.1").family()`. */
export const ipLibrary: Library = {
  name: "kubernetes ip",
  types: [ipType],
  functions: [
    declare("ip", overload("string_to_ip", [stringType], ipType, ipOf)),
    declare(
      "isIP",
      overload("is_ip", [stringType], boolType, (text: Value) => !(ipOf(text) instanceof CelError)),
    ),
    declare(
      "ip.isCanonical",
      overload("ip_is_canonical", [stringType], boolType, (text: Value) => {
        const ip = ipOf(text);
        return ip instanceof CelError ? ip : ip.toText() === text;
      }),
    ),
    declare(
      "family",
      member("ip_family", [ipType], intType, (ip: Value) =>
        ip instanceof IpValue ? (ip.address.bytes.length === 4 ? 4 : 6) : noSuchOverload(),
      ),
    ),
    ipTest("isUnspecified", "ip_is_unspecified", isUnspecified),
    ipTest("isLoopback", "ip_is_loopback", isLoopback),
    ipTest("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
    ipTest("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
    ipTest("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
    declare(
      "string",
      overload("ip_to_string", [ipType], stringType, (ip: Value) =>
        ip instanceof IpValue ? ip.toText() : noSuchOverload(),
      ),
    ),
  ],
};

function ipTest(name: string, id: string, test: (address: IpAddress) => boolean): FunctionDeclaration {
  return declare(
    name,
    member(id, [ipType], boolType, (ip: Value) => (ip instanceof IpValue ? test(ip.address) : noSuchOverload())),
  );
}

function isUnspecified({ bytes }: IpAddress): boolean {
  return bytes.every((byte) => byte === 0);
}

function isLoopback(address: IpAddress): boolean {
  return isIn(address, "127.0.0.0/8") || isIn(address, "::1/128");
}

function isLinkLocalMulticast(address: IpAddress): boolean {
  return isIn(address, "224.0.0.0/24") || (isIn(address, "ff00::/8") && ((address.bytes[1] ?? 0) & 0x0f) === 2);
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return isIn(address, "169.254.0.0/16") || isIn(address, "fe80::/10");
}

function isGlobalUnicast(address: IpAddress): boolean {
  const isMulticast = isIn(address, "224.0.0.0/4") || isIn(address, "ff00::/8");
  const isBroadcast = isIn(address, "255.255.255.255/32");
  return !(isBroadcast || isMulticast || isUnspecified(address) || isLoopback(address) || isLinkLocalUnicast(address));
}

/** Functions such as `cidr("10.0.0.0/8").containsIP("10.1.2.3")`. */
export const cidrLibrary: Library = {
  name: "kubernetes cidr",
  types: [cidrType],
  functions: [
    declare("cidr", overload("string_to_cidr", [stringType], cidrType, cidrOf)),
    declare(
      "isCIDR",
      overload("is_cidr", [stringType], boolType, (text: Value) => !(cidrOf(text) instanceof CelError)),
    ),
    declare(
      "containsIP",
      member("cidr_contains_ip_string", [cidrType, stringType], boolType, (cidr: Value, ip: Value) =>
        containsIp(cidr, ipOf(ip)),
      ),
      member("cidr_contains_ip_ip", [cidrType, ipType], boolType, containsIp),
    ),
    declare(
      "containsCIDR",
      member("cidr_contains_cidr_string", [cidrType, stringType], boolType, (cidr: Value, other: Value) =>
        containsCidr(cidr, cidrOf(other)),
      ),
      member("cidr_contains_cidr", [cidrType, cidrType], boolType, containsCidr),
    ),
    declare(
      "ip",
      member("cidr_ip", [cidrType], ipType, (cidr: Value) =>
        cidr instanceof CidrValue ? new IpValue(cidr.network.address) : noSuchOverload(),
      ),
    ),
    declare(
      "prefixLength",
      member("cidr_prefix_length", [cidrType], intType, (cidr: Value) =>
        cidr instanceof CidrValue ? cidr.network.bits : noSuchOverload(),
      ),
    ),
    declare(
      "masked",
      member("cidr_masked", [cidrType], cidrType, (cidr: Value) =>
        cidr instanceof CidrValue
          ? new CidrValue({ address: maskAddress(cidr.network), bits: cidr.network.bits })
          : noSuchOverload(),
      ),
    ),
    declare(
      "string",
      overload("cidr_to_string", [cidrType], stringType, (cidr: Value) =>
        cidr instanceof CidrValue ? cidr.toText() : noSuchOverload(),
      ),
    ),
  ],
};

// An address that does not parse is an argument of a wrong type to the reference, which then names no reason.
function containsIp(cidr: Value, ip: Value): Value {
  if (!(cidr instanceof CidrValue) || !(ip instanceof IpValue)) return noSuchOverload();
  return sharesPrefix(cidr.network.address, ip.address, cidr.network.bits);
}

function containsCidr(cidr: Value, other: Value): Value {
  if (!(cidr instanceof CidrValue)) return noSuchOverload();
  if (!(other instanceof CidrValue)) return other instanceof CelError ? other : noSuchOverload();
  const { address, bits } = cidr.network;
  return bits <= other.network.bits && sharesPrefix(address, other.network.address, bits);
}
