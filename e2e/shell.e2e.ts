import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { send, someRequisition } from "./steps.ts";
import { enter } from "./spec/identities.ts";
import { constants, paletteGroups, quickActions, texts } from "./spec/shell.ts";
import { sidebar, sidebarOf } from "./spec/sidebar.ts";
import type { SpecRole } from "./spec/routes.ts";

const { come, people } = crew(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);

let asked: Promise<Set<string>> | undefined;
const absent = (): Promise<Set<string>> =>
  (asked ??= (async () => {
    const all = [
      ...new Set(
        sidebar.flatMap((section) =>
          section.items.map((item) => (typeof item === "string" ? item : item[0])),
        ),
      ),
    ];
    const states = await Promise.all(all.map(async (to) => (await fetch(`${url}${to}`)).status));
    return new Set(all.filter((_, at) => states[at] === 404));
  })());
// Opens one section after the other: each closes the one before.
const sectionsOf = (page: Page) =>
  page.locator("aside nav").evaluate(async (nav) => {
    const sections = [];
    for (const section of nav.querySelectorAll(":scope > div")) {
      const button = section.querySelector("button")!;
      button.click();
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      sections.push({
        name: button.textContent!.trim(),
        items: [...section.querySelectorAll("li a")].map((a) => a.getAttribute("href")!),
        labels: [...section.querySelectorAll("li a > span:not(.count, .soon, .nav-icon-room)")].map(
          (label) => (label as HTMLElement).innerText,
        ),
      });
    }
    return sections;
  });

test.each([
  ["user", "user"],
  ["manager", "manager"],
  ["admin", "admin"],
  ["platform", "platform_admin"],
] as const)(
  "sidebar of %s: Dashboard first, sections closed, every section and item of its role and no other",
  async (name, role: SpecRole) => {
    const page = await come(name);
    await page.locator("aside .nav-section").first().waitFor();
    expect(await page.locator("aside nav a").first().getAttribute("href")).toBe("/dashboard");
    expect(await page.locator('aside [aria-expanded="true"]').count()).toBe(0);
    expect(await page.locator("aside nav a").count()).toBe(1);
    const wanted = sidebarOf(role, await absent());
    const found = await sectionsOf(page);
    expect(found.map(({ name, items }) => ({ name, items }))).toEqual(wanted);
    const labels = found.flatMap((section) => section.labels);
    expect(labels).toHaveLength(wanted.reduce((n, s) => n + s.items.length, 0));
    expect(labels.filter((label) => label.trim() === "")).toEqual([]);
  },
);

test("an item is lit only where path and query are both its own; collapsed, icons stay and no section can be closed", async () => {
  const page = await come("admin", "/settings?tab=billing");
  await page.getByRole("button", { name: "System Management" }).click();
  const lit = () =>
    page
      .locator('aside a[aria-current="page"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(await lit()).toEqual(["/settings?tab=billing"]);
  await page.locator('aside a[href="/settings"]').click();
  await expect.poll(lit).toEqual(["/settings"]);
  await page.goto(`${url}/purchase-orders?late=true`);
  await page.getByRole("button", { name: "Core Procurement" }).click();
  expect(await lit()).toEqual([]);
  const width = () => page.locator("aside").evaluate((side) => side.getBoundingClientRect().width);
  expect(await width()).toBe(constants.sidebar * constants.rem);
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(constants.sidebarCollapsed * constants.rem);
  expect(await page.locator("aside .nav-section").count()).toBe(0);
  expect(await page.locator("aside nav a").count()).toBeGreaterThan(80);
  const cookie = (await page.context().cookies()).find((each) => each.name === "levee.sidebar")!;
  expect(Math.round((cookie.expires - Date.now() / 1000) / 86_400)).toBe(
    constants.sidebarCookieDays,
  );
  await page.reload();
  await page.locator("aside nav a").first().waitFor();
  expect(await width()).toBe(constants.sidebarCollapsed * constants.rem);
  await page.keyboard.press("Meta+b");
  await expect.poll(width).toBe(constants.sidebar * constants.rem);
});

test("below 768 px the sidebar is a slide-over of 18rem; Ctrl+B opens it, Esc and a link close it", async () => {
  const page = await come("admin", "/notifications", { width: constants.breakpoint - 1 });
  expect(await page.locator("aside").isVisible()).toBe(false);
  await page.keyboard.press("Control+b");
  const panel = page.getByRole("dialog", { name: "Menu" });
  await panel.waitFor();
  expect(await panel.evaluate((element) => element.getBoundingClientRect().width)).toBe(
    constants.sidebarMobile * constants.rem,
  );
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Open the menu" }).click();
  await panel.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL(/\/dashboard$/);
  await panel.waitFor({ state: "detached" });
  await page.setViewportSize({ width: constants.breakpoint, height: 900 });
  expect(await page.locator("aside").isVisible()).toBe(true);
});

test("header: height, name, badges with what they count, theme, avatar and its menu, help, sign-out", async () => {
  const page = await come("buyer");
  const head = page.locator(".app-head");
  expect(await head.evaluate((element) => element.getBoundingClientRect().height)).toBe(
    constants.header,
  );
  expect(await head.locator("b").innerText()).toBe("Levee");
  await expect
    .poll(() => head.locator('a[href="/notifications"]').getAttribute("aria-label"))
    .toMatch(/^Notifications, \d+ unread$/);
  expect(await head.locator('a[href="/approvals-inbox"]').count()).toBe(1);
  await head.locator('a[href="/notifications"]').focus();
  await page.keyboard.press("ArrowDown");
  await page
    .getByRole("group", { name: "Notifications" })
    .getByRole("link", { name: "All notifications" })
    .waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await head.getByRole("button", { name: "Use the light theme" }).click();
  expect([
    await page.locator("html").getAttribute("data-theme"),
    await page.evaluate(() => localStorage.getItem("levee.theme")),
  ]).toEqual(["light", "light"]);
  const started = page.evaluate(
    () =>
      new Promise((done) =>
        window.addEventListener("levee:start-tutorial", () => done(true), { once: true }),
      ),
  );
  await head.getByRole("button", { name: "Start tutorial" }).click();
  expect(await started).toBe(true);
  await head.getByText("BU", { exact: true }).click();
  const menu = page.getByRole("menu");
  expect(
    (await menu.innerText())
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ).toEqual(["Maya Okafor", "buyer@demo.levee.test", "Settings", "Log out"]);
  await page.keyboard.press("Escape");
  await head.getByRole("button", { name: "Help" }).click();
  await page.getByText(texts.help).waitFor();
  await page.waitForURL(/\/documentation$/);
  await page.goto(`${url}/settings`);
  await head.getByText("BU", { exact: true }).click();
  await menu.getByText("Log out").click();
  await page.getByText(texts.signedOut).waitFor();
  await page.waitForURL(/\/auth$/);
  people
    .at(-1)!
    .faults.splice(0, Infinity, ...people.at(-1)!.faults.filter((fault) => !/404/.test(fault)));
});

test("a press of a button is kept when its menu comes between press and release", async () => {
  const page = await come("buyer");
  let arrive!: () => void;
  const held = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/\/AccountMenu-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const avatar = page.locator(".app-head .avatar");
  await avatar.hover();
  await page.mouse.down();
  const [answer] = await Promise.all([page.waitForResponse(/\/AccountMenu-[^/]*\.js$/), arrive()]);
  await answer.finished();
  await page.waitForTimeout(300);
  await page.mouse.up();
  await page.getByRole("menu").getByText("Log out").waitFor();
});

test("quick actions: the specification's targets in its order, each says what it opens and goes there; not filtered by role", async () => {
  const admin = await come("admin");
  const open = async (page: Page) => {
    await page.getByRole("button", { name: /^Quick actions/ }).click();
    await page.getByRole("menuitem").last().waitFor();
    return page.getByRole("menuitem");
  };
  const labels = (await (await open(admin)).allInnerTexts()).map((text) =>
    text.split("\n")[0]!.trim(),
  );
  await admin.keyboard.press("Escape");
  expect(labels).toHaveLength(quickActions.length);
  for (const [at, [label, to]] of quickActions.entries()) {
    if (label) expect(labels[at]).toBe(label);
    await (await open(admin)).nth(at).click();
    await admin.getByText(`Opening ${labels[at]}...`, { exact: true }).first().waitFor();
    await admin.waitForURL((u) => u.pathname === to);
    expect(
      await admin.locator('[data-sonner-toast][data-visible="true"]').count(),
    ).toBeLessThanOrEqual(constants.toastsVisible);
    if (to === "/vendors") await admin.goto(`${url}/notifications`);
  }
  await admin
    .getByText("Opening Reports...")
    .waitFor({ state: "detached", timeout: constants.toastMs + 3000 });
  people
    .at(-1)!
    .faults.splice(0, Infinity, ...people.at(-1)!.faults.filter((fault) => !/404/.test(fault)));
  const user = await come("user");
  const items = await open(user);
  expect(await items.count()).toBe(quickActions.length);
  await items.filter({ hasText: "Approvals" }).click();
  await user.waitForURL(/\/dashboard$/);
});

test("palette: seven groups with keys that work, records and actions, nothing found; by event; editors keep their keys; the switch turns single keys off", async () => {
  const page = await come("manager");
  await send(page, "PATCH", "/api/v1/me", { preferences: { singleKeyShortcuts: true } });
  await page.reload();
  await page.locator("h1").waitFor();
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await page.evaluate(() => window.dispatchEvent(new Event("levee:open-command-palette")));
  await palette.waitFor();
  expect(await palette.locator("[cmdk-group-heading]").allInnerTexts()).toEqual([...paletteGroups]);
  for (const hint of await palette.locator("[cmdk-item] .hint").allInnerTexts())
    expect(hint).toMatch(/^(soon · )?[A-Z] then [A-Z]$/);
  await page.keyboard.type("zzzzzz");
  await palette.getByText(texts.noResults, { exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await palette.waitFor({ state: "detached" });
  await page.keyboard.press("Meta+k");
  await page.keyboard.type(await someRequisition(page));
  await palette.locator("[cmdk-group-heading]").getByText("Records").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/smart-requisition\/[0-9a-f-]{36}$/);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.waitForURL(/\/notifications$/);
  await page.evaluate(() => {
    const editor = document.createElement("div");
    editor.contentEditable = "true";
    editor.id = "editor";
    document.querySelector("main")!.append(editor);
    editor.focus();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+b");
  await page.waitForTimeout(200);
  expect([
    await palette.count(),
    await page.locator(".app").getAttribute("data-collapsed"),
  ]).toEqual([0, "false"]);
  await page.goto(`${url}/settings?tab=appearance`);
  const kept = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith("/api/v1/me") && answer.request().method() === "PATCH",
    );
  await Promise.all([kept(), page.getByRole("checkbox", { name: /Use single keys/ }).uncheck()]);
  await page.locator("h1").click();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe("/settings");
  await Promise.all([kept(), page.getByRole("checkbox", { name: /Use single keys/ }).check()]);
});

test("a preference that the server refuses falls back to what is kept, says so, and holds no longer", async () => {
  const page = await come("manager");
  await send(page, "PATCH", "/api/v1/me", { preferences: { singleKeyShortcuts: true } });
  await page.goto(`${url}/settings?tab=appearance`);
  const choice = page.getByRole("checkbox", { name: /Use single keys/ });
  await page.route("**/api/v1/me", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({
            type: "about:blank",
            title: "Not now",
            status: 503,
            code: "unavailable",
            detail: "The settings cannot be written now.",
          }),
        })
      : route.fallback(),
  );
  await choice.click();
  await page.getByText("Not saved").waitFor();
  await page.getByText("The settings cannot be written now.").waitFor();
  expect(await choice.isChecked()).toBe(true);
  await page.locator("h1").click();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.waitForURL(/\/dashboard$/);
  await page.goto(`${url}/settings?tab=appearance`);
  expect(await choice.isChecked()).toBe(true);
});

test("whom the guard keeps from the inbox finds the tasks open on the dashboard", async () => {
  const page = await come("user", "/settings");
  await page.locator('.app-head a[href="/approvals-inbox"]').click();
  await page.waitForURL(/\/dashboard$/);
  const tasks = page.getByRole("group", { name: "Pending tasks" });
  await tasks.getByText("Pending tasks").waitFor();
  await page.keyboard.press("Escape");
  await tasks.waitFor({ state: "detached" });
});

test("a task done in the menu's list counts down at once", async () => {
  const page = await come("platform", "/dashboard");
  const badge = () =>
    page
      .locator('.app-head a[href="/approvals-inbox"]')
      .getAttribute("aria-label")
      .then((text) => Number(/\d+/.exec(text ?? "")?.[0] ?? 0));
  await expect.poll(badge).toBeGreaterThan(0);
  const before = await badge();
  await page.goto(`${url}/approvals-inbox?tab=tasks`);
  await page.getByRole("button", { name: "Done: Watch the import of the exclusion list" }).click();
  await expect.poll(badge).toBe(before - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(badge).toBe(before);
});

test("a screen that breaks shows the error screen and reports it; the router's own failure has its own words", async () => {
  const page = await come("user");
  await page.route("**/api/v1/dashboard", (route) => route.fulfill({ json: { needs: null } }));
  const report = page.waitForRequest((request) =>
    request.url().endsWith("/rpc/log_security_event"),
  );
  await page.goto(`${url}/dashboard`);
  for (const text of texts.error) await page.getByText(text, { exact: true }).waitFor();
  const sent = (await report).postDataJSON() as {
    p_event_type: string;
    p_severity: string;
    p_event_data: { name: string; message: string; stack: string; timestamp: string };
  };
  expect([sent.p_event_type, sent.p_severity]).toEqual(["application_error", "high"]);
  expect(Object.keys(sent.p_event_data)).toEqual(
    expect.arrayContaining(["name", "message", "stack", "componentStack", "timestamp"]),
  );
  await page.unroute("**/api/v1/dashboard");
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
  people.at(-1)!.faults.length = 0;
  const other = await enter("user");
  await other.page.route("**/assets/AppFrame-*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: "export default function Broken() { throw new Error('planted') }; export const ErrorBoundary = undefined;",
    }),
  );
  await other.page.goto(`${url}/dashboard`);
  await other.page.getByText(texts.routerError, { exact: true }).waitFor();
  await other.context.close();
});

test("a server that is away for a while is asked again: nobody has to reload, and nobody is led elsewhere", async () => {
  const page = await come("admin");
  let refused = 0;
  await page.route("**/api/v1/me", (route) =>
    ++refused > 3
      ? route.continue()
      : route.fulfill({ status: 503, json: { title: "Away", detail: "Try again in a moment." } }),
  );
  await page.goto(`${url}/approvals-inbox/policies`);
  await page.getByText("Your account could not be loaded").waitFor();
  await page.locator("main h1").getByText("Approval policies").waitFor();
  expect(refused).toBe(4);
  people.at(-1)!.faults.length = 0;
});
