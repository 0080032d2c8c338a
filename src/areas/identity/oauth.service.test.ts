import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { beginOAuth } from "./oauth.service.ts";

// Stands in for a provider's description of itself, after OpenID Connect Discovery 1.0, chapter 3;
// not seen live. The whole sign-in is gone in e2e/accounts.e2e.ts.
let provider: StandIn;
let fault: StandInAnswer | null = null;
beforeAll(async () => {
  provider = await openStandIn(() => {
    const issuer = `http://127.0.0.1:${provider.port}`;
    return (
      fault ?? {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        }),
      }
    );
  });
});
afterAll(() => provider.close());

test("a provider is asked through the one door; a redirect or an answer without end ends the sign-in with a sentence", async () => {
  const config = readConfig({
    LEVEE_DATA_DIR: mkdtempSync(join(tmpdir(), "levee-test-")),
    LEVEE_GOOGLE_CLIENT_ID: "levee",
    LEVEE_GOOGLE_CLIENT_SECRET: "secret",
    LEVEE_GOOGLE_ISSUER: `http://127.0.0.1:${provider.port}`,
  });
  const begun = () =>
    beginOAuth(config).then(
      ({ location }) => location,
      (error: { code?: string }) => error.code,
    );
  for (const [given, code] of [
    [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "outgoing_redirect"],
    [{ fault: "endless", headers: { "content-type": "application/json" } }, "outgoing_size"],
  ] as const) {
    fault = given;
    expect(await begun()).toBe(code);
  }
  fault = null;
  expect(await begun()).toMatch(`http://127.0.0.1:${provider.port}/authorize?`);
  expect(provider.asked[0]!.headers["user-agent"]).toContain("openid-client");
});
