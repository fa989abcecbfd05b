import { markerTable } from "@kubewright/gen";
import { expect, test } from "vitest";
import { printMarkers } from "./marker-help.ts";

test("generate -w prints one line for each marker of the given generators", () => {
  const text = printMarkers(markerTable, 1, ["rbac"]);

  expect(text).toBe(`RBAC\n\n  ${"@kubebuilder:rbac:…".padEnd(52)}Adds a rule to the role of the program.\n`);
  expect(printMarkers(markerTable, 1, ["crd"])).not.toContain("@kubebuilder:rbac");
});

test("generate -ww adds targets and arguments, -www adds examples", () => {
  const two = printMarkers(markerTable, 2);
  const three = printMarkers(markerTable, 3);

  expect(two).toContain("  @kubebuilder:validation:Minimum=<number>  on a type or a field\n    The smallest value.\n");
  expect(two).toContain(`      ${"rule (needed)".padEnd(28)}string    A CEL expression; self is the value.\n`);
  expect(two).not.toContain("@minimum 1");
  expect(three).toContain("      @kubebuilder:validation:Minimum=1\n      @minimum 1\n");
});

test("generate -wwww prints the complete table as JSON", () => {
  expect(JSON.parse(printMarkers(markerTable, 4))).toHaveLength(markerTable.length);
});
