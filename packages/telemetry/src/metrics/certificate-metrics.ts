/** `certwatcher_*`: reads of the serving certificate, under controller-runtime's names. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { CertificateObserver } from "../observe/certificate-observer.ts";

export function createCertificateMetrics(registers: Registry[]): Required<CertificateObserver> {
  const reads = new Counter({
    name: "certwatcher_read_certificate_total",
    help: "Total number of certificate reads",
    registers,
  });
  const errors = new Counter({
    name: "certwatcher_read_certificate_errors_total",
    help: "Total number of certificate read errors",
    registers,
  });
  return {
    read({ error }) {
      reads.inc();
      if (error !== undefined) errors.inc();
    },
  };
}
