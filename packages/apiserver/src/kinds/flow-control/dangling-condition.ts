/**
 * The condition `Dangling` of FlowSchemas: whether the priority level that a schema names is missing. kube-apiserver applies it to the status
 * after each change of a schema or a level, as the field manager of its flow control.
 */
import type { FlowSchema, FlowSchemaCondition } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { formatTime } from "@kubewright/apimachinery";
import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { ReconcileContext, Reconciler, ServerContext } from "../../contracts/server-context.ts";
import type { CommittedChange } from "../../contracts/strategy.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const flowSchemas = { group: "flowcontrol.apiserver.k8s.io", resource: "flowschemas" } as const;
const priorityLevels = { group: "flowcontrol.apiserver.k8s.io", resource: "prioritylevelconfigurations" } as const;
const manager = "api-priority-and-fairness-config-consumer-v1";

/** Queues the schemas whose condition a commit of a schema or of a level may change. */
export function queueDanglingConditions(change: CommittedChange, { read, queue }: ServerContext): void {
  const { kind, metadata } = change.type === "deleted" ? change.old : change.object;
  if (kind === "FlowSchema") queue.add(danglingConditions, metadata.name ?? "");
  else if (change.type !== "updated") {
    for (const schema of read.list(flowSchemas)) {
      if (levelNameOf(schema) === metadata.name) queue.add(danglingConditions, schema.metadata.name ?? "");
    }
  }
}

/** Sets the condition of the schema of this name. */
const danglingConditions: Reconciler = {
  reconcile(name, context) {
    const schema = context.read.get(flowSchemas, { name });
    if (schema !== undefined) updateDangling(schema, context);
  },
};

/** Sets the current condition of a schema; for drafts of new schemas. */
export function setDanglingCondition(draft: ApiObject, { read, clock }: Pick<ServerContext, "clock" | "read">): void {
  setCondition(draft, conditionOf(levelNameOf(draft), read), formatTime(clock.wallTime()));
}

function updateDangling(schema: ReadonlyObject, { read, write, clock }: ReconcileContext): void {
  const wanted = conditionOf(levelNameOf(schema), read);
  const current = conditionsOf(schema).find(({ type }) => type === "Dangling");
  const isRight =
    current?.status === wanted.status && current?.reason === wanted.reason && current?.message === wanted.message;
  if (isRight) return;
  const { name = "" } = schema.metadata;
  write.update(flowSchemas, { name }, (draft) => setCondition(draft, wanted, formatTime(clock.wallTime())));
}

type Condition = Omit<FlowSchemaCondition, "lastTransitionTime">;

function conditionOf(level: string, read: ServerContext["read"]): Condition {
  const isFound = read.has(priorityLevels, { name: level });
  const object = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  return isFound
    ? { type: "Dangling", status: "False", reason: "Found", message: `${object} and it exists` }
    : { type: "Dangling", status: "True", reason: "NotFound", message: `${object} but there is no such object` };
}

function setCondition(draft: ApiObject, condition: Condition, time: string): void {
  const { type, status, reason = "", message = "" } = condition;
  const others = conditionsOf(draft).filter((other) => other.type !== type);
  draft["status"] = { conditions: [...others, { type, status, lastTransitionTime: time, reason, message }] };
  const entries = (draft.metadata.managedFields ?? []).filter((entry) => entry.manager !== manager);
  draft.metadata.managedFields = [appliedCondition(draft.apiVersion, time), ...entries];
}

function appliedCondition(apiVersion: string, time: string): ManagedFieldsEntry {
  const fields = { ".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:reason": {}, "f:status": {}, "f:type": {} };
  return {
    manager,
    operation: "Apply",
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:status": { "f:conditions": { 'k:{"type":"Dangling"}': fields } } },
    subresource: "status",
  };
}

function levelNameOf(schema: ReadonlyObject): string {
  return viewOf<FlowSchema>(schema).spec?.priorityLevelConfiguration?.name ?? "";
}

function conditionsOf(schema: ReadonlyObject): readonly View<FlowSchemaCondition>[] {
  return viewOf<FlowSchema>(schema).status?.conditions ?? [];
}
