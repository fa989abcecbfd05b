import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Io } from "../io.ts";
import { runGenerate } from "./generate-command.ts";

const root = fileURLToPath(new URL("../../../../examples/crddemo", import.meta.url));

test("generate --verify covers clients, listers and informers, and names what is missing with its text", () => {
  const printed: string[] = [];
  const io: Io = { cwd: root, env: {}, isTty: false, out: (text) => void printed.push(text), err: () => {} };

  runGenerate(["object", "client", "lister", "informer"], { verify: true }, io);
  const upToDate = printed.splice(0);
  const elsewhere = (): void => runGenerate(["lister", "output:lister:dir=pkg/listers"], { verify: true }, io);

  expect(upToDate).toEqual(["5 generated files are up to date\n"]);
  expect(elsewhere).toThrow("Generated files are stale: pkg/listers/listers.ts: run the same command without --verify");
  expect(printed.join("")).toContain("+export type MydemoLister = Lister<Mydemo>;");
});
