// Every screen of reports holds WCAG 2.2 AA and fits its window, wide and narrow, in light and dark.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get } from "./steps.ts";

const { enter } = crew();

const builder = "/enhanced-reporting?measures=orders.ordered&by=department&period=fiscal-year";
const tabs = ["reports", "dashboards", "schedules", "runs", "published"];

test(
  "the screens of reports hold in both themes, wide and on a phone",
  { timeout: 420_000 },
  async () => {
    const { page } = await enter("budget");
    const first = async (list: string) =>
      (await get<{ items: { id: string }[] }>(page, `/api/v1/${list}`)).items[0]!.id;
    const paths = [
      "/reports",
      ...tabs.map((tab) => `/reports?tab=${tab}`),
      ...["table", "pivot", "bar", "line"].map((chart) => `${builder}&chart=${chart}`),
      "/reports/budgetary-comparison",
      "/predictive-ai",
      "/predictive-ai?measures=orders.ordered",
      `/reports/${await first("saved-reports")}`,
      `/reports/runs/${await first("kept-runs")}`,
      `/reports/schedules/${await first("report-schedules")}`,
      `/reports/published/${await first("publications")}`,
      "/citizen-portal/spending",
      "/citizen-portal/reports/spending",
    ];
    const found: string[] = [];
    for (const [width, colorScheme] of [
      [1440, "light"],
      [390, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const path of paths) {
        await page.goto(`${url}${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await page.waitForTimeout(600);
        found.push(...(await looks(page, `${path} at ${width}`)));
      }
    }
    expect(found).toEqual([]);
  },
);
