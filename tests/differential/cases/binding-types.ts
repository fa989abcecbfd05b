/** The decoding of the bodies of bindings, at both paths. */
import { cases, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const namespace = "/api/v1/namespaces/{{namespace}}";

/** Sent to both paths. The body is decoded before the Pod is read. */
function sent(body: object, query = ""): readonly DifferentialRequest[] {
  const whole = { apiVersion: "v1", kind: "Binding", metadata: { name: "p" }, ...body };
  return [
    post(`${namespace}/pods`, {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "i" }] },
    }),
    post(`${namespace}/bindings${query}`, whole),
    post(`${namespace}/pods/p/binding${query}`, whole),
  ];
}

export const bindingTypeCases: readonly DifferentialCase[] = cases("binding-type", {
  target: sent({ target: "n1" }),
  name: sent({ target: { kind: "Node", name: 5 } }),
  labels: sent({ metadata: { name: "p", labels: { a: 1 } }, target: { kind: "Node", name: "n1" } }),
  unknown: sent({ target: { kind: "Node", name: "n1", more: true } }, "?fieldValidation=Strict&dryRun=All"),
  warned: sent({ target: { kind: "Node", name: "n1", more: true }, other: 1 }, "?dryRun=All"),
  nothing: sent({ target: null }),
});
