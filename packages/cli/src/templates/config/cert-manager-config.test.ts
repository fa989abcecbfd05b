import { servingCertificates as chartCertificates } from "@kubewright/helm";
import { expect, test } from "vitest";

import { servingCertificates } from "./cert-manager-config.ts";

test("charts have the certificates of config/certmanager", () => {
  expect(servingCertificates).toMatchObject(chartCertificates);
  expect(Object.keys(chartCertificates)).toEqual(Object.keys(servingCertificates));
});
