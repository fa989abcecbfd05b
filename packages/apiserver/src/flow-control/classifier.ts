/**
 * Finds the FlowSchema and the priority level of a request, for two headers of the response and for metrics. Requests are not queued or rejected.
 */
import type { FlowSchema } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { AccessRequest } from "../authorization/authorizer.ts";
import type { View } from "../kinds/typed.ts";
import { viewOf } from "../kinds/typed.ts";
import type { ObjectReader } from "../contracts/server-context.ts";
import type { Store } from "../storage/store.ts";
import { matchesFlowSchema } from "./match.ts";

const group = "flowcontrol.apiserver.k8s.io";
const flowSchemas = { group, resource: "flowschemas" } as const;
const priorityLevels = { group, resource: "prioritylevelconfigurations" } as const;

/** The flow of a request. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
  /** The headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the flow of a request; `undefined` if no schema matches. */
export type FlowClassifier = (request: AccessRequest) => Flow | undefined;

interface ActiveSchema {
  readonly spec: NonNullable<View<FlowSchema>["spec"]>;
  readonly flow: Flow;
}

/** A classifier by the stored FlowSchemas and PriorityLevelConfigurations. */
export function createFlowClassifier(store: Store, read: ObjectReader): FlowClassifier {
  const schemaTable = store.table(`${flowSchemas.resource}.${group}`);
  const levelTable = store.table(`${priorityLevels.resource}.${group}`);
  // The states of a table are immutable: comparing the references detects every change.
  let states: readonly [unknown, unknown] = [undefined, undefined];
  let active: readonly ActiveSchema[] = [];
  return (request) => {
    if (states[0] !== schemaTable.current || states[1] !== levelTable.current) {
      states = [schemaTable.current, levelTable.current];
      active = activeSchemas(read);
    }
    return active.find(({ spec }) => matchesFlowSchema(spec, request))?.flow;
  };
}

/** The schemas whose priority level exists, sorted by precedence and name. */
function activeSchemas(read: ObjectReader): readonly ActiveSchema[] {
  const active: ActiveSchema[] = [];
  for (const object of read.list(flowSchemas)) {
    const { spec = {} } = viewOf<FlowSchema>(object);
    const { name: schema = "", uid = "" } = object.metadata;
    const level = spec.priorityLevelConfiguration?.name ?? "";
    const levelUid = read.get(priorityLevels, { name: level })?.metadata.uid;
    if (levelUid === undefined) continue;
    const headers = {
      "x-kubernetes-pf-flowschema-uid": uid,
      "x-kubernetes-pf-prioritylevel-uid": levelUid,
    };
    active.push({ spec, flow: { schema, level, headers } });
  }
  // The schemas are sorted by name, and the sort is stable.
  return active.sort((a, b) => (a.spec.matchingPrecedence ?? 0) - (b.spec.matchingPrecedence ?? 0));
}
