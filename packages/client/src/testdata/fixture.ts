// A client on a fake transport and a virtual clock, and a kind for tests.

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { TransportResponse } from "@kubewright/transport";

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import type { RequestReport, ServerWarning } from "../observer.ts";
import { createFakeTransport } from "./fake-transport.ts";
import type { FakeRequest } from "./fake-transport.ts";

export interface MyJob extends KubernetesObject {
  readonly spec?: { readonly image: string };
  readonly status?: { readonly phase?: string; readonly retries?: number; readonly conditions?: readonly object[] };
}

export const MyJob: ResourceType<MyJob> = {
  group: "batch.example.dev",
  version: "v1beta1",
  kind: "MyJob",
  plural: "myjobs",
  namespaced: true,
};
export const Node: ResourceType = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

export const key = { namespace: "default", name: "pi" };
export const path = "/apis/batch.example.dev/v1beta1/namespaces/default/myjobs";
export const stored = {
  apiVersion: "batch.example.dev/v1beta1",
  kind: "MyJob",
  metadata: {
    name: "pi",
    namespace: "default",
    uid: "u1",
    resourceVersion: "41",
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  status: { phase: "pending", retries: 2 },
} as unknown as Stored<MyJob>;

export interface Fixture {
  readonly client: Client;
  readonly requests: FakeRequest[];
  readonly reports: RequestReport[];
  readonly warnings: ServerWarning[];
  readonly clock: VirtualClock;
}

/** A client whose requests get the responses of `answer`. */
export function createFixture(
  answer: (request: FakeRequest) => TransportResponse,
  types: readonly ResourceType[] = [MyJob],
): Fixture {
  const clock = createVirtualClock();
  const reports: RequestReport[] = [];
  const warnings: ServerWarning[] = [];
  const { transport, requests } = createFakeTransport(answer);
  const observer = {
    requestEnded: (report: RequestReport) => reports.push(report),
    warned: (warning: ServerWarning) => warnings.push(warning),
  };
  const client = createClient({ transport, types, clock, random: createSeededRandom(1), fieldManager: "me", observer });
  return { client, requests, reports, warnings, clock };
}
