// The addresses that Services have, over all ranges. Ranges may overlap, so one set has the addresses of all.
import type { ServerContext } from "../../contracts/server-context.ts";
import { dynamicOffset, isInRange } from "./address-range.ts";
import type { AddressRange } from "./address-range.ts";
import type { Allocator } from "./allocator.ts";
import { createAllocator } from "./allocator.ts";
import { readyRanges } from "./service-ranges.ts";

export class AddressPool {
  readonly #primary: AddressRange;
  readonly #used: Set<number>;
  /** By CIDR. An allocator may outlive its ServiceCIDR, because the addresses are in `#used`. */
  readonly #allocators = new Map<string, Allocator>();

  /** `used` are the addresses of all Services. `primary` is the range that the server is started with. */
  constructor(primary: AddressRange, used: Iterable<number>) {
    this.#primary = primary;
    this.#used = new Set(used);
  }

  /** Takes a free address that is not `excluded` from the first range that has one. Returns `undefined` if all are taken. */
  takeAny(context: ServerContext, excluded: (address: number) => boolean): number | undefined {
    for (const range of readyRanges(context, this.#primary)) {
      const address = this.#allocatorOf(range).takeAny(excluded);
      if (address !== undefined) return address;
    }
    return undefined;
  }

  /** Takes this address. */
  take(context: ServerContext, address: number): "taken" | "in use" | "out of range" {
    if (!this.has(context, address)) return "out of range";
    if (this.#used.has(address)) return "in use";
    this.#used.add(address);
    return "taken";
  }

  /** Whether the address is in a range. */
  has(context: ServerContext, address: number): boolean {
    return readyRanges(context, this.#primary).some((range) => isInRange(range, address));
  }

  release(address: number): void {
    this.#used.delete(address);
  }

  #allocatorOf(range: AddressRange): Allocator {
    const known = this.#allocators.get(range.cidr);
    if (known !== undefined) return known;
    const { firstAddress: first, size } = range;
    const allocator = createAllocator({ first, size, searchFrom: dynamicOffset(range) }, this.#used);
    this.#allocators.set(range.cidr, allocator);
    return allocator;
  }
}
