import { expectTypeOf } from "vitest";
import { rotationOf } from "./index.ts";
import type { Certificate, CertificateAuthority, IssuedCertificate, Rotation, Validity } from "./index.ts";

// `rotationOf` accepts a parsed certificate, and an authority can be stored like an issued certificate.
expectTypeOf<Certificate>().toExtend<Validity>();
expectTypeOf<CertificateAuthority>().toExtend<IssuedCertificate>();
expectTypeOf(rotationOf).returns.toEqualTypeOf<Rotation>();

// The renewal time is present only while it is in the future.
expectTypeOf<Extract<Rotation, { kind: "keep" }>>().toHaveProperty("renewAtMs");
expectTypeOf<Extract<Rotation, { kind: "expired" }>>().not.toHaveProperty("renewAtMs");

// @ts-expect-error -- a serving certificate without hosts would fit no connection
expectTypeOf<CertificateAuthority["issueServing"]>().toBeCallableWith({});
