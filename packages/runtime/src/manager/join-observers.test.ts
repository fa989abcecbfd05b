import type { ClientObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { joinClientObservers, joinInformerObservers } from "./join-observers.ts";

test("every observer that has the method hears of it, in order", () => {
  const heard: string[] = [];
  const client: ClientObserver = joinClientObservers(
    { warned: ({ text }) => heard.push(`first ${text}`) },
    {},
    { warned: ({ text }) => heard.push(`third ${text}`) },
  );
  const informer: InformerObserver = joinInformerObservers(
    {},
    { handlerFailed: (type, handler, error) => heard.push(`${type.kind} ${handler} ${String(error)}`) },
  );

  client.warned?.({ code: 299, agent: "-", text: "old" });
  informer.handlerFailed?.(Widget, "source", "oops");

  expect(heard).toEqual(["first old", "third old", "Widget source oops"]);
});
