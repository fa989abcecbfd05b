// What the compiler knows of a kind with defaults and of its apply configuration. It is checked by tsc; nothing here runs.
import { Unstructured } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import {
  createFleetApplyConfiguration,
  extractFleet,
} from "../../testdata/written-and-stored/api/v1/applyconfiguration/fleet.ts";
import type { FleetApplyConfiguration } from "../../testdata/written-and-stored/api/v1/applyconfiguration/fleet.ts";
import { Fleet } from "../../testdata/written-and-stored/api/v1/zz_generated.fleet.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

declare const client: Client;
declare const fleet: Stored<Fleet>;

// A field with a default may be left out of what is written, and of what a client returns it is read without asking.
const written: Fleet = { spec: { harbour: "Porto", ships: [{ name: "a" }], soundings: { bay: { metres: 3 } } } };
const created: Promise<Stored<Fleet>> = client.create(Fleet, written);
const mood: "calm" | "stormy" = fleet.spec.mood;
const mast: string = fleet.spec.timber.mast;
const masts: readonly number[] = (fleet.spec.ships ?? []).map((ship) => ship.masts);
for (const ship of fleet.spec.ships ?? []) holds<Equal<typeof ship.masts, number>>();
const safe: boolean | undefined = fleet.spec.soundings?.["bay"]?.isSafe;
const got: Promise<"calm" | "stormy" | undefined> = client.get(Fleet, { name: "a" }).then((one) => one?.spec.mood);

// One that has no default stays as it is; what may be null may stay null.
// @ts-expect-error ships may be absent
const ships: readonly object[] = fleet.spec.ships;
// @ts-expect-error an admiral may be null
const admiral: string = fleet.spec.admiral;

// What is stored can be written again, with a field changed, and goes wherever the kind goes.
const changed: Promise<Stored<Fleet>> = client.update(Unstructured, {
  ...fleet,
  spec: { ...fleet.spec, mood: "stormy" },
});
const asWritten: Fleet = fleet;
const patched: Promise<Stored<Fleet>> = client.patchStatus(fleet, { anchored: true });

// What is applied says which object and which items are meant, and of all else only what it wants.
const applied: FleetApplyConfiguration = {
  apiVersion: "sea.example.com/v1",
  kind: "Fleet",
  metadata: { name: "a", namespace: "default", labels: { crew: "brave" } },
  spec: { ships: [{ name: "a", masts: 2 }], timber: {}, crew: { spec: { containers: [{ name: "cook" }] } } },
};
const answered: Promise<"calm" | "stormy"> = client.apply(Unstructured, applied).then((one) => one.spec.mood);
const made = createFleetApplyConfiguration({ name: "a" }, { status: { anchored: true } });
const extracted: FleetApplyConfiguration = extractFleet(fleet, "me", { subresource: "status" });
// @ts-expect-error an item of a list with keys says which one it is
const noKey: FleetApplyConfiguration = { ...applied, spec: { ships: [{ masts: 2 }] } };
// @ts-expect-error an object that is one value is given whole
const half: FleetApplyConfiguration = { ...applied, spec: { position: { latitude: "1" } } };
// @ts-expect-error so is an item of a list that is one value
const noInspector: FleetApplyConfiguration = { ...applied, status: { inspections: [{}] } };
// @ts-expect-error there is no such field
const unknownField: FleetApplyConfiguration = { ...applied, spec: { habour: "Porto" } };
// @ts-expect-error an object without a name cannot be applied
const noName: FleetApplyConfiguration = { ...applied, metadata: {} };

export {
  admiral,
  answered,
  asWritten,
  changed,
  created,
  extracted,
  got,
  half,
  made,
  mast,
  masts,
  mood,
  noInspector,
  noKey,
  noName,
  patched,
  safe,
  ships,
  unknownField,
};
