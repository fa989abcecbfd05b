// The types of a kind with defaults and of its apply configuration. tsc checks this file; nothing here runs.
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

// A field with a default is optional in an object that is written, and always set in an object that a client returns.
const written: Fleet = { spec: { harbour: "Porto", ships: [{ name: "a" }], soundings: { bay: { metres: 3 } } } };
const created: Promise<Stored<Fleet>> = client.create(Fleet, written);
const mood: "calm" | "stormy" = fleet.spec.mood;
const mast: string = fleet.spec.timber.mast;
const masts: readonly number[] = (fleet.spec.ships ?? []).map((ship) => ship.masts);
for (const ship of fleet.spec.ships ?? []) holds<Equal<typeof ship.masts, number>>();
const safe: boolean | undefined = fleet.spec.soundings?.["bay"]?.isSafe;
const got: Promise<"calm" | "stormy" | undefined> = client.get(Fleet, { name: "a" }).then((one) => one?.spec.mood);

// A field without a default stays optional, and a nullable field stays nullable.
// @ts-expect-error ships may be absent
const ships: readonly object[] = fleet.spec.ships;
// @ts-expect-error an admiral may be null
const admiral: string = fleet.spec.admiral;

// A stored object can be changed and written again, and is accepted wherever the kind is accepted.
const changed: Promise<Stored<Fleet>> = client.update(Unstructured, {
  ...fleet,
  spec: { ...fleet.spec, mood: "stormy" },
});
const asWritten: Fleet = fleet;
const patched: Promise<Stored<Fleet>> = client.patchStatus(fleet, { anchored: true });

// An apply configuration names the object and the keys of list items; all other fields are optional.
const applied: FleetApplyConfiguration = {
  apiVersion: "sea.example.com/v1",
  kind: "Fleet",
  metadata: { name: "a", namespace: "default", labels: { crew: "brave" } },
  spec: { ships: [{ name: "a", masts: 2 }], timber: {}, crew: { spec: { containers: [{ name: "cook" }] } } },
};
const answered: Promise<"calm" | "stormy"> = client.apply(Unstructured, applied).then((one) => one.spec.mood);
const made = createFleetApplyConfiguration({ name: "a" }, { status: { anchored: true } });
const extracted: FleetApplyConfiguration = extractFleet(fleet, "me", { subresource: "status" });
// @ts-expect-error an item of a list of type map needs its keys
const noKey: FleetApplyConfiguration = { ...applied, spec: { ships: [{ masts: 2 }] } };
// @ts-expect-error an atomic object needs all its required fields
const half: FleetApplyConfiguration = { ...applied, spec: { position: { latitude: "1" } } };
// @ts-expect-error so does an item of an atomic list
const noInspector: FleetApplyConfiguration = { ...applied, status: { inspections: [{}] } };
// @ts-expect-error the field does not exist
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
