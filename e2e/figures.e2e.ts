// The dashboard's figures agree with the lists that they open; who may not open a screen is led on.
import { afterAll, expect, test } from "vitest";
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
