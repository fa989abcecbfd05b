// An informer at work on a fake server and a virtual clock.

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createClient } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import type { CreateInformerOptions } from "../informer/create-informer-options.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerEvent } from "../store/cached-object.ts";
import { createFakeServer } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";

export interface Widget extends KubernetesObject {
  readonly spec?: { readonly size: number };
}

export const Widget: ResourceType<Widget> = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

export interface Fixture extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: FakeServer;
  readonly informer: Informer<Widget>;
  readonly events: string[];
  stop(): Promise<void>;
}

/** Starts an informer of widgets, whose events are noted as texts. `prepare` runs before its first request. */
export function startFixture(
  prepare: (server: FakeServer) => void = () => {},
  options: Partial<CreateInformerOptions<Widget>> = {},
): Fixture {
  const clock = createVirtualClock();
  const random = createSeededRandom("informer");
  const server = createFakeServer(clock, Widget);
  prepare(server);
  const client = createClient({ transport: server.transport, clock, random });
  const informer = createInformer({ verbs: client.raw, type: Widget, clock, random, ...options });
  const events: string[] = [];
  informer.addHandler((event) => events.push(textOf(event)));
  const end = new AbortController();
  const ended = informer.start({ signal: end.signal });
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await ended;
  };
  return { clock, server, informer, events, stop, [Symbol.asyncDispose]: stop };
}

export function textOf(event: InformerEvent<Widget>): string {
  const { name } = event.object.key;
  switch (event.kind) {
    case "added":
      return `added ${name}${event.initial ? " initial" : ""}`;
    case "updated":
      return `updated ${name} ${event.old.resourceVersion}->${event.object.resourceVersion}`;
    case "deleted":
      return `deleted ${name}${event.final ? " final" : ""}`;
    case "resync":
      return `resync ${name}`;
  }
}
