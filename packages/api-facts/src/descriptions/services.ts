/** Descriptions of Services and their endpoints. Format: `type-descriptions.ts`. */
export const services: string = `
package io.k8s.api.core.v1

kind Service: One name and address for a set of Pods.
  spec: The Pods, the ports, and how the Service is reachable.
  status: The load balancer, if there is one.
ServiceSpec: The desired state of a Service.
  allocateLoadBalancerNodePorts: Whether a LoadBalancer Service gets node ports. Default: true. Only for type LoadBalancer.
  clusterIP: The virtual address. Default: assigned by the server. None makes the Service headless: its name resolves to the addresses of the Pods.
  clusterIPs: The virtual addresses, at most one for each IP family. The first is clusterIP.
  externalIPs: Addresses of nodes that accept requests for the Service, in addition. Kubernetes does not manage them.
  externalName: The DNS name that the Service is an alias of. Only for type ExternalName, which requires it.
  externalTrafficPolicy: Cluster (default) sends external requests to all Pods; Local only to Pods of the same node, and keeps the client address.
  healthCheckNodePort: The port of nodes on which load balancers check for Pods. Only for LoadBalancer with Local. Default: assigned.
  internalTrafficPolicy: Cluster (default) sends requests from Pods to all Pods; Local only to Pods of the same node.
  ipFamilies: IPv4, IPv6, or both; the first is that of clusterIP. Default: by ipFamilyPolicy and the cluster.
  ipFamilyPolicy: SingleStack (default), PreferDualStack (both families if the cluster has them) or RequireDualStack.
  loadBalancerClass: The implementation of the load balancer, for example example.com/internal. Default: that of the cluster. It cannot be changed.
  loadBalancerIP: Deprecated: the wanted address of the load balancer. Implementations may ignore it.
  loadBalancerSourceRanges: The address ranges of clients that the load balancer accepts, if it supports this. Default: all.
  ports: The ports. Only headless Services and those of type ExternalName can have none.
  publishNotReadyAddresses: Whether endpoints count as ready although their Pods are not. Default: false.
  selector: The labels of the Pods. Empty: the user or another controller maintains the endpoints. Ignored for type ExternalName.
  sessionAffinity: None (default), or ClientIP: the same client reaches the same Pod.
  sessionAffinityConfig: Settings of sessionAffinity.
  trafficDistribution: A preference for near endpoints: PreferSameZone, PreferSameNode, or PreferClose (the old name of PreferSameZone).
  type: ClusterIP (default), NodePort, LoadBalancer or ExternalName. NodePort includes a ClusterIP, LoadBalancer includes both.
ServicePort: A port of a Service.
  appProtocol: The application protocol: a name of IANA, or one with a domain such as kubernetes.io/h2c. A hint for implementations.
  name: The name of the port, unique in the Service. Required if there are several ports.
  nodePort: The port of all nodes, for NodePort and LoadBalancer. Default: assigned from the range of the cluster, usually 30000-32767.
  port: The port of the Service, 1 to 65535.
  protocol: TCP (default), UDP or SCTP.
  targetPort: The number or the name of the port of the Pods. Default: port.
SessionAffinityConfig: Settings of the session affinity.
  clientIP: Settings of the type ClientIP.
ClientIPConfig: Settings of the session affinity by client address.
  timeoutSeconds: After how many seconds without requests a client may reach another Pod, 1 to 86400. Default: 10800.
ServiceStatus: The observed state of a Service.
  conditions: Conditions of the Service.
  loadBalancer: The addresses of the load balancer. Only for type LoadBalancer.
LoadBalancerStatus: The state of a load balancer.
  ingress: The points at which it accepts requests.
LoadBalancerIngress: A point at which a load balancer accepts requests.
  hostname: The host name, for load balancers that have names.
  ip: The address, for load balancers that have addresses.
  ipMode: VIP (default): packets reach the node with this address as destination. Proxy: with that of the node or Pod. Only with ip.
  ports: The state of the ports. If it is set, it has one entry for each port of the Service.
PortStatus: The state of a port of a load balancer.
  error: What failed with the port: CamelCase, or with a domain for errors of a provider.
  port: The port number.
  protocol: TCP, UDP or SCTP.

kind Endpoints: Deprecated: the addresses behind a Service. EndpointSlices replace it.
  subsets: The addresses, grouped by their ports.
EndpointSubset: Addresses with the same ports.
  addresses: Addresses that accept requests.
  notReadyAddresses: Addresses that do not accept requests, because they start or a readiness probe fails.
  ports: The ports of all addresses.
EndpointAddress: An address.
  hostname: The host name, which is a part of the DNS name in headless Services.
  ip: The address. Loopback, link-local and multicast addresses are rejected.
  nodeName: The node of the address.
  targetRef: The object that has the address, usually a Pod.
EndpointPort: A port.
  appProtocol: The application protocol, as in the port of the Service.
  name: The name of the port in the Service. Required if there are several ports.
  port: The port number.
  protocol: TCP (default), UDP or SCTP.

package io.k8s.api.discovery.v1

kind EndpointSlice: A part of the addresses behind a Service. The label kubernetes.io/service-name names the Service.
  addressType: IPv4, IPv6, or FQDN, which is deprecated. It cannot be changed.
  endpoints: The endpoints, at most 1000.
  ports: The ports of all endpoints, at most 20000. Empty: the endpoints have no defined ports.
Endpoint: A place to which requests are sent, usually a Pod.
  addresses: The addresses, 1 to 100. Clients use only the first.
  conditions: Whether the endpoint accepts requests.
  deprecatedTopology: Topology from the old version v1beta1; it cannot be written. Use nodeName and zone.
  hints: For which clients the endpoint is meant.
  hostname: The host name, which is a part of the DNS name in headless Services.
  nodeName: The node of the endpoint.
  targetRef: The object behind the endpoint, usually a Pod.
  zone: The zone of the endpoint.
EndpointConditions: The conditions of an endpoint.
  ready: Whether it accepts new requests: serving, and not terminating. Absent means true. publishNotReadyAddresses makes it true.
  serving: Whether the Pod is ready, also while it terminates. Absent means true.
  terminating: Whether it is about to end. Absent means false.
EndpointHints: For which clients an endpoint is meant.
  forNodes: The nodes of the clients, at most 8.
  forZones: The zones of the clients, at most 8.
ForNode: A node.
  name: The name of the node.
ForZone: A zone.
  name: The name of the zone.
EndpointPort: A port of the endpoints.
  appProtocol: The application protocol, as in the port of the Service.
  name: The name of the port in the Service. Default: empty.
  port: The port number. Absent: the consumer decides what it means, for example all ports.
  protocol: TCP (default), UDP or SCTP.
`;
