import { expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import { httpsTarget, isLocal, saidEncrypted } from "./https.ts";

const rule = { LEVEE_FORCE_HTTPS: true, LEVEE_ORIGIN: "https://levee.county.gov" };
const asked = {
  host: "levee.county.gov",
  url: "/invoices?status=paid",
  encrypted: false,
};

test("in the clear only on this machine; every other host is led to HTTPS with path and query", () => {
  expect(httpsTarget(rule, asked)).toBe("https://levee.county.gov/invoices?status=paid");
  for (const host of [
    "localhost",
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "aging.localhost:3000",
  ])
    expect(httpsTarget(rule, { ...asked, host }), host).toBeNull();
  for (const host of ["localhost.evil.test", "127.0.0.1.evil.test", "notlocalhost"])
    expect(isLocal(host), host).toBe(false);
});

test("the proxy's header counts only where the setting trusts it; the origin's name wins over the host's; probes and a closed network stay", () => {
  const from = (remoteAddress: string, proto: string) =>
    ({
      socket: { remoteAddress },
      headers: { "x-forwarded-proto": proto },
    }) as never as IncomingMessage;
  expect(saidEncrypted(false, from("10.0.0.8", "https"))).toBe(false);
  expect(saidEncrypted(1, from("10.0.0.8", "https"))).toBe(true);
  expect(saidEncrypted(1, from("10.0.0.8", "https, http"))).toBe(false);
  expect(saidEncrypted(["10.0.0.8"], from("10.0.0.8", "https"))).toBe(true);
  expect(saidEncrypted(["10.0.0.8"], from("203.0.113.5", "https"))).toBe(false);
  expect(httpsTarget(rule, { ...asked, host: "evil.test" })).toBe(
    "https://levee.county.gov/invoices?status=paid",
  );
  expect(httpsTarget({ ...rule, LEVEE_ORIGIN: undefined }, asked)).toBe("nowhere");
  expect(httpsTarget(rule, { ...asked, url: "/readyz" })).toBeNull();
  expect(httpsTarget({ ...rule, LEVEE_FORCE_HTTPS: false }, asked)).toBeNull();
  expect(httpsTarget(rule, { ...asked, encrypted: true })).toBeNull();
});
