/** A CRD with descriptions at every depth: in lists, in maps, in embedded objects, and in text of several lines. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";

const panes = {
  type: "array",
  description: "Panes of one window.",
  items: {
    type: "object",
    description: "A Pane consists of glass.",
    properties: {
      glass: { type: "string", description: "The glass.\n\nIt has a second paragraph.", enum: ["clear", "dark"] },
    },
  },
};

const rooms = {
  type: "array",
  description: "The rooms, in no order.",
  items: {
    type: "object",
    description: "A Room has windows.",
    required: ["name"],
    properties: {
      name: { type: "string", description: "The name of the room." },
      windows: {
        type: "array",
        items: { type: "object", description: "A Window is a list of panes.", properties: { panes } },
      },
    },
  },
};

const owners = {
  type: "object",
  description: "Owners by name.",
  additionalProperties: {
    type: "object",
    description: "What one owner has.",
    properties: { shares: { type: "integer", format: "int32", description: "The number of shares.", minimum: 0 } },
  },
};

const port = { description: "A port by name or by number.", "x-kubernetes-int-or-string": true };

const template = {
  type: "object",
  description: "An embedded object.",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

const openAPIV3Schema = {
  type: "object",
  description: "Parcel is a kind with descriptions.",
  properties: {
    spec: { type: "object", description: "What is wanted.", properties: { rooms, owners, port, template } },
    status: { type: "object", properties: { phase: { type: "string", description: "The phase." } } },
  },
};

export const describedDefinition: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "parcels.script.example.com" },
  spec: {
    group: "script.example.com",
    names: { plural: "parcels", singular: "parcel", kind: "Parcel" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
  },
};
