/** `config/prometheus` and `config/network-policy`: optional parts, which one line in `config/default` adds. */
import type { Project } from "../../project/project.ts";
import type { Scaffold, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

export function prometheusConfig(project: Project): Scaffold {
  return {
    files: [
      kept("prometheus/kustomization.yaml", list("resources", ["monitor.yaml"])),
      kept(
        "prometheus/monitor.yaml",
        `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
${labelsOf(project)}
    control-plane: controller-manager
  name: controller-manager-metrics-monitor
  namespace: system
spec:
  endpoints:
    - path: /metrics
      port: https
      scheme: https
      bearerTokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token
      tlsConfig:
        # The certificate of the operator is self-signed. With cert-manager, monitor_tls_patch.yaml enables verification.
        insecureSkipVerify: true
  selector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${text(project.projectName)}
`,
      ),
      kept(
        "prometheus/monitor_tls_patch.yaml",
        `# A patch for a kustomization with cert-manager: Prometheus verifies the certificate of cert-manager.
- op: replace
  path: /spec/endpoints/0/tlsConfig
  value:
    serverName: ${project.projectName}-controller-manager-metrics-service.${project.projectName}-system.svc
    ca:
      secret:
        name: metrics-server-cert
        key: ca.crt
`,
      ),
    ],
    insertions: [],
  };
}

export function networkPolicyConfig(project: Project): Scaffold {
  return {
    files: [
      kept(
        "network-policy/kustomization.yaml",
        list("resources", ["allow-metrics-traffic.yaml"], "networkpolicykustomizeresource"),
      ),
      policy(project, {
        purpose: "Allows Pods in namespaces with the label metrics: enabled to read metrics",
        name: "allow-metrics-traffic",
        from: `
    - from:
        - namespaceSelector:
            matchLabels:
              metrics: enabled
      ports:`,
        port: 8443,
      }),
    ],
    insertions: [],
  };
}

/** The additions for an operator with webhooks. */
export function webhookNetworkPolicyConfig(project: Project): Scaffold {
  return {
    files: [
      policy(project, {
        purpose: "Allows the API server, which is in no namespace, to call webhooks",
        name: "allow-webhook-traffic",
        from: `
    - ports:`,
        port: 9443,
      }),
    ],
    insertions: [
      {
        path: "config/network-policy/kustomization.yaml",
        marker: "networkpolicykustomizeresource",
        lines: ["- allow-webhook-traffic.yaml"],
      },
    ],
  };
}

interface Policy {
  readonly purpose: string;
  readonly name: string;
  readonly from: string;
  readonly port: number;
}

function policy(project: Project, { purpose, name, from, port }: Policy): ScaffoldFile {
  return kept(
    `network-policy/${name}.yaml`,
    `# ${purpose}.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
${labelsOf(project)}
  name: ${name}
  namespace: system
spec:
  podSelector:
    matchLabels:
      control-plane: controller-manager
      app.kubernetes.io/name: ${text(project.projectName)}
  policyTypes: ["Ingress"]
  ingress:${from}
        - port: ${port}
          protocol: TCP
`,
  );
}
