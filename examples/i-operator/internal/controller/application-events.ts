/** The Events of an Application, which `kubectl describe` shows. */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { EventNote } from "@kubewright/client";

/** Keeps the Application until its Deployment has been deleted. */
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
  // Two actions, because Events of one action become a series with the note of the first.
  const action = ready ? "SetReady" : "SetNotReady";
  return { type: "Normal", reason: "UpdateStatus", action, note: `Set status.ready to ${ready}` };
}

export function nameTaken(deployment: Deployment): EventNote {
  const note = `Deployment "${deployment.metadata?.name}" exists and does not belong to this Application: delete that Deployment, or create the Application under another name`;
  return { type: "Warning", reason: "NameTaken", action: "CreateDeployment", note, related: deployment };
}

/** For an Application that the webhook rejects, created while the webhook was not installed. */
export function cannotRun(problem: string): EventNote {
  return { type: "Warning", reason: "InvalidApplication", action: "CreateDeployment", note: problem };
}
