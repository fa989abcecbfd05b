import { Service } from "@kubewright/api/core/v1";
import { ServiceCIDR } from "@kubewright/api/networking.k8s.io/v1";
import { findCondition, isConditionTrue } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import { containsPrefix, containsServiceAddress, parsePrefix } from "./prefix.ts";
import type { Prefix } from "./prefix.ts";

const wide = { name: "wide" };
const service = { namespace: "default", name: "s" };

function prefix(text: string): Prefix {
  const parsed = parsePrefix(text);
  if (parsed === undefined) throw new Error(`${text} is not a network`);
  return parsed;
}

test.each([
  ["10.0.0.0/24", "10.0.0.5", true],
  ["10.0.0.0/24", "10.0.0.0", false],
  ["10.0.0.0/24", "10.0.0.255", false],
  ["10.0.0.0/24", "10.0.1.5", false],
  ["2001:db8::/64", "2001:db8::ffff:ffff:ffff:ffff", true],
  ["2001:db8::/64", "10.0.0.5", false],
])("containsServiceAddress() of %s and %s is %s", (network, address, expected) => {
  expect(containsServiceAddress(prefix(network), address)).toBe(expected);
});

test.each([
  ["10.0.0.0/8", "10.1.0.0/16", true],
  ["10.1.0.0/16", "10.0.0.0/8", false],
  ["10.1.0.0/16", "10.1.0.0/16", true],
  ["10.1.0.0/16", "2001:db8::/64", false],
])("containsPrefix() of %s and %s is %s", (outer, inner, expected) => {
  expect(containsPrefix(prefix(outer), prefix(inner))).toBe(expected);
});

test("a range becomes ready, and remains after its deletion while a Service has one of its addresses", async () => {
  await using cluster = await startTestCluster(["service-cidr-controller"]);
  const { client } = cluster;
  await client.create(ServiceCIDR, { metadata: wide, spec: { cidrs: ["10.77.0.0/24"] } });
  await cluster.until(ServiceCIDR, wide, (found) => isConditionTrue(found?.status?.conditions, "Ready"));
  await client.create(Service, {
    metadata: service,
    spec: { clusterIP: "10.77.0.5", ports: [{ port: 80 }] },
  });

  await client.delete(ServiceCIDR, wide);
  const kept = await cluster.until(ServiceCIDR, wide, (found) => {
    return findCondition(found?.status?.conditions, "Ready")?.reason === "Terminating";
  });
  expect(kept?.metadata.finalizers).toEqual(["networking.k8s.io/service-cidr-finalizer"]);
  await client.delete(Service, service);

  await cluster.untilGone(ServiceCIDR, wide);
});

test("a range is deleted at once if another range contains it", async () => {
  await using cluster = await startTestCluster(["service-cidr-controller"]);
  const { client } = cluster;
  const narrow = { name: "narrow" };
  await client.create(ServiceCIDR, { metadata: wide, spec: { cidrs: ["10.77.0.0/16"] } });
  await client.create(ServiceCIDR, { metadata: narrow, spec: { cidrs: ["10.77.0.0/24"] } });
  await cluster.until(ServiceCIDR, narrow, (found) => isConditionTrue(found?.status?.conditions, "Ready"));
  await client.create(Service, { metadata: service, spec: { clusterIP: "10.77.0.5", ports: [{ port: 80 }] } });

  await client.delete(ServiceCIDR, narrow);

  await cluster.untilGone(ServiceCIDR, narrow);
});
