/** The messages, reasons, warnings and audit annotations of validating admission policies. */
import { cases, patch } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { configMaps, create, enforced, deniesNamed, policyCases } from "./enforced.ts";

export const policyMessageCases: readonly DifferentialCase[] = cases(
  "validating-policy-message",
  policyCases({
    expression: [
      ...enforced({ validations: [{ expression: "  object.metadata.name != 'denied'\n " }] }),
      create("a"),
      patch("merge", `${configMaps}/a`, { data: { k: "v" } }),
    ],
    message: enforced(deniesNamed({ message: " no \n" })),
    "message-expression": [
      ...enforced({
        validations: [
          {
            expression: "!has(object.data) || !('e' in object.data)",
            message: "fixed",
            messageExpression: "string(object.data['e'])",
          },
          { expression: "object.metadata.name != 'denied'", messageExpression: "'name: ' + object.metadata.name" },
        ],
      }),
      create("a", { e: "  dynamic " }),
      create("a", { e: "  " }),
      create("a", { e: "two\nlines" }),
      create("a", { e: "x".repeat(5121) }),
      create("a", { e: "x".repeat(5120) }),
      create("a", { f: "g" }),
    ],
    "message-expression-fails": enforced({
      validations: [
        {
          expression: "object.metadata.name != 'denied'",
          messageExpression: "string(object.spec.missing)",
          message: "fixed",
        },
      ],
    }),
    "reason-forbidden": enforced(deniesNamed({ reason: "Forbidden" }), {}, { status: 403 }),
    "reason-too-large": enforced(
      deniesNamed({ reason: "RequestEntityTooLarge", message: "large" }),
      {},
      { status: 413 },
    ),
    "reason-invalid": enforced(deniesNamed({ reason: "Invalid", message: "invalid" })),
    "several-validations": [
      ...enforced({
        validations: [
          { expression: "object.metadata.name != 'denied'", message: "first", reason: "Invalid" },
          { expression: "object.metadata.name != 'denied'", message: "second", reason: "Forbidden" },
          { expression: "!object.metadata.name.startsWith('b')", message: "third", reason: "Forbidden" },
        ],
      }),
      create("b"),
    ],
    warn: [
      ...enforced(
        {
          validations: [
            { expression: "object.metadata.name != 'warned'", message: "first" },
            { expression: "object.metadata.name != 'warned'", messageExpression: "'second ' + request.operation" },
            { expression: "object.metadata.name.size() < 10 || object.x == 1", message: "third" },
            { expression: "object.metadata.name != 'denied'" },
          ],
          auditAnnotations: [{ key: "k", valueExpression: "object.metadata.name == 'denied' ? string(object.x) : ''" }],
        },
        { validationActions: ["Warn", "Audit"] },
      ),
      create("warned"),
      create("a-long-name-that-fails"),
    ],
    audit: [
      ...enforced(
        {
          validations: [{ expression: "object.metadata.name != 'audited'" }],
          auditAnnotations: [
            { key: "k", valueExpression: "object.metadata.name == 'denied' ? string(object.x) : 'value'" },
          ],
        },
        { validationActions: ["Audit"] },
      ),
      create("audited"),
    ],
  }),
);
