// Zoomed in, the screens that people use most keep every word and every control.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";

const { come } = crew();

const zoomed: readonly (readonly [
  who: string,
  path: string,
  records?: readonly [api: string, below: string],
])[] = [
  ["manager", "/dashboard"],
  ["manager", "/smart-requisition"],
  ["manager", "/approvals-inbox"],
  ["manager", "/smart-requisition/new"],
  ["manager", "/notifications"],
  ["manager", "/settings"],
  ["ap", "/invoices", ["invoices", "/invoices"]],
  ["buyer", "/purchase-orders", ["purchase-orders", "/purchase-orders"]],
  ["treasurer", "/payments", ["payment-runs", "/payments/runs"]],
  ["budget", "/budget-management"],
  ["admin", "/team"],
];

/**
 * The words that lead somewhere or name something: headings, buttons, links, labels of columns and
 * fields.
 */
const words = (page: Page) =>
  page.evaluate(() => {
    const seen = [
      ...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, button, a, th, dt, label)"),
    ].filter((each) => each.checkVisibility());
    return [
      ...new Set(
        seen
          .map((each) =>
            (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().replace(/\s+/g, " "),
          )
          .filter(Boolean),
      ),
    ];
  });
const drawn = (page: Page) =>
  page.waitForFunction(
    () =>
      ![...document.querySelectorAll(".skeleton, .boot")].some((each) => each.checkVisibility()) &&
      document.querySelector("main h1"),
  );
/** What a small screen keeps in the menu of a record: its other actions. */
const inMenu = async (page: Page): Promise<string> => {
  const more = page.locator("main .record-more");
  if ((await more.count()) === 0) return "";
  await more.click();
  const said = await page.getByRole("menu").innerText();
  await page.keyboard.press("Escape");
  return said;
};
/** What a list in cards says without words: sorting, the column chooser, the keys of the table. */
const onlyOfTables = /^(Select all rows|Choose columns|Row height.*|.*sort.*|C|Select .*)$/i;

test.each(["1440 px at 200 %", "1280 px at 400 %"])(
  "zoom, %s: no key screen scrolls sideways, and what it names is still there",
  async (zoom) => {
    const twice = zoom.includes("200");
    const lost: string[] = [];
    for (const who of [...new Set(zoomed.map(([name]) => name))]) {
      const page = await come(who, "/notifications");
      const token = await page.evaluate(
        () =>
          (JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string })
            .access_token,
      );
      for (const [, path, records] of zoomed.filter(([name]) => name === who)) {
        const record =
          records &&
          `${records[1]}/${((await (await fetch(`${url}/api/v1/${records[0]}?limit=1`, { headers: { authorization: `Bearer ${token}` } })).json()) as { items: { id: string }[] }).items[0]!.id}`;
        for (const address of record ? [path, record] : [path]) {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(`${url}${address}`);
          await drawn(page);
          const whole = await words(page);
          await page.setViewportSize(
            twice ? { width: 720, height: 450 } : { width: 320, height: 256 },
          );
          await drawn(page);
          const wide = () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
          // A chart draws itself anew a moment after its room changed.
          await page
            .waitForFunction(
              () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
              null,
              { timeout: 4000 },
            )
            .catch(async () =>
              lost.push(`${address} is wider than the window by ${await wide()} px`),
            );
          for (const control of ["Open the menu", /^Quick actions/, /^Notifications/])
            if (!(await page.locator(".app-head").getByLabel(control).first().isVisible()))
              lost.push(`${address}: ${String(control)} is gone`);
          // The inbox keeps its requests and opens the details on another screen: other words for
          // the same.
          if (!twice || address === "/approvals-inbox") continue;
          const text = await page.evaluate(
            () =>
              [...document.querySelectorAll<HTMLElement>("main [aria-label]")]
                .filter((each) => each.checkVisibility())
                .map((each) => each.getAttribute("aria-label"))
                .join("\n") + document.querySelector("main")!.textContent!.replace(/\s+/g, " "),
          );
          const shown = (await words(page)).join("\n") + text + (await inMenu(page));
          lost.push(
            ...whole
              .filter(
                (word) => !onlyOfTables.test(word) && !shown.includes(word.replace(/, \$$/, "")),
              )
              .map((word) => `${address}: “${word}” is gone`),
          );
        }
      }
    }
    expect(lost).toEqual([]);
  },
);
