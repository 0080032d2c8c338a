// The whole shell by keyboard alone, with the focus always seen; and at 200 % zoom, where nothing
// is lost.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";

const { come } = crew();

type Stop = { name: string; seen: boolean };
/** Where the focus is, and whether somebody who looks can tell. */
const here = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement;
    const name = (
      at.getAttribute("aria-label") ??
      at.labels?.[0]?.textContent ??
      at.textContent ??
      ""
    )
      .trim()
      .replace(/\s+/g, " ");
    const style = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const marked =
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== "none" ||
      at.matches("input, textarea, select, .skip-link");
    return {
      name,
      seen:
        at === document.body ||
        at.id === "main" ||
        (marked &&
          box.width > 0 &&
          box.right > 0 &&
          box.bottom > 0 &&
          box.left < innerWidth &&
          box.top < innerHeight),
    };
  });

/** Presses Tab until something of that name has the focus; every stop on the way must be seen. */
const tabTo = async (
  page: Page,
  name: string | RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> => {
  const passed: string[] = [];
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key);
    const stop = await here(page);
    passed.push(stop.name);
    if (!stop.seen)
      await expect
        .poll(() => here(page), { message: `the focus is not seen on “${stop.name}”` })
        .toEqual({ name: stop.name, seen: true });
    if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return;
  }
  throw new Error(`never reached ${String(name)}; passed ${passed.join(" | ")}`);
};
const focused = (page: Page, name: string | RegExp) =>
  expect.poll(async () => (await here(page)).name).toMatch(name);

test("skip link, sidebar, palette: by keys alone", async () => {
  const page = await come("manager", "/purchase-orders");
  await page.locator("aside .nav-section").first().waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => here(page)).toEqual({ name: "Skip to content", seen: true });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "main");
  await page.keyboard.press("Tab");
  expect(
    await page.evaluate(() => document.querySelector("main")!.contains(document.activeElement)),
  ).toBe(true);
  await page.reload();
  await page.locator("aside .nav-section").first().waitFor();
  await tabTo(page, "Core Procurement");
  await page.keyboard.press("Enter");
  expect(
    await page.getByRole("button", { name: "Core Procurement" }).getAttribute("aria-expanded"),
  ).toBe("true");
  await tabTo(page, /^Smart requisition/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/smart-requisition$/);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.waitFor();
  await page.keyboard.type("Notifications");
  await palette.locator('[cmdk-item][data-selected="true"]').waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/notifications$/);
});

test("header: quick actions, both lists, avatar menu: each opens, moves by arrows, closes by Esc and gives the focus back", async () => {
  const page = await come("manager", "/settings");
  await page.locator("aside .nav-section").first().waitFor();
  for (const [name, role] of [
    [/^Quick actions/, "menu"],
    [/, account of /, "menu"],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
    await page.getByRole(role).waitFor();
    await page.waitForFunction(() =>
      document.querySelector('[role="menu"]')?.contains(document.activeElement),
    );
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe(
      "menuitem",
    );
    await page.keyboard.press("Escape");
    await page.getByRole(role).waitFor({ state: "detached" });
    await focused(page, name);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  await page.keyboard.type("set");
  await focused(page, /^Settings$/);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await tabTo(page, /^Notifications, /, "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("group", { name: "Notifications" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "Notifications" }).waitFor({ state: "detached" });
  await focused(page, /^Notifications, /);
});

test("feedback is a dialog that holds the focus; assistant and tutorial take it, Esc brings it back", async () => {
  const page = await come("ap", "/settings");
  await page.locator("aside .nav-section").first().waitFor();
  await tabTo(page, "Send feedback");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Send feedback" });
  await form.waitFor();
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await focused(page, /^Send feedback$/);
  await tabTo(page, "Open the assistant");
  await page.keyboard.press("Enter");
  await focused(page, /^Your question$/);
  await page.keyboard.type("What is a receipt?");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await page.keyboard.press("Escape");
  await focused(page, /^Open the assistant$/);
  await tabTo(page, "Start tutorial", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "tour-title");
  await tabTo(page, "Next");
  await page.keyboard.press("Enter");
  await page
    .locator(".tour")
    .getByText(/^2 of /)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".tour").waitFor({ state: "detached" });
  await focused(page, /^Start tutorial$/);
});

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
