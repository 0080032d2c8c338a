import { expect, test } from "vitest";
import { brandingOf, defaultBranding, textOn } from "./branding.model.ts";

test("branding: defaults, then organization, then agent; the first words from the agent's message, its branding, the organization's", () => {
  expect(brandingOf(null)).toEqual(defaultBranding);
  const org = {
    branding_config: {
      companyName: "Carver",
      primaryColor: "#112233",
      welcomeMessage: "From the county",
    },
  };
  expect(brandingOf(org)).toMatchObject({
    companyName: "Carver",
    primaryColor: "#112233",
    secondaryColor: "#1E40AF",
    welcomeMessage: "From the county",
  });
  expect(
    brandingOf(org, {
      branding_config: { companyName: "Helper", welcomeMessage: "From the agent's branding" },
    }),
  ).toMatchObject({
    companyName: "Helper",
    primaryColor: "#112233",
    welcomeMessage: "From the agent's branding",
  });
  expect(
    brandingOf(org, { branding_config: { welcomeMessage: "x" }, welcome_message: "From the agent" })
      .welcomeMessage,
  ).toBe("From the agent");
  expect(brandingOf({ branding_config: { primaryColor: "red;}", evil: "x" } as never })).toEqual(
    defaultBranding,
  );
});

test("text on any color reads: one of the two stands out by 4.5 at least", () => {
  const l = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((n, c, at) => n + c * [0.2126, 0.7152, 0.0722][at]!, 0);
  for (let i = 0; i < 4096; i++) {
    const hex = `#${[i >> 8, (i >> 4) & 15, i & 15].map((c) => (c * 17).toString(16).padStart(2, "0")).join("")}`;
    const [a, b] = [l(hex), l(textOn(hex))].toSorted((x, y) => y - x) as [number, number];
    expect((a + 0.05) / (b + 0.05), hex).toBeGreaterThanOrEqual(4.5);
  }
});
