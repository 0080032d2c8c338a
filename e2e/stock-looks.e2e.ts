// Every screen of the stores and of what arrives, as the storekeeper and the receiver see it: both themes, a wide
// window and a phone, without a fault, without what axe finds, and nothing wider than its window.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { stranger, url } from "./people.ts";
import { get, send } from "./steps.ts";

const { come, join } = crew();

type Page = Awaited<ReturnType<typeof come>>;

const plain = [
  "/inventory",
  "/inventory/items/new",
  "/inventory/items/import",
  "/inventory/locations/new",
  "/inventory/put-away",
  "/inventory/opening",
  "/inventory/counts",
  "/inventory/transfers",
  "/inventory/movements",
  "/inventory/lots",
  "/inventory/labels",
  "/inventory/rules",
  "/shipment-tracking",
  "/shipment-tracking/import",
];

const first = async (page: Page, path: string, to: string): Promise<string[]> =>
  (await get<{ items: { id: string }[] }>(page, path)).items
    .slice(0, 1)
    .map(({ id }) => `${to}/${id}`);

const pathsOf = async (page: Page): Promise<string[]> => {
  const [counting] = await first(
    page,
    "/api/v1/stock-counts?status=open,recount&limit=1",
    "/inventory/counts",
  );
  const parts = await Promise.all([
    first(page, "/api/v1/stock-items?q=Nitrile&limit=1", "/inventory/items"),
    first(page, "/api/v1/stock-lots?condition=quarantined&limit=1", "/inventory/lots"),
    first(page, "/api/v1/stock-locations?q=COUNTER&limit=1", "/inventory/locations"),
    first(page, "/api/v1/stock-counts?status=posted&limit=1", "/inventory/counts"),
    first(page, "/api/v1/stock-transfers?status=short&limit=1", "/inventory/transfers"),
    first(page, "/api/v1/stock-transfers?status=sent&limit=1", "/inventory/transfers"),
    first(page, "/api/v1/stock-movements?kind=issue&limit=1", "/inventory/movements"),
    first(page, "/api/v1/ship-notices?limit=1", "/shipment-tracking"),
  ]);
  const counts = counting ? [counting, `${counting}/counting`] : [];
  return [...plain, ...counts, ...parts.flat()];
};

/** The page of a driver of what is on its way, as whoever drives it sees it. */
const driverLink = async (page: Page): Promise<string> => {
  const { items } = await get<{ items: { id: string }[] }>(
    page,
    "/api/v1/ship-notices?open=true&limit=1",
  );
  const made = await send<{ path: string }>(
    page,
    "POST",
    `/api/v1/ship-notices/${items[0]!.id}/driver-links`,
    {},
  );
  return made.path;
};

const folder = process.env.LEVEE_SHOTS;
for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const)
  test(`every screen of the stores, ${theme}, ${width} wide`, async () => {
    const page = await come("stores", "/inventory", { theme, width });
    const found: string[] = [];
    const see = async (by: Page, path: string, n: number | string) => {
      await by.goto(`${url}${path}`);
      await by.locator("main h1").first().waitFor();
      await by.waitForFunction(() => !document.querySelector("main .skeleton"));
      if (folder) await by.screenshot({ path: `${folder}/stock-${theme}-${width}-${n}.png` });
      found.push(...(await looks(by, path.split("/delivery/")[0] || "/delivery")));
    };
    const paths = await pathsOf(page);
    expect(paths.length).toBeGreaterThan(plain.length + 8);
    for (const [n, path] of paths.entries()) await see(page, path, n);
    const receiver = await come("receiver", "/shipment-tracking");
    const { page: driver } = join(await stranger({ theme, width }));
    await see(driver, await driverLink(receiver), "driver");
    expect(found).toEqual([]);
  }, 300_000);
