/** The names and labels of the children of a Balancer, and the specs for which these are invalid. */
import type { ObjectMeta, Stored } from "@kubewright/apimachinery";
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";

/** The label of all children of a Balancer, and of the Pods of its proxy. */
export const balancerLabel = "balancer.exposer.hliangzhao.io/balancer-name";

/** Contains a hash of the configuration, so that a change of the configuration rolls out the Pods. */
export const configHashAnnotation = "balancer.exposer.hliangzhao.io/configmap-hash";

export function backendServiceName(balancer: string, backend: string): string {
  return `${balancer}-${backend}-backend`;
}

export function configMapName(balancer: string): string {
  return `${balancer}-proxy-configmap`;
}

export function deploymentName(balancer: string): string {
  return `${balancer}proxy`;
}

export function childMetadata({ metadata }: Stored<Balancer>, name: string): ObjectMeta {
  return { name, labels: { [balancerLabel]: metadata.name } };
}

/** The longest name of a Service, and the longest value of a label. */
const nameLengthMax = 63;
const serviceName = /^[a-z]([-a-z0-9]*[a-z0-9])?$/u;

/**
 * Returns why the children of a Balancer cannot be created, or undefined if they can. It checks rules that the schema of the CRD does not contain: the lengths
 * of the names of children, and that port numbers are unique for each protocol.
 */
export function specProblem(balancer: string, { backends, ports }: BalancerSpec): string | undefined {
  const names = [
    balancer,
    configMapName(balancer),
    deploymentName(balancer),
    ...backends.map(({ name }) => backendServiceName(balancer, name)),
  ];
  const long = names.find((name) => name.length > nameLengthMax);
  if (long !== undefined) {
    return `The name "${long}" has ${long.length} characters, at most ${nameLengthMax} are possible: shorten the name of the Balancer or of the backend`;
  }
  if (!serviceName.test(balancer)) {
    return `A Service cannot be named "${balancer}": a name starts with a lower-case letter and has lower-case letters, digits and dashes alone`;
  }
  const taken = new Map<string, string>();
  for (const { name, port, protocol = "TCP" } of ports) {
    const other = taken.get(`${protocol} ${port}`);
    if (other !== undefined)
      return `Ports "${other}" and "${name}" are both ${protocol} ${port}: each can be listened on once`;
    taken.set(`${protocol} ${port}`, name);
  }
  return undefined;
}
