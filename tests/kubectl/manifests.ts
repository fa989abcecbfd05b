/** The objects of the script, as JSON, which is also YAML. */

export function myJob({
  name = "pi",
  image,
  more = {},
}: {
  readonly name?: string;
  readonly image: unknown;
  readonly more?: object;
}): string {
  const template = { spec: { containers: [{ name: "pi", image }], restartPolicy: "Never" } };
  return JSON.stringify({
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { name },
    spec: { template, ...more },
  });
}

export function configMap(data: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings", labels: { edit: "before" } },
    data,
  });
}

export function pod({
  image,
  annotations = {},
  ...spec
}: {
  readonly image: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly hostNetwork?: boolean;
  readonly restartPolicy?: "Always";
}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "main",
      labels: { app: "main" },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec: { containers: [{ name: "main", image, ports: [{ containerPort: 80 }] }], restartPolicy: "Never", ...spec },
  });
}

export function deployment({ replicas }: { readonly replicas: number }): string {
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.com/main:1" }] } };
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", labels },
    spec: { replicas, selector: { matchLabels: labels }, template },
  });
}

/** Marks edited objects. */
export const edit = "s/edit: before/edit: after/; s/^  name: pi$/  name: pi\\n  labels:\\n    edit: after/";

/** An object of a kind that neither server has. */
export function unknownKind(apiVersion: string): string {
  return JSON.stringify({ apiVersion, kind: "Unknown", metadata: { name: "x" } });
}
