import { chromium, type Browser, type BrowserContext, type Page } from "playwright";

export const url = process.env.E2E_URL!;
export const password = process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!";

let browser: Browser | undefined;

/**
 * The browser of this run; Debian's Chromium as root needs no sandbox. Pages are drawn without a
 * graphics processor played in software, which takes a quarter more of the processor and which none
 * of them needs.
 */
export const openBrowser = async (): Promise<Browser> =>
  (browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  }));

export const closeBrowser = async (): Promise<void> => {
  await browser?.close();
  browser = undefined;
};

export type Person = { name: string; page: Page; context: BrowserContext; faults: string[] };

/**
 * Opens a window of its own for somebody; console errors and page errors are collected as faults.
 */
export const stranger = async (
  options: { width?: number; theme?: "dark" | "light" } = {},
): Promise<Person> => {
  const context = await (
    await openBrowser()
  ).newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    acceptDownloads: true,
    reducedMotion: "reduce",
  });
  if (options.theme)
    await context.addInitScript(
      (theme) => localStorage.setItem("levee.theme", theme),
      options.theme,
    );
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  // What was not found is named: the text alone says that something was not.
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    faults.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on("pageerror", (error) => void faults.push(String(error)));
  return { name: "visitor", page, context, faults };
};

/** Signs a demo member in through the screen. */
export const signIn = async (
  name: string,
  options: { width?: number; theme?: "dark" | "light" } = {},
): Promise<Person> => {
  const person = await stranger(options);
  const { page } = person;
  await page.goto(`${url}/auth`);
  await page
    .getByLabel("Email", { exact: false })
    .first()
    .fill(name.includes("@") ? name : `${name}@demo.levee.test`);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((u) => !u.pathname.startsWith("/auth"));
  return { ...person, name };
};

/**
 * Wakes the parts of a public page that wake when they come into view, as whoever reads down to
 * them does.
 */
export const wakeAll = async (page: Page): Promise<void> => {
  for (const island of await page.locator('[data-wake="visible"]').all()) {
    await island.scrollIntoViewIfNeeded();
    await island.and(page.locator("[data-awake]")).waitFor({ state: "attached" });
  }
};
