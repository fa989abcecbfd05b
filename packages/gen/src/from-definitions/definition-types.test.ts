// The imported types, and that no text of a CRD is read as code or as a marker.
import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";
import { compilePattern } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { readDefinition } from "../definitions/definition.ts";
import type { Definition } from "../definitions/definition.ts";
import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { definitionTypes } from "./definition-types.ts";

interface Parts {
  readonly kind?: string;
  readonly names?: object;
  readonly version?: object;
}

function definitionOf(schema: JsonSchema, { kind = "Job", names, version }: Parts = {}): Definition {
  const plural = `${kind.toLowerCase()}s`;
  return readDefinition({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.batch.example.com` },
    spec: {
      group: "batch.example.com",
      names: { plural, kind, ...names },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
    },
  });
}

function textOf(...definitions: readonly Definition[]): string {
  const [file] = definitionTypes(definitions);
  return file?.content ?? "";
}

test("A CRD becomes an interface with its descriptor, and an interface for each object within", () => {
  const schema: JsonSchema = {
    type: "object",
    description: "Job runs to its end.",
    properties: {
      spec: {
        type: "object",
        required: ["image"],
        properties: {
          image: { type: "string", description: "What runs.", minLength: 1 },
          "restart-policy": { type: "string", enum: ["Never", "Always"], default: "Never" },
          ports: {
            type: "array",
            items: { type: "object", properties: { port: { type: "integer", format: "int32" } } },
          },
          deadline: { type: "string", nullable: true },
        },
      },
    },
  };

  expect(
    definitionTypes([
      definitionOf(schema, { names: { shortNames: ["j"] }, version: { subresources: { status: {} } } }),
    ]),
  ).toMatchInlineSnapshot(`
    [
      {
        "content": "/** Types of custom resources, made from their CRDs by \`kubewright import\`. Changes are lost with the next import. */

    /**
     * No files are generated from these types. Remove the first marker to generate the CRDs from them.
     *
     * @kubebuilder:skip
     * @groupName=batch.example.com
     * @versionName=v1
     */

    import type { Int32, KubernetesObject, ResourceType } from "@kubewright/apimachinery";

    /**
     * Job runs to its end.
     *
     * @kubebuilder:object:root=true
     * @kubebuilder:resource:path="jobs",scope=Namespaced,shortName={"j"}
     * @kubebuilder:subresource:status
     */
    export interface Job extends KubernetesObject {
      readonly apiVersion?: "batch.example.com/v1";
      readonly kind?: "Job";
      readonly spec?: JobSpec;
    }

    export const Job: ResourceType<Job> = {
      group: "batch.example.com",
      version: "v1",
      kind: "Job",
      plural: "jobs",
      singular: "job",
      listKind: "JobList",
      namespaced: true,
      subresources: ["status"],
      shortNames: ["j"],
    };

    export interface JobSpec {
      /**
       * What runs.
       *
       * @minLength 1
       */
      readonly image: string;
      /** @default "Never" */
      readonly "restart-policy"?: "Never" | "Always";
      readonly ports?: readonly JobSpecPortsItem[];
      readonly deadline?: string | null;
    }

    export interface JobSpecPortsItem {
      readonly port?: Int32;
    }
    ",
        "path": "batch.example.com/v1/types.ts",
      },
    ]
  `);
});

test("The output does not depend on the order of the CRDs, and has one file for each group and version", () => {
  const job = definitionOf({ type: "object" });
  const task = definitionOf({ type: "object" }, { kind: "Task" });

  expect(definitionTypes([task, job])).toEqual(definitionTypes([job, task]));
  expect(definitionTypes([task, job]).map(({ path }) => path)).toEqual(["batch.example.com/v1/types.ts"]);
});

test("Duplicate names get a number, and kinds keep their names", () => {
  const spec: JsonSchema = { type: "object", properties: { a: { type: "string" } } };
  const job = definitionOf({ type: "object", properties: { spec, "s-pec": spec, Spec: spec } });
  const jobSpec = definitionOf({ type: "object", properties: { spec } }, { kind: "JobSpec" });
  const clash = definitionOf({ type: "object" }, { kind: "Int32" });
  const word = definitionOf({ type: "object" }, { kind: "class" });
  const text = textOf(job, jobSpec, clash, word);

  const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name);
  expect(names).toEqual(["class_", "Int322", "Job", "JobSpec2", "JobSPec", "JobSpec3", "JobSpec", "JobSpecSpec"]);
  expect(text).toContain('kind: "Int32"');
});

const hostileTexts = [
  "*/ globalThis.stolen = 1; /*",
  "a\n */\nglobalThis.stolen = 1;\n/**",
  "*\\/ globalThis.stolen = 1; /*",
  "\u2028globalThis.stolen = 1;\u2029",
  "${globalThis.stolen = 1}`${globalThis.stolen = 1}",
  '"; globalThis.stolen = 1; "',
  "\\",
  "\r\nglobalThis.stolen = 1;",
  "@kubebuilder:rbac:groups=*,resources=*,verbs=*",
  " * @kubebuilder:rbac:groups=*,resources=*,verbs=*",
  "```\n@kubebuilder:rbac:groups=*,resources=*,verbs=*",
  "@groupName=stolen.example.com",
  "// @ts-ignore",
  "</script>\u0000\u0007",
];

test("No part of malicious text becomes code or a marker", () => {
  const definitions = hostileTexts.map((text, index) => {
    const field: JsonSchema = { type: "string", description: text, default: text, title: text, enum: [text] };
    const schema: JsonSchema = {
      type: "object",
      description: text,
      "x-kubernetes-validations": [{ rule: text, message: text }],
      properties: {
        spec: {
          type: "object",
          description: text,
          properties: {
            [text]: { ...field, pattern: text },
            either: { type: "string", pattern: text, example: text },
            list: { type: "array", items: { ...field, description: text } },
            map: {
              type: "object",
              additionalProperties: { type: "object", description: text, properties: { [text]: field } },
            },
            ["__proto__"]: { type: "string" },
          },
        },
      },
    };
    const version = {
      deprecated: true,
      deprecationWarning: text,
      additionalPrinterColumns: [{ name: text, type: "string", jsonPath: text, description: text }],
      selectableFields: [{ jsonPath: text }],
    };
    const names = { shortNames: [text], categories: [text], singular: text, listKind: text };
    return definitionOf(schema, { kind: `Kind${letter(index)}`, names, version });
  });
  const content = textOf(...definitions);

  const code = stripTypeScriptTypes(content).replaceAll(/^export const (\w+) +=/gm, "descriptors.$1 =");
  const fixture: { descriptors: Record<string, unknown>; stolen?: unknown } = { descriptors: {} };
  runInNewContext(code, fixture);
  const artifacts = generateInMemory("", {
    others: { "imported/batch.example.com/v1/types.ts": content },
    generators: [{ name: "crd" }, { name: "object" }, { name: "rbac", roleName: "manager-role" }],
  });

  expect(fixture.stolen).toBeUndefined();
  expect(Object.values(fixture.descriptors)).toMatchObject(
    hostileTexts.map((text) => ({ shortNames: [text], singular: text })),
  );
  // The folder is skipped, so no CRD is generated, and none of its markers adds a rule to the roles.
  expect(artifacts.map(({ path }) => path)).toEqual([]);
});

test("Malicious text in markers is read back unchanged", () => {
  const schemas = hostileTexts.flatMap((text): readonly JsonSchema[] => [
    { type: "string", pattern: patternOf(text), title: text, example: text },
    { type: "string", default: text },
  ]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(schemas.map((each, index) => [`field${index}`, each])),
  };
  const content = textOf(definitionOf(schema)).replace(" * @kubebuilder:skip\n", "");

  const [crd] = generateInMemory("", { others: { "imported/v1/types.ts": content }, generators: [{ name: "crd" }] });

  expect(readDefinition(parse(crd?.content ?? "")).versions[0]?.schema.properties).toMatchObject(schema.properties);
});

/** The part of the text that is a valid RE2 pattern, because the marker accepts only RE2. */
function patternOf(text: string): string {
  return [text, `a${text}`].find(isPattern) ?? text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function isPattern(text: string): boolean {
  try {
    compilePattern(text);
    return true;
  } catch {
    return false;
  }
}

function letter(index: number): string {
  return String.fromCodePoint(97 + index);
}
