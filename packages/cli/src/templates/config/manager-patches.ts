/** Patches of the manager's Deployment for other parts of `config/`: entries of `patches` in a kustomization, each on one line. */

const target = "target: { kind: Deployment, name: controller-manager }";

/** A patch in a file. */
export function patchOfManager(file: string): string {
  return `{ path: ${file}, ${target} }`;
}

/** An additional argument. It is a JSON patch, because a strategic merge patch would replace the list of arguments. */
export function argumentOfManager(argument: string): string {
  const patch = [{ op: "add", path: "/spec/template/spec/containers/0/args/-", value: argument }];
  return `{ ${target}, patch: '${JSON.stringify(patch)}' }`;
}

/** A patch that adds an argument and a port to the manager. */
export function argumentAndPort(argument: string, portName: string, port: number): string {
  return `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: ${argument}
- op: add
  path: /spec/template/spec/containers/0/ports/-
  value:
    name: ${portName}
    containerPort: ${port}
`;
}
