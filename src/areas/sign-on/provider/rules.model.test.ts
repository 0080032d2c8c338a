// Why a step of a sign-in provider is refused.
import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { providerCycle } from "./provider.labels.ts";

test("a SAML provider is activated once its certificates are known", () => {
  const activate = (over: object) =>
    reasonOf(providerCycle, "activate", {
      status: "tested",
      kind: "saml",
      certificates: [],
      ...over,
    });
  expect(activate({})).toBe("Take in the provider's metadata first.");
  expect(activate({ certificates: ["a"] })).toBeNull();
  expect(activate({ kind: "oidc" })).toBeNull();
});
