// The screens of the demo agency in a real browser: largest paint of the dashboard on a slow phone,
// a walk over the screens of an administrator (change of screen, every press), scrolling a long
// table.
import { chromium, type Browser, type Page } from "playwright";
import { freePort, Victim } from "./parts/crashing.ts";
import { heavyScreens } from "./parts/heavy.ts";
import { machine, must, quantile, round, sayer, spread } from "./parts/figures.ts";
import {
  changeTo,
  largestPaint,
  phone,
  pressAround,
  scrollFrames,
  SLOWER,
  slowDown,
  watchPage,
  type Press,
} from "./parts/walk.ts";

const say = sayer("screens");
const VISITS = Number(process.env.LEVEE_BENCH_REPEATS || 5);
const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as {
  build: (log?: (line: string) => void) => Promise<void>;
};
const { browser: find } = (await import(new URL("../bin/browser.mjs", import.meta.url).href)) as {
  browser: () => string;
};

const lists = [
  "dashboard",
  "smart-requisition",
  "ai-procurement",
  "purchase-orders",
  "approvals-inbox",
  "approvals-inbox/policies",
  "vendor-directory",
  "invoices",
  "payments",
  "budget-management",
  "budget-management/accounts",
  "budget-management/ledger",
  "budget-management/summary",
  "cost-centers",
  "blockchain",
  "notifications",
  "settings",
  "team",
  "rfq-builder",
  "bid-evaluation",
  "service-requests",
  "rfi",
  "vendor-performance",
  "market-intelligence",
  "opportunities",
  "mail",
  "admin/feedback",
  "admin/waitlist",
  "smart-requisition/new",
  "purchase-orders/new",
  "invoices/new",
  "payments/new",
  "vendor-directory/new",
].map((path) => `/${path}`);
const records = {
  "/smart-requisition": "requisitions",
  "/purchase-orders": "purchase-orders",
  "/invoices": "invoices",
  "/vendor-directory": "vendors",
  "/payments/runs": "payment-runs",
  "/budget-management/lines": "budget-lines",
  "/rfq-builder": "solicitations",
};

const opened = async (
  browser: Browser,
  session: string,
  options: Parameters<Browser["newContext"]>[0],
) => {
  const context = await browser.newContext(options);
  await context.addInitScript(...watchPage(session));
  const page = await context.newPage();
  return { context, page, cdp: await context.newCDPSession(page) };
};

/**
 * Largest paint of the dashboard: somebody's first visit with this browser, later ones with all
 * files asked for anew, later ones with the files that were kept.
 */
const paints = async (browser: Browser, session: string, url: string) => {
  const first: number[] = [];
  const anew: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < VISITS; i++) {
    const { context, page, cdp } = await opened(browser, session, phone);
    first.push(await largestPaint(page, cdp, `${url}/dashboard`, true));
    anew.push(await largestPaint(page, cdp, `${url}/dashboard`, true));
    kept.push(await largestPaint(page, cdp, `${url}/dashboard`, false));
    await context.close();
  }
  say({
    figure: "largest paint of the dashboard on a phone, ms",
    network: "1.6 Mbit/s, 150 ms",
    processor: `${SLOWER} times slower`,
    first_visit: spread(first),
    later_visit_files_anew: spread(anew),
    later_visit: spread(kept),
    goal: 2000,
  });
};

/** The screens that draw most: main content and Ctrl+K, each beside a bare screen of the same run. */
const heavy = async (browser: Browser, session: string, url: string, paths: readonly string[]) => {
  const { context, page, cdp } = await opened(browser, session, phone);
  const found = await heavyScreens(page, cdp, url, paths, VISITS);
  say({
    figure: "main content of the heaviest screens, warm, ms",
    processor_slower: SLOWER,
    screens: found.map(
      ({ path, content, ratio }) => `${path} ${content} (${ratio} times a bare one)`,
    ),
    worst: Math.max(...found.map(({ content }) => content)),
    worst_ratio: Math.max(...found.map(({ ratio }) => ratio)),
    goal: 2500,
  });
  say({
    figure: "from Ctrl+K to the palette, ms",
    processor_slower: SLOWER,
    screens: found.map(({ path, palette }) => `${path} ${palette}`),
    worst: Math.max(...found.map(({ palette }) => palette)),
    goal: 150,
  });
  await context.close();
};

const at = (page: Page) => new URL(page.url()).pathname;

const changes = async (page: Page, paths: readonly string[]) => {
  const found: { path: string; ms: number }[] = [];
  for (const path of paths) {
    const away = path === "/notifications" ? "/settings" : "/notifications";
    if (at(page) !== away) await changeTo(page, away);
    await page.waitForTimeout(250);
    found.push({ path, ms: await changeTo(page, path) });
    await page.waitForTimeout(250);
    must(at(page) === path, `${path} leads to ${at(page)}`);
  }
  return found.sort((a, b) => b.ms - a.ms);
};

const told = (found: readonly { ms: number }[]) => ({
  n: found.length,
  p50: round(
    quantile(
      found.map((each) => each.ms),
      0.5,
    ),
  ),
  p95: round(
    quantile(
      found.map((each) => each.ms),
      0.95,
    ),
  ),
});

const walk = async (browser: Browser, session: string, url: string, paths: readonly string[]) => {
  const { context, page, cdp } = await opened(browser, session, {
    viewport: { width: 1440, height: 900 },
  });
  page.on("dialog", (question) => void question.accept());
  await page.goto(`${url}/settings`);
  await page.locator("main h1").first().waitFor();
  await changes(page, paths);
  for (const rate of [1, SLOWER]) {
    await slowDown(cdp, rate);
    const found = await changes(page, paths);
    say({
      figure: "change of screen, warm, ms",
      processor_slower: rate,
      ...told(found),
      worst: found.slice(0, 3).map(({ path, ms }) => `${path} ${Math.round(ms)}`),
      ...(rate === 1 && { goal_p95: 200 }),
    });
  }
  const presses: Press[] = [];
  for (const path of paths) {
    // Opened anew: what was typed into the form before would ask before it is left.
    await page.goto(`${url}${path}`);
    await page.locator("main h1").first().waitFor();
    presses.push(...(await pressAround(page, path)));
  }
  must(presses.length > paths.length * 3, "a walk that presses something on most screens");
  presses.sort((a, b) => b.ms - a.ms);
  say({
    figure: "from a press to what it shows, ms",
    processor_slower: SLOWER,
    screens: paths.length,
    ...told(presses),
    worst: presses.slice(0, 5).map(({ path, what, ms }) => `${what} on ${path} ${ms}`),
    goal_p95: 100,
  });
  await slowDown(cdp, 1);
  await changeTo(page, "/budget-management/ledger?limit=500");
  const rows = await page.locator("main [role=row], main tbody tr").count();
  const frames = await scrollFrames(page, 4000);
  const display = quantile(frames, 0.5);
  must(frames.length > 60, "frames of a table that scrolls");
  say({
    figure: "frames while scrolling a page of 500 rows, ms",
    drawn_rows: rows,
    p50: round(display),
    p95: round(quantile(frames, 0.95)),
    ratio: round(quantile(frames, 0.95) / display),
    goal_ratio: 1.2,
  });
  await context.close();
};

say(machine());
await build(() => {});
const victim = new Victim(await freePort(), {});
const browser = await chromium.launch({
  executablePath: find(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  await victim.start();
  const url = `http://localhost:${victim.port}`;
  const sessionOf = async (name: string) =>
    (
      await fetch(`${url}/auth/v1/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "password",
          email: `${name}@demo.levee.test`,
          password: process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!",
        }),
      })
    ).text();
  const session = await sessionOf("admin");
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  const first = async (noun: string) =>
    (
      (await (
        await fetch(`${url}/api/v1/${noun}?limit=1`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).json()) as { items: { id: string }[] }
    ).items[0]!.id;
  const paths = [
    ...lists,
    ...(await Promise.all(
      Object.entries(records).map(async ([path, noun]) => `${path}/${await first(noun)}`),
    )),
  ];
  await paints(browser, await sessionOf("manager"), url);
  await heavy(browser, session, url, [
    "/dashboard",
    "/grant-management",
    "/asset-management",
    "/gis-integration",
    `/contracts/${await first("contracts")}`,
  ]);
  await walk(browser, session, url, paths);
} finally {
  await browser.close();
  must(!(await victim.end()).databaseLeft, "the database stops with the server");
}
