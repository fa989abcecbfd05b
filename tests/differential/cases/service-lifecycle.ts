/** Services: their addresses and ports, and how they change. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates, varied } from "../variations.ts";
import { balancer, goodService, localBalancer, ownService, services, specs } from "./service-object.ts";

export const serviceAddressCases: readonly DifferentialCase[] = cases("service-address", {
  wrong: creates(
    services,
    goodService,
    specs(
      { clusterIP: "not-an-ip" },
      { clusterIP: "10.0.0.1" },
      { clusterIP: "10.9.0.1" },
      { clusterIP: "10.0.0.0" },
      { clusterIP: "10.0.0.255" },
      { clusterIP: "010.0.0.5" },
      { clusterIP: "2001:db8::5" },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.6"] },
      { clusterIP: null, clusterIPs: ["10.0.0.6"] },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5", "10.0.0.6"] },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5", "2001:db8::5"] },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5", "10.0.0.6", "10.0.0.7"] },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5", "x"] },
      { clusterIP: "None", clusterIPs: ["10.0.0.5"] },
    ),
  ),
  families: creates(
    services,
    goodService,
    specs(
      { ipFamilies: ["IPv4"] },
      { ipFamilies: ["IPv6"] },
      { ipFamilies: ["IPv5"] },
      { ipFamilies: ["IPv4", "IPv4"] },
      { ipFamilies: ["IPv4", "IPv6"] },
      { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "PreferDualStack" },
      { ipFamilyPolicy: "SingleStack" },
      { ipFamilyPolicy: "PreferDualStack" },
      { ipFamilyPolicy: "RequireDualStack" },
      { ipFamilyPolicy: "Other" },
      { ipFamilyPolicy: "" },
      { ipFamilies: ["IPv6"], clusterIP: "10.0.0.5" },
      { ipFamilies: ["IPv4"], clusterIP: "2001:db8::5" },
    ),
  ),
  chosen: [
    post(services, goodService),
    get(ownService),
    put(ownService, goodService),
    put(ownService, varied(goodService, { spec: { clusterIP: "{{0.spec.clusterIP}}" } })),
    ...tried(
      ownService,
      goodService,
      specs({ clusterIP: "10.0.0.9" }, { clusterIP: "None" }, { clusterIPs: ["10.0.0.9"] }),
    ),
    patch("merge", ownService, { spec: { clusterIP: null, clusterIPs: null } }),
    patch("merge", ownService, { spec: { clusterIP: "" } }),
    patch("merge", ownService, { spec: { clusterIPs: [] } }),
    patch("merge", ownService, { spec: { ipFamilies: ["IPv6"] } }),
    patch("merge", ownService, { spec: { ipFamilies: ["IPv4", "IPv6"] } }),
    patch("merge", ownService, { spec: { ipFamilyPolicy: "PreferDualStack" } }),
    patch("merge", ownService, { spec: { ipFamilyPolicy: "RequireDualStack" } }),
    patch("merge", ownService, { spec: { ipFamilies: null } }),
  ],
  requested: [
    post(services, varied(goodService, { spec: { clusterIP: "10.0.0.12" } })),
    get("/apis/networking.k8s.io/v1/ipaddresses/10.0.0.12"),
    post(services, varied(goodService, { metadata: { name: "b" }, spec: { clusterIP: "10.0.0.12" } })),
    remove(ownService),
    get("/apis/networking.k8s.io/v1/ipaddresses/10.0.0.12"),
    post(services, varied(goodService, { metadata: { name: "b" }, spec: { clusterIP: "10.0.0.12" } })),
    remove(`${services}/b`),
  ],
  taken: ["10.0.0.1", "10.9.0.1", "10.0.0.0", "10.0.0.255"].map((clusterIP) =>
    post(services, varied(goodService, { spec: { clusterIP } })),
  ),
  "put-creates": [put(ownService, varied(goodService, { spec: { clusterIP: "10.0.0.13" } })), remove(ownService)],
  "requested-dry": [
    post(`${services}?dryRun=All`, varied(goodService, { spec: { clusterIP: "10.0.0.14" } })),
    post(services, varied(goodService, { spec: { clusterIP: "10.0.0.14" } })),
    remove(ownService),
  ],
});

const nodePort = { type: "NodePort", ports: [{ port: 80, nodePort: 30_010 }] };

export const servicePortCases: readonly DifferentialCase[] = cases("service-port", {
  wrong: creates(
    services,
    goodService,
    specs(
      { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
      { type: "NodePort", ports: [{ port: 80, nodePort: 32_768 }] },
      { type: "NodePort", ports: [{ port: 80, nodePort: -1 }] },
      {
        type: "NodePort",
        ports: [
          { name: "a", port: 80, nodePort: 30_011 },
          { name: "b", port: 81, nodePort: 30_011 },
        ],
      },
      {
        type: "NodePort",
        ports: [
          { name: "a", port: 53, nodePort: 30_011 },
          { name: "b", port: 53, protocol: "UDP", nodePort: 30_011 },
        ],
      },
      {
        type: "NodePort",
        ports: [
          { name: "a", port: 53 },
          { name: "b", port: 53, protocol: "UDP" },
          { name: "c", port: 54 },
        ],
      },
      {
        type: "NodePort",
        ports: [
          { name: "a", port: 53 },
          { name: "b", port: 53, protocol: "UDP", nodePort: 30_012 },
        ],
      },
    ),
  ),
  taken: [80, 32_768, -1].map((port) =>
    post(services, varied(goodService, { spec: { type: "NodePort", ports: [{ port: 80, nodePort: port }] } })),
  ),
  requested: [
    post(services, varied(goodService, { spec: nodePort })),
    post(services, varied(goodService, { metadata: { name: "b" }, spec: nodePort })),
    put(ownService, varied(goodService, { metadata: { labels: { l: "1" } }, spec: { type: "NodePort" } })),
    ...tried(ownService, goodService, [
      { spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_013 }] } },
      { spec: { type: "NodePort", ports: [{ name: "x", port: 80 }] } },
      {
        spec: {
          type: "NodePort",
          ports: [
            { name: "x", port: 81 },
            { name: "", port: 82 },
          ],
        },
      },
      { spec: { type: "ClusterIP", ports: [{ port: 80, nodePort: 30_010 }] } },
      { spec: { type: "ClusterIP", ports: [{ port: 80, nodePort: 30_014 }] } },
      { spec: { type: "LoadBalancer" } },
    ]),
    put(ownService, goodService),
    post(services, varied(goodService, { metadata: { name: "b" }, spec: nodePort })),
    remove(`${services}/b`),
  ],
  "taken-later": [
    post(services, varied(goodService, { spec: nodePort })),
    post(services, {
      ...goodService,
      metadata: { name: "b" },
      spec: {
        type: "NodePort",
        ports: [
          { name: "a", port: 53, nodePort: 30_016 },
          { name: "b", port: 53, protocol: "UDP", nodePort: 30_010 },
        ],
      },
    }),
    post(services, varied(goodService, { metadata: { name: "b" }, spec: { type: "NodePort" } })),
    put(
      `${services}/b`,
      varied(goodService, {
        metadata: { name: "b" },
        spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_010 }] },
      }),
    ),
    put(
      `${services}/b`,
      varied(goodService, { metadata: { name: "b" }, spec: { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] } }),
    ),
    remove(ownService),
    remove(`${services}/b`),
  ],
  "out-of-range": creates(services, goodService, [
    { spec: { ...localBalancer, healthCheckNodePort: 70_000 } },
    {
      spec: {
        type: "ExternalName",
        externalName: "example.com",
        ports: [
          { name: "a", port: 80, nodePort: 30_017 },
          { name: "b", port: 81, nodePort: 30_017 },
        ],
      },
    },
  ]),
  "health-check": [
    post(services, varied(goodService, { spec: { ...localBalancer, healthCheckNodePort: 30_020 } })),
    post(
      services,
      varied(goodService, { metadata: { name: "b" }, spec: { ...localBalancer, healthCheckNodePort: 30_020 } }),
    ),
    put(ownService, varied(goodService, { metadata: { labels: { l: "1" } }, spec: localBalancer })),
    put(ownService, varied(goodService, { spec: { ...localBalancer, healthCheckNodePort: 30_021 } })),
    put(
      ownService,
      varied(goodService, { spec: { ...balancer, externalTrafficPolicy: "Cluster", healthCheckNodePort: 30_021 } }),
    ),
    patch("merge", ownService, { spec: { externalTrafficPolicy: "Cluster" } }),
    patch("merge", ownService, { spec: localBalancer }),
    patch("merge", ownService, { spec: { type: "ClusterIP" } }),
    remove(ownService),
  ],
});

export const serviceChangeCases: readonly DifferentialCase[] = cases("service-change", {
  fields: updates(services, goodService, [
    ...specs({ ports: null }, { sessionAffinity: "Other" }, { externalIPs: ["x"] }, { trafficDistribution: "Other" }),
    { metadata: { name: "a", uid: "00000000-0000-4000-8000-000000000000" } },
  ]),
  types: [
    post(services, goodService),
    patch("merge", ownService, { spec: { type: "NodePort" } }),
    patch("merge", ownService, { spec: { type: "LoadBalancer" } }),
    patch("merge", ownService, { spec: { type: "ClusterIP" } }),
    patch("merge", ownService, { spec: { type: "ExternalName", externalName: "example.com" } }),
    patch("merge", ownService, { spec: { type: "ClusterIP" } }),
    patch("merge", ownService, { spec: { type: "LoadBalancer", loadBalancerClass: "example.com/a" } }),
    patch("merge", ownService, { spec: { loadBalancerClass: "example.com/b" } }),
    patch("merge", ownService, { spec: { allocateLoadBalancerNodePorts: false } }),
    patch("merge", ownService, { spec: { type: "NodePort", externalTrafficPolicy: "Local" } }),
    patch("merge", ownService, { spec: { type: "ClusterIP", externalTrafficPolicy: "Cluster" } }),
    put(ownService, goodService),
    remove(ownService),
  ],
  headless: [
    post(services, varied(goodService, { spec: { clusterIP: "None" } })),
    patch("merge", ownService, { metadata: { labels: { l: "1" } }, spec: { clusterIP: null } }),
    patch("merge", ownService, { spec: { clusterIP: "10.0.0.15" } }),
    patch("merge", ownService, { spec: { selector: null } }),
    patch("merge", ownService, { spec: { ipFamilies: ["IPv6"] } }),
    patch("merge", ownService, { spec: { type: "ExternalName", externalName: "example.com" } }),
    patch("merge", ownService, { spec: { type: "ClusterIP", clusterIP: "None" } }),
    remove(ownService),
  ],
  families: [
    post(services, varied(goodService, { spec: { clusterIP: "None", selector: null } })),
    ...tried(
      ownService,
      goodService,
      specs(
        { clusterIP: "None", selector: null, ipFamilyPolicy: "RequireDualStack", ipFamilies: ["IPv4"] },
        { clusterIP: "None", selector: null, ipFamilyPolicy: "SingleStack", ipFamilies: ["IPv4"] },
        { clusterIP: "None", selector: null, ipFamilyPolicy: "SingleStack", ipFamilies: ["IPv4", "IPv6"] },
        { clusterIP: "None", selector: null },
        { clusterIP: "None" },
      ),
    ),
    remove(ownService),
  ],
  "external-name": [
    post(services, varied(goodService, { spec: { type: "ExternalName", externalName: "example.com" } })),
    ...tried(
      ownService,
      goodService,
      specs({ type: "ExternalName" }, { type: "ClusterIP", clusterIP: "10.0.0.15" }, nodePort),
    ),
    put(ownService, goodService),
    remove(ownService),
  ],
  "old-values": [
    post(services, varied(goodService, { spec: { ...balancer, loadBalancerSourceRanges: [" 10.0.0.0/8"] } })),
    patch("merge", ownService, { spec: { type: "ClusterIP" } }),
    patch("merge", ownService, { spec: { type: "ClusterIP", loadBalancerSourceRanges: null } }),
    remove(ownService),
  ],
  status: [
    post(services, varied(goodService, { spec: balancer, status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } })),
    ...[
      { ip: "1.2.3.4" },
      { ip: "x" },
      { ip: "01.2.3.4" },
      { ip: "2001:DB8::1" },
      { ip: "1.2.3.4", ipMode: "Other" },
      { ip: "1.2.3.4", ipMode: "Proxy" },
      { hostname: "example.com", ipMode: "VIP" },
      { hostname: "Not_A_Name" },
      { hostname: "1.2.3.4" },
      { hostname: "example.com", ports: [{ port: 80, protocol: "TCP", error: "x" }] },
    ].map((ingress) => patch("merge", `${ownService}/status`, { status: { loadBalancer: { ingress: [ingress] } } })),
    patch("merge", `${ownService}/status`, {
      status: { conditions: [{ type: "A", status: "True", reason: "R", message: "" }] },
    }),
    patch("merge", `${ownService}/status`, { spec: { type: "NodePort" }, metadata: { labels: { l: "1" } } }),
    get(ownService, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }),
    patch("merge", ownService, { spec: { type: "ClusterIP" } }),
    patch("merge", `${ownService}/status`, { status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } } }),
    remove(ownService),
  ],
});
