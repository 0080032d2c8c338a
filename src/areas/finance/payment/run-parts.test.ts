import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { PlannedPanel } from "./RunParts.tsx";

const payment = (vendorId: string) => ({
  vendorId,
  vendor: `Vendor ${vendorId}`,
  method: "check" as const,
  amount: 10_00,
  invoices: [],
});
const markup = (vendors: readonly string[], off: readonly string[]) =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(PlannedPanel, {
        payments: vendors.map(payment),
        off: new Set(off),
        onToggle: () => {},
      }),
    ),
  );

test("of the payments that another date brings, only those that are taken off themselves are counted as off", () => {
  expect(markup(["a", "b"], ["b"])).toContain("1 of 2 payments");
  expect(markup(["a"], ["b", "c"])).toContain("1 of 1 payment<");
});
