/** Addresses for simulated nodes and Pods, from ranges that real machines do not use. */

/** The maximum number of Pods on a node. The default of a kubelet is 110. */
const podsPerNode = 65_534;

export interface AddressPool {
  /** Allocates a free address in 10.(64 + node).0.0/16. */
  take(nodeIndex: number): string;
  /** Marks the address of an existing Pod as used. */
  reserve(address: string): void;
  /** Releases the address of a deleted Pod. */
  release(address: string): void;
}

/** The address of the node with this index: from 198.18.0.1, a range reserved for tests (RFC 2544). */
export function addressOfNode(index: number): string {
  return `198.18.${Math.floor((index + 1) / 256)}.${(index + 1) % 256}`;
}

export function createAddressPool(): AddressPool {
  const taken = new Set<string>();
  let last = 0;

  return {
    take(nodeIndex) {
      const address = nextFree(nodeIndex % 64);
      taken.add(address);
      return address;
    },
    reserve: (address) => void taken.add(address),
    release: (address) => void taken.delete(address),
  };

  /** Allocates in a circle, so a released address is not reused immediately. */
  function nextFree(block: number): string {
    for (let tries = 0; tries < podsPerNode; tries += 1) {
      last = (last % podsPerNode) + 1;
      const address = `10.${64 + block}.${Math.floor(last / 256)}.${last % 256}`;
      if (!taken.has(address)) return address;
    }
    throw new RangeError(`Cannot give a Pod an address: all ${podsPerNode} addresses of its node are in use`);
  }
}
