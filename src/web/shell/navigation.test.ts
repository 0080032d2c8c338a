import { expect, it } from "vitest";
import { sectionOf, visibleNavigation } from "./navigation.ts";

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
