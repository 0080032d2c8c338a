// The public pages can be read by everybody: in both themes, on a phone, and zoomed.
import { afterAll, expect, test } from "vitest";
import { tooWide, violations } from "./looks.ts";
import { closeBrowser, stranger, url, wakeAll } from "./people.ts";

afterAll(closeBrowser);

const sample = [
  "/",
  "/products",
  "/pricing",
  "/trust-center",
  "/quantum-ai-advantage",
  "/blog",
  "/blog/change-orders",
  "/documentation",
  "/documentation/audit-ledger",
];

test.each([
  ["dark", 1440],
  ["light", 390],
] as const)(
  "public pages in %s at %d px: WCAG 2.2 AA, nothing wider than the window, zoomed to twice the size as well",
  async (theme, width) => {
    const { page, context, faults } = await stranger({ theme, width });
    const found: string[] = [];
    for (const path of sample) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${url}${path}`);
      await page.waitForFunction(() => document.documentElement.dataset.later === undefined);
      expect(await page.locator("main h1").count(), path).toBe(1);
      await wakeAll(page);
      found.push(...(await violations(page, path)));
      for (const zoomed of [width, width / 2]) {
        // 200 % zoom halves the room in CSS pixels
        await page.setViewportSize({ width: Math.max(320, Math.round(zoomed)), height: 900 });
        found.push(...(await tooWide(page, path)));
      }
    }
    expect([...found, ...faults]).toEqual([]);
    await context.close();
  },
);
