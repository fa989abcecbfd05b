import assert from "node:assert/strict";
import type { Service } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { startCluster } from "../testdata/cluster.ts";
import { firstAddressOf, formatAddress, isInRange, parseAddress, parseAddressRange } from "./address-range.ts";
import { createAllocator } from "./allocator.ts";

test.for([
  ["10.0.0.0/24", "10.0.0.1", 254],
  ["10.0.0.77/24", "10.0.0.1", 254],
  ["192.168.0.0/30", "192.168.0.1", 2],
  ["0.0.0.0/0", "0.0.0.1", 2 ** 32 - 2],
] as const)("parseAddressRange() reads %s", ([cidr, first, size]) => {
  const range = parseAddressRange(cidr);

  assert.equal(firstAddressOf(range), first);
  assert.equal(range.size, size);
});

test.for(["0.0.0.0", "255.255.255.255", "10.1.2.3"])(
  "formatAddress() returns the address %s that parseAddress() has parsed",
  (text) => {
    assert.equal(formatAddress(parseAddress(text) ?? 0), text);
  },
);

test.for(["", "10.0.0", "10.0.0.256", "a.b.c.d", "::1", "10.0.0.1/24"])("parseAddress() rejects %j", (text) => {
  assert.equal(parseAddress(text), undefined);
});

test("isInRange() leaves out the network and the broadcast address", () => {
  const range = parseAddressRange("10.0.0.0/30");
  const inside = [0, 1, 2, 3].map((last) => isInRange(range, parseAddress(`10.0.0.${last}`) ?? 0));

  assert.deepEqual(inside, [false, true, true, false]);
});

test("an allocator returns each number once, from the start of its search, until all are allocated", () => {
  const allocator = createAllocator({ first: 10, size: 4, searchFrom: 2 }, new Set([13]));

  assert.deepEqual([allocator.takeAny(), allocator.takeAny(), allocator.takeAny()], [12, 10, 11]);
  assert.equal(allocator.takeAny(), undefined);
  assert.equal(allocator.take(12), false);
  allocator.release(12);
  assert.equal(allocator.take(12), true);
});

const services = "/api/v1/namespaces/default/services";
const spec = { ports: [{ port: 80 }] };

test("an address is free again after its Service was rejected or dry-run", async () => {
  const cluster = startCluster({ serviceClusterIpRange: "10.0.0.0/30" });
  await cluster.sendOk("POST", `${services}?dryRun=All`, { metadata: { name: "dry" }, spec });
  const rejected = await cluster.send("POST", services, { metadata: { name: "bad" }, spec: { ports: [{ port: 0 }] } });
  assert.equal(rejected.status, 422);

  const service = await cluster.sendOk<Service>("POST", services, { metadata: { name: "good" }, spec });
  assert.equal(service.spec?.clusterIP, "10.0.0.2");
  const { message } = await cluster.send("POST", services, { metadata: { name: "late" }, spec });
  assert.match(message, /failed to allocate a serviceIP for Service "late": range is full/);

  await cluster.sendOk("DELETE", `${services}/good`);
  await cluster.sendOk("POST", services, { metadata: { name: "late" }, spec });
});

test("a fork has the allocations of its server", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", services, { metadata: { name: "a" }, spec: { ...spec, clusterIP: "10.0.0.50" } });
  const body = JSON.stringify({ metadata: { name: "b" }, spec: { ...spec, clusterIP: "10.0.0.50" } });
  const response = await cluster.server
    .fork()
    .transport()
    .request({
      method: "POST",
      path: services,
      headers: { "content-type": "application/json" },
      body,
    });

  assert.equal(response.status, 422);
});
