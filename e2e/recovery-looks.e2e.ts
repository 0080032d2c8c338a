// Every screen of recovery as its people see it: both themes, a wide window and a phone, without a fault,
// without what axe finds, and nothing wider than its window.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get } from "./steps.ts";

const { come } = crew();
const tabs = [
  "declarations",
  "request",
  "damage",
  "projects",
  "costs",
  "reimbursement",
  "questions",
  "appeals",
  "closeout",
  "mitigation",
];

const pathsOf = async (page: Parameters<typeof get>[0]): Promise<string[]> => {
  const ids = async (path: string) =>
    (await get<{ items: { id: string }[] }>(page, `${path}?limit=100`)).items.map((i) => i.id);
  const first = async (path: string, to: string) =>
    (await ids(path)).slice(-1).map((id) => `/fema-grants-hub/${to}/${id}`);
  return [
    ...tabs.map((tab) => `/fema-grants-hub?tab=${tab}`),
    "/fema-grants-hub/crew",
    "/fema-grants-hub/damage/new",
    "/fema-forms",
    "/fema-integration/damage",
    "/fema-integration/obligations",
    "/fema-integration/declarations",
    "/disaster-grants",
    ...(await first("/api/v1/pa-declarations", "declarations")),
    ...(await first("/api/v1/pa-damage", "damage")),
    ...(await ids("/api/v1/pa-projects")).map((id) => `/fema-grants-hub/projects/${id}`),
    ...(await first("/api/v1/pa-requests", "requests")),
    ...(await first("/api/v1/pa-appeals", "appeals")),
    ...(await first("/api/v1/pa-mitigation", "mitigation")),
  ];
};

const folder = process.env.LEVEE_SHOTS;
for (const [theme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const)
  test(`every screen of recovery, ${theme}, ${width} wide`, async () => {
    const page = await come("recovery", "/fema-grants-hub", { theme, width });
    const found: string[] = [];
    const paths = await pathsOf(page);
    for (const [n, path] of paths.entries()) {
      await page.goto(`${url}${path}`);
      await page.locator("main h1").first().waitFor();
      await page.waitForFunction(() => !document.querySelector("main .skeleton"));
      if (folder) await page.screenshot({ path: `${folder}/${theme}-${n}.png`, fullPage: true });
      found.push(...(await looks(page, path)));
    }
    expect(found).toEqual([]);
  });

test("FEMA integration, as a manager sees it", async () => {
  for (const [theme, width] of [
    ["light", 390],
    ["dark", 1440],
  ] as const) {
    const page = await come("manager", "/fema-integration", { theme, width });
    await page.getByText("Data sets of OpenFEMA").first().waitFor();
    expect(await looks(page, "/fema-integration")).toEqual([]);
  }
});
