/** A controller in virtual time with a source that the test controls. */
import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { onTestFinished } from "vitest";
import { createController } from "../controller/controller.ts";
import type { Controller } from "../controller/controller.ts";
import type { CreateControllerOptions } from "../controller/create-controller-options.ts";
import { createChannelSource } from "../source/channel-source.ts";
import type { ChannelSource } from "../source/channel-source.ts";
import { unusedContext } from "./reconcile-context.ts";

export interface RunningController<R> {
  readonly clock: VirtualClock;
  readonly controller: Controller<R>;
  readonly push: ChannelSource<R, R>["push"];
  /** Settles with the result of the controller. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a controller with a channel named "test". It stops with the test. */
export function runController<R>(
  options: Partial<CreateControllerOptions<R>> & Pick<CreateControllerOptions<R>, "reconcile">,
): RunningController<R> {
  const clock = createVirtualClock();
  const source = createChannelSource<R>("test");
  const end = new AbortController();
  const sources = [source, ...(options.sources ?? [])];
  const controller = createController<R>({ context: unusedContext(), name: "test", clock, ...options, sources });
  const done = controller.start({ signal: end.signal });
  done.catch(() => {}); // Tests that expect an error await it.
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await clock.runUntilIdle();
    await done.catch(() => {});
  };
  onTestFinished(stop);
  return { clock, controller, push: source.push, done, stop };
}
