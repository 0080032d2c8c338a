import { afterAll, expect, test } from "vitest";
import { looks, violations } from "./looks.ts";
import { closeBrowser, signIn, stranger, url } from "./people.ts";

afterAll(closeBrowser);

const shown: readonly [string, readonly string[]][] = [
  [
    "manager",
    [
      "/dashboard",
      "/smart-requisition",
      "/ai-procurement",
      "/purchase-orders",
      "/contracts",
      "/contracts/new",
      "/contract-lifecycle",
      "/approvals-inbox",
      "/vendor-directory",
      "/invoices",
      "/payments",
      "/budget-management",
      "/cost-centers",
      "/blockchain",
      "/notifications",
      "/settings",
      "/team",
    ],
  ],
];
const firsts: readonly [string, string][] = [
  ["/smart-requisition", "/api/v1/requisitions"],
  ["/purchase-orders", "/api/v1/purchase-orders"],
  ["/contracts", "/api/v1/contracts"],
  ["/contracts/amendments", "/api/v1/contract-amendments"],
  ["/invoices", "/api/v1/invoices"],
  ["/vendor-directory", "/api/v1/vendors"],
  ["/payments/runs", "/api/v1/payment-runs"],
  ["/budget-management/lines", "/api/v1/budget-lines"],
];

test.each([
  ["dark", 1440],
  ["light", 390],
] as const)(
  "screens in %s at %d px: no violation of WCAG 2.2 AA, no error in the console, nothing wider than the window",
  async (theme, width) => {
    const found: string[] = [];
    for (const [name, paths] of shown) {
      const { page, context, faults } = await signIn(name, { theme, width });
      const { access_token: token } = await page.evaluate(
        () => JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string },
      );
      const records = await Promise.all(
        firsts.map(
          async ([place, api]) =>
            `${place}/${((await (await fetch(`${url}${api}?limit=1`, { headers: { authorization: `Bearer ${token}` } })).json()) as { items: { id: string }[] }).items[0]!.id}`,
        ),
      );
      for (const path of [...paths, ...records]) {
        await page.goto(`${url}${path}`);
        await page.locator("main h1").first().waitFor();
        await page.waitForFunction(() => !document.querySelector(".skeleton"));
        await page.waitForTimeout(200);
        found.push(...(await looks(page, path)));
      }
      expect([...found, ...faults]).toEqual([]);
      await context.close();
    }
  },
);

test("the kit's workbench in both themes", async () => {
  for (const theme of ["dark", "light"] as const) {
    const { page, context, faults } = await stranger({ theme });
    for (const part of ["parts", "list", "record", "form", "states", "jobs", "import"]) {
      await page.goto(`${url}/dev/kit?part=${part}`);
      await page.locator("h1").first().waitFor();
      expect(await violations(page, part)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  }
});
