import { expect, it } from "vitest";
import { pages } from "#areas.ts";
import { heldPages, sectionOf, visibleNavigation } from "./navigation.ts";

it("finds the section of a page and of the records beneath it, the closest where two name it, none where none does", () => {
  const sections = visibleNavigation("admin", () => true);
  const at = (path: string) => sectionOf(sections, path)?.label;
  expect(
    [
      "/purchase-orders",
      "/purchase-orders/1/receive",
      "/admin/training",
      "/admin/feedback",
      "/cost-centers",
      "/notifications",
    ].map(at),
  ).toEqual([
    "Core Procurement",
    "Core Procurement",
    "Training & Certification",
    "Organization Admin",
    "Organization Admin",
    undefined,
  ]);
});

it("gives every page an address of its own: of two that look alike only the first would open", () => {
  const shapes = pages.map((page) => page.path.replace(/:[a-zA-Z]+/g, ":"));
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
});

it("shows a page of staff to whoever a duty lets in, and nothing else of its section", () => {
  const of = (...held: string[]) =>
    visibleNavigation(
      "user",
      () => true,
      heldPages((name) => held.includes(name)),
    )
      .flatMap((section) => section.items)
      .map((entry) => entry.to);
  const plain = of();
  expect(of("costCenter.read").filter((to) => !plain.includes(to))).toEqual(["/cost-centers"]);
  // An auditor reads emergency orders, and finds them.
  expect(of("emergency.read").filter((to) => !plain.includes(to))).toEqual([
    "/emergency-procurement",
  ]);
  expect(of("inspection.manage").filter((to) => !plain.includes(to))).toEqual([
    "/inspections-checklists",
  ]);
});
