/** The built-in kinds with a protobuf encoding: those that are served, and others in request and response bodies. */
import { definitionNames, definition, protobufMessage } from "@kubewright/api-facts";
import type { JsonObject, KubernetesObject } from "@kubewright/apimachinery";
import { apiVersionOf } from "@kubewright/apimachinery";
import type { Random } from "@kubewright/async";
import { randomMessage } from "./random-object.ts";

/** A kind and the definition of its objects. */
export interface ProtobufKind {
  readonly definitionName: string;
  readonly apiVersion: string;
  readonly kind: string;
}

interface PublishedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** All of them except lists, which contain only other kinds. */
export function protobufKinds(): readonly ProtobufKind[] {
  return definitionNames().flatMap((definitionName) => {
    const [first] = (definition(definitionName)?.["x-kubernetes-group-version-kind"] ?? []) as readonly PublishedKind[];
    if (first === undefined || protobufMessage(definitionName) === undefined || first.kind.endsWith("List")) return [];
    return [{ definitionName, apiVersion: apiVersionOf(first.group, first.version), kind: first.kind }];
  });
}

/** An object of a kind. */
export function randomObject({ definitionName, apiVersion, kind }: ProtobufKind, random: Random): KubernetesObject {
  const fields: JsonObject = randomMessage(definitionName, random);
  return { kind, apiVersion, ...fields };
}
