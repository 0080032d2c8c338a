import { describe, expect, it } from "vitest";
import { roles } from "#kernel/access.ts";
import { guardTarget, isOwnPath } from "./guard.ts";
import {
  isCurrent,
  isWithin,
  navigation,
  visibleNavigation,
  visibleOutsideNavigation,
} from "./navigation.ts";

describe("route guard", () => {
  it("sends strangers to /auth and people without the role to /dashboard", () => {
    expect(guardTarget("public", false, "user")).toBeNull();
    expect(guardTarget(["admin"], true, "user")).toBe("/dashboard");
    expect(guardTarget(["admin"], true, "user", true)).toBeNull();
    expect(guardTarget(["admin"], false, "user", true)).toBe("/auth");
    expect(guardTarget("open", false, "user")).toBeNull();
    expect(guardTarget("signed-in", false, "user")).toBe("/auth");
    expect(guardTarget("signed-in", true, "user")).toBeNull();
    expect(guardTarget(["admin", "manager"], true, "user")).toBe("/dashboard");
    expect(guardTarget(["admin"], true, "manager")).toBe("/dashboard");
    expect(guardTarget(["admin"], true, "platform_admin")).toBeNull();
    expect(guardTarget(["platform_admin"], true, "admin")).toBe("/dashboard");
  });
  it("remembers own addresses only", () => {
    for (const good of ["/invoices?status=paid#x", "/"]) expect(isOwnPath(good), good).toBe(true);
    for (const bad of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/auth",
      "/a b",
      "",
    ])
      expect(isOwnPath(bad), bad).toBe(false);
  });
});

describe("sidebar", () => {
  const labels = (role: (typeof roles)[number]) =>
    visibleNavigation(role, () => true).map((section) => section.label);
  it("matches roles exactly: a platform_admin sees no admin-only item", () => {
    expect(labels("admin")).toContain("Organization Admin");
    expect(labels("platform_admin")).not.toContain("Organization Admin");
    expect(labels("admin")).not.toContain("Platform Administration");
    expect(labels("user")).not.toContain("Utilities");
    const procurement = (role: (typeof roles)[number]) =>
      visibleNavigation(role, () => true)
        .find((section) => section.label === "Core Procurement")
        ?.items.map((entry) => entry.to);
    expect(procurement("user")).not.toContain("/approvals-inbox");
    expect(procurement("manager")).toContain("/approvals-inbox");
  });
  it("hides what does not exist, and sections that are empty", () => {
    expect(
      visibleNavigation("admin", (path) => path === "/invoices").map((section) => [
        section.label,
        section.items.length,
      ]),
    ).toEqual([["Contracts & Finance", 1]]);
  });
  it("holds the twenty sections of the specification", () => expect(navigation).toHaveLength(20));
  it("shows a vendor's person the vendor's places alone, none of them of the agency's side", () => {
    const places = visibleOutsideNavigation("vendor", () => true).flatMap((section) =>
      section.items.map((entry) => entry.to),
    );
    expect(places.slice(0, 13)).toEqual([
      "/vendor-portal",
      "/opportunities",
      "/vendor-portal/bids",
      "/vendor-portal/protests",
      "/vendor-portal/contracts",
      "/vendor-portal/projects",
      "/vendor-portal/orders",
      "/vendor-portal/grants",
      "/vendor-portal/invoices",
      "/vendor-portal/payments",
      "/vendor-portal/performance",
      "/vendor-portal/messages",
      "/vendor-portal/company",
    ]);
    const own = new Set(["/opportunities", "/settings", "/documentation", "/contact"]);
    const staffs = navigation
      .flatMap((section) => section.items.map((entry) => entry.to))
      .filter((to) => to !== "/vendor-portal" && !own.has(to));
    expect(places.filter((to) => staffs.includes(to))).toEqual([]);
    expect(
      visibleOutsideNavigation("vendor", (path) => path === "/opportunities").map(
        (section) => section.items.length,
      ),
    ).toEqual([1]);
    expect([
      isWithin("/vendor-portal", "/vendor-portal/orders"),
      isWithin("/vendor-portal/orders", "/vendor-portal/orders/a/b"),
      isWithin("/vendor-portal/bids", "/vendor-portal/bidsx"),
    ]).toEqual([false, true, false]);
  });
  it("lights a link only when path and query are the current ones", () => {
    expect(
      isCurrent("/settings?tab=billing", { pathname: "/settings", search: "?tab=billing" }),
    ).toBe(true);
    expect(isCurrent("/settings", { pathname: "/settings", search: "?tab=billing" })).toBe(false);
  });
  it("shows who has no agency and no company the ways in, and no place of an agency", () => {
    expect(
      visibleOutsideNavigation("person", () => true).flatMap((section) =>
        section.items.map((entry) => entry.to),
      ),
    ).toEqual([
      "/welcome",
      "/vendor-registration",
      "/public-opportunities",
      "/notifications",
      "/settings",
      "/documentation",
      "/contact",
    ]);
  });
});
