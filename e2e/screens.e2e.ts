import { afterAll, expect, test } from "vitest";
import { looks, violations } from "./looks.ts";
import { closeBrowser, signIn, stranger, url } from "./people.ts";

afterAll(closeBrowser);

type Dashboard = Record<
  "figures" | "flow" | "duties",
  {
    id: string;
    count: number;
    amount: number | null;
    sums: string | null;
    api: string;
    query: string;
    href: string;
  }[]
>;

test("every figure of the dashboard is the total of the list that it opens", async () => {
  const { page, context } = await signIn("manager");
  const { access_token: token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string },
  );
  const get = async <T>(path: string): Promise<T> =>
    (
      await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).json() as Promise<T>;
  const d = await get<Dashboard>("/api/v1/dashboard");
  const figures = [...d.figures, ...d.flow, ...d.duties];
  expect(figures.length).toBeGreaterThan(12);
  for (const f of figures) {
    const list = await get<{ total: number; totals?: Record<string, number> }>(
      `${f.api}?${f.query}&limit=1`,
    );
    expect(list.total, `${f.id}: ${f.query}`).toBe(f.count);
    expect(f.amount, `${f.id} amount`).toBe(f.sums ? list.totals![f.sums]! : null);
  }
  expect(figures.some((f) => f.count > 0)).toBe(true);
  // And so does the screen that it opens, beside its heading: a filter that the screen does not
  // know would be dropped on the way.
  for (const f of figures) {
    await page.goto(`${url}${f.href}`);
    await expect
      .poll(() => page.locator("main h1 .count").first().textContent(), {
        message: `${f.id}: ${f.href}`,
      })
      .toBe(f.count.toLocaleString("en-US"));
  }
  await context.close();
});

const shown: readonly [string, readonly string[]][] = [
  [
    "manager",
    [
      "/dashboard",
      "/smart-requisition",
      "/ai-procurement",
      "/purchase-orders",
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

test("what a role may not open leads where it should; a stranger signs in first and comes back", async () => {
  const { page, context } = await signIn("user");
  await page.goto(`${url}/approvals-inbox`);
  await page.waitForURL((u) => u.pathname === "/dashboard");
  await context.close();
  const visitor = await stranger();
  await visitor.page.goto(`${url}/invoices`);
  await visitor.page.waitForURL((u) => u.pathname === "/auth");
  const answer = await visitor.page.goto(`${url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await visitor.context.close();
});
