/** Addresses for simulated nodes and Pods, from ranges that no real machine of the user's answers on. */

/** Room for so many Pods on a node at once; the number a kubelet allows by default is 110. */
const podsPerNode = 65_534;

export interface AddressPool {
  /** The address of the node with this index: from 198.18.0.1, a range reserved for tests (RFC 2544). */
  ofNode(index: number): string;
  /** The Pod's address, chosen on the first call and kept until `release`: within 10.(64 + node).0.0/16. */
  ofPod(uid: string, nodeIndex: number): string;
  /** The Pod is gone. */
  release(uid: string): void;
}

export function createAddressPool(): AddressPool {
  const ofPods = new Map<string, string>();
  const taken = new Set<string>();
  let last = 0;

  return {
    ofNode: (index) => `198.18.${Math.floor((index + 1) / 256)}.${(index + 1) % 256}`,
    ofPod(uid, nodeIndex) {
      const known = ofPods.get(uid);
      if (known !== undefined) return known;
      const address = nextFree(nodeIndex % 64);
      ofPods.set(uid, address);
      taken.add(address);
      return address;
    },
    release(uid) {
      const address = ofPods.get(uid);
      if (address !== undefined) taken.delete(address);
      ofPods.delete(uid);
    },
  };

  /** Goes round, so that an address is not given to another Pod right after the first one's end. */
  function nextFree(block: number): string {
    for (let tries = 0; tries < podsPerNode; tries += 1) {
      last = (last % podsPerNode) + 1;
      const address = `10.${64 + block}.${Math.floor(last / 256)}.${last % 256}`;
      if (!taken.has(address)) return address;
    }
    throw new RangeError(`Cannot give a Pod an address: all ${podsPerNode} of its node are taken`);
  }
}
