/** Descriptions of ingresses and network policies. Format: `type-descriptions.ts`. */
export const networking: string = `
package io.k8s.api.networking.v1

kind Ingress: HTTP routes from outside of the cluster to Services. A controller must implement it.
  spec: The routes and certificates.
  status: The addresses of the ingress.
IngressSpec: The desired state of an ingress. Either defaultBackend or rules must be set.
  defaultBackend: The backend for requests that match no rule.
  ingressClassName: The IngressClass. Default: the class that is marked as default.
  rules: The routes by host. Requests that match no rule reach the default backend.
  tls: Certificates by host. The controller serves all of them on port 443.
IngressBackend: A destination of requests. Either resource or service must be set.
  resource: An object of the namespace, if the controller supports its kind.
  service: A Service of the namespace.
IngressServiceBackend: A port of a Service.
  name: The Service, in the namespace of the ingress.
  port: The port of the Service.
ServiceBackendPort: A port of a Service. Either name or number must be set.
  name: The name of the port.
  number: The number of the port.
IngressRule: The routes of a host.
  host: The host without port. *.example.com matches exactly one label in place of the asterisk. Default: all hosts.
  http: The routes by path.
HTTPIngressRuleValue: Routes by path.
  paths: The routes.
HTTPIngressPath: A route.
  backend: The destination of the requests.
  path: The path, which begins with /. Required for Exact and Prefix.
  pathType: Exact, Prefix (by whole elements of the path), or ImplementationSpecific (the controller decides).
IngressTLS: A certificate for hosts.
  hosts: The hosts of the certificate. Default: what the controller chooses.
  secretName: The Secret with the certificate and key. Without it, the hosts are only passed on by SNI.
IngressStatus: The observed state of an ingress.
  loadBalancer: The addresses of the ingress.
IngressLoadBalancerStatus: The addresses of an ingress.
  ingress: The points at which it accepts requests.
IngressLoadBalancerIngress: A point at which an ingress accepts requests.
  hostname: The host name, for load balancers that have names.
  ip: The address, for load balancers that have addresses.
  ports: The state of the ports.
IngressPortStatus: The state of a port.
  error: What failed with the port: CamelCase, or with a domain for errors of a provider.
  port: The port number.
  protocol: TCP, UDP or SCTP.
kind NetworkPolicy: Which connections Pods accept and open. A network plugin must implement it.
  spec: The Pods and the allowed connections.
NetworkPolicySpec: The desired state of a network policy. Several policies for a Pod add up.
  egress: Allowed connections from the Pods. An empty list allows none, if policyTypes has Egress.
  ingress: Allowed connections to the Pods. An empty list allows none, if policyTypes has Ingress.
  podSelector: The labels of the Pods to which the policy applies, in its namespace. Empty: all Pods.
  policyTypes: Ingress, Egress or both. Default: Ingress, and Egress if egress is not empty.
NetworkPolicyEgressRule: A rule for connections from Pods: both to and ports must match.
  ports: The ports. Empty: all.
  to: The destinations, of which one must match. Empty: all.
NetworkPolicyIngressRule: A rule for connections to Pods: both from and ports must match.
  from: The sources, of which one must match. Empty: all.
  ports: The ports. Empty: all.
NetworkPolicyPort: A port or a range of ports.
  endPort: The end of the range that begins with port, which must be a number.
  port: The number of the port, or the name of a port of the Pods. Default: all ports of the protocol.
  protocol: TCP (default), UDP or SCTP.
NetworkPolicyPeer: A peer of a connection: an address range, or Pods.
  ipBlock: An address range. Excludes the other fields.
  namespaceSelector: The labels of the namespaces of the Pods. Empty: all namespaces. Default: the namespace of the policy.
  podSelector: The labels of the Pods. Default, with namespaceSelector: all Pods.
IPBlock: An address range.
  cidr: The range, for example 192.168.1.0/24 or 2001:db8::/64.
  except: Ranges inside of cidr that are left out.
`;
