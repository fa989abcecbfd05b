/** How other parts of `config/` change the manager's Deployment: entries of a kustomization's `patches`, each on one line. */

const target = "target: { kind: Deployment, name: controller-manager }";

/** A patch that is in a file. */
export function patchOfManager(file: string): string {
  return `{ path: ${file}, ${target} }`;
}

/** One more argument. It is a patch of its own, because a file that merges volumes in would replace the arguments. */
export function argumentOfManager(argument: string): string {
  const patch = [{ op: "add", path: "/spec/template/spec/containers/0/args/-", value: argument }];
  return `{ ${target}, patch: '${JSON.stringify(patch)}' }`;
}

/** The content of a patch that gives the manager one more argument and one more port. */
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
