import { expect, test } from "vitest";

import { loadOptional } from "./optional-package.ts";

const name = "@kubewright/helm";

function failing(error: Error): Promise<unknown> {
  return loadOptional({ name, purpose: "create a chart", load: () => Promise.reject(error) });
}

function notFound(missing: string): Error {
  const message = `Cannot find package '${missing}' imported from /project/node_modules/kubewright/dist/bundle/main.js`;
  return Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}

test("loadOptional() names the npm command for a package that is not installed", async () => {
  await expect(failing(notFound(name))).rejects.toThrow(
    "Cannot create a chart: the package @kubewright/helm is not installed: expected it beside the command: npm install --save-dev --save-exact @kubewright/helm",
  );
});

test("loadOptional() names another way to install the package", async () => {
  const loading = loadOptional({
    name,
    purpose: "create a chart",
    load: () => Promise.reject(notFound(name)),
    install: "npx --package kubewright --package @kubewright/helm kubewright edit",
  });

  await expect(loading).rejects.toThrow(
    "Cannot create a chart: the package @kubewright/helm is not installed: expected it beside the command: npx --package kubewright --package @kubewright/helm kubewright edit",
  );
});

test.each([notFound("yaml"), new Error("Cannot find package '@kubewright/helm'"), new SyntaxError("unexpected token")])(
  "loadOptional() does not hide another error: $message",
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);
