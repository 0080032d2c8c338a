// Every screen of the books, the bank and the finance system as the controller sees it: both themes, a wide
// window and a phone, without a fault, without what axe finds, and nothing wider than its window.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get } from "./steps.ts";

const { come } = crew();

const books = "/budget-management";
const plain = [
  `${books}/close`,
  `${books}/journal`,
  `${books}/not-posted`,
  `${books}/journal-entries`,
  `${books}/journal-entries/new`,
  `${books}/journal-entries/import`,
  `${books}/ledger-lines`,
  `${books}/posting-rules`,
  `${books}/finance-system`,
  `${books}/finance-system?tab=reconciliation`,
  `${books}/finance-system?tab=mappings`,
  `${books}/finance-system?tab=layouts`,
  `${books}/finance-system/balances/import`,
  `${books}/finance-system/codes/import`,
  "/payments?tab=bank",
  "/payments/bank-lines",
  "/payments/statements/import",
];

const pathsOf = async (page: Parameters<typeof get>[0]): Promise<string[]> => {
  const first = async (path: string, to: string) =>
    (await get<{ items: { id: string }[] }>(page, path)).items
      .slice(0, 1)
      .map(({ id }) => `${to}/${id}`);
  const parts = await Promise.all([
    first("/api/v1/accounting-periods?status=closed&limit=1", `${books}/close`),
    first("/api/v1/accounting-periods?status=open&limit=1", `${books}/close`),
    first("/api/v1/gl-entries?limit=1", `${books}/journal`),
    first("/api/v1/journal-entries?limit=1", `${books}/journal-entries`),
    first("/api/v1/fms-batches?limit=1", `${books}/finance-system/batches`),
    first("/api/v1/fms-layouts", `${books}/finance-system/layouts`),
    first("/api/v1/bank-statements?limit=1", "/payments/statements"),
    first("/api/v1/bank-months?limit=1", "/payments/reconciliations"),
  ]);
  return [...plain, ...parts.flat()];
};

const folder = process.env.LEVEE_SHOTS;
for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)
  test(`every screen of the books, ${theme}, ${width} wide`, async () => {
    const page = await come("controller", `${books}/close`, { theme, width });
    const found: string[] = [];
    const paths = await pathsOf(page);
    expect(paths.length).toBeGreaterThan(plain.length + 4);
    for (const [n, path] of paths.entries()) {
      await page.goto(`${url}${path}`);
      await page.locator("main h1").first().waitFor();
      await page.waitForFunction(() => !document.querySelector("main .skeleton"));
      if (folder) await page.screenshot({ path: `${folder}/books-${theme}-${width}-${n}.png` });
      found.push(...(await looks(page, path)));
    }
    expect(found).toEqual([]);
  }, 240_000);
