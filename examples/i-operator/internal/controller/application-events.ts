/** The Events of an Application: what `kubectl describe` tells of it. */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { EventNote } from "@kubewright/client";

/** What is not done here must not be left behind: the Application stays until its Deployment has been deleted. */
export const finalizer = "lixueduan.com/application";

export const finalizerAdded: EventNote = {
  type: "Normal",
  reason: "AddFinalizer",
  action: "AddFinalizer",
  note: `Added the finalizer ${finalizer}`,
};

export const finalizerRemoved: EventNote = {
  type: "Normal",
  reason: "RemoveFinalizer",
  action: "RemoveFinalizer",
  note: `Cleaned up and removed the finalizer ${finalizer}`,
};

export function statusUpdated(ready: boolean): EventNote {
  // Two actions, since Events of one action become a series that keeps the note of its first.
  const action = ready ? "SetReady" : "SetNotReady";
  return { type: "Normal", reason: "UpdateStatus", action, note: `Set status.ready to ${ready}` };
}

export function nameTaken(deployment: Deployment): EventNote {
  const note = `Deployment "${deployment.metadata?.name}" exists and does not belong to this Application: delete that Deployment, or create the Application under another name`;
  return { type: "Warning", reason: "NameTaken", action: "CreateDeployment", note, related: deployment };
}

/** An Application that a webhook would have refused. */
export function cannotRun(problem: string): EventNote {
  return { type: "Warning", reason: "InvalidApplication", action: "CreateDeployment", note: problem };
}
