// Frames while a sheet with 2,000 measurements is panned in a real browser, against the display's interval.
// The sheet is the demo's; what is measured on it comes through our API.
import { chromium, type Browser } from "playwright";
import { freePort, Victim } from "./parts/crashing.ts";
import { machine, must, quantile, round, sayer } from "./parts/figures.ts";
import { panFrames, watchPage } from "./parts/walk.ts";

const say = sayer("takeoff");
const wanted = 2_000;
const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as {
  build: (log?: (line: string) => void) => Promise<void>;
};
const { browser: find } = (await import(new URL("../bin/browser.mjs", import.meta.url).href)) as {
  browser: () => string;
};

type Sheet = { id: string };
type Sets = { sets: { name: string; sheets: Sheet[] }[] };
type Part = { id: string; scale: object | null };

const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      email: "engineer@demo.levee.test",
      password: process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!",
    }),
  });
  return answer.text();
};

const asking = (url: string, session: string) => {
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  const ask = async <T>(method: "GET" | "POST", path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && {
          "content-type": "application/json",
          "idempotency-key": crypto.randomUUID(),
        }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // More calls a minute than an agency allows one person: the rest of the minute is waited for.
    if (answer.status === 429) {
      const { retryAfter } = (await answer.json()) as { retryAfter: number };
      await new Promise((done) => setTimeout(done, retryAfter * 1000));
      return ask<T>(method, path, body);
    }
    must(answer.ok, `${method} ${path} answered ${answer.status}`);
    return answer.json() as Promise<T>;
  };
  return ask;
};
type Ask = ReturnType<typeof asking>;

/** Areas in a grid over the whole sheet, each with six corners. */
const measureAll = async (ask: Ask, sheetId: string, viewportId: string): Promise<void> => {
  const one = (n: number) => {
    const [x, y] = [40 + (n % 50) * 23, 40 + Math.floor(n / 50) * 18];
    const points = [
      [x, y],
      [x + 18, y],
      [x + 20, y + 7],
      [x + 18, y + 14],
      [x, y + 14],
      [x - 2, y + 7],
    ];
    const head = { sheetId, viewportId, kind: "area", name: `Area ${n + 1}`, unit: "sq ft" };
    return ask("POST", "measurements", { ...head, points });
  };
  for (let from = 0; from < wanted; from += 8)
    await Promise.all(Array.from({ length: 8 }, (_, at) => one(from + at)));
};

const pan = async (browser: Browser, session: string, address: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(...watchPage(session));
  const page = await context.newPage();
  await page.goto(address);
  await page
    .locator(".takeoff-shape")
    .nth(wanted - 1)
    .waitFor({ timeout: 60_000 });
  const shapes = await page.locator(".takeoff-shape").count();
  const empty = await panFrames(page, "main", 1500);
  const frames = await panFrames(page, ".takeoff-sheet", 5000);
  must(frames.length > 60, "frames of a sheet that is panned");
  // What the display does while nothing is drawn.
  const display = quantile(empty, 0.5);
  say({
    figure: "frames while panning a sheet, ms",
    shapes,
    display: round(display),
    p50: round(quantile(frames, 0.5)),
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
  const session = await signIn(url);
  const ask = asking(url, session);
  const { sets } = await ask<Sets>("GET", "plan-sets");
  const [sheet] = sets.find(({ name }) => name === "East approach")!.sheets as [Sheet];
  const { viewports } = await ask<{ viewports: Part[] }>("GET", `plan-sheets/${sheet.id}`);
  const part = viewports.find(({ scale }) => scale !== null)!;
  await measureAll(ask, sheet.id, part.id);
  await pan(browser, session, `${url}/quantity-takeoff/sheets/${sheet.id}`);
} finally {
  await browser.close();
  must(!(await victim.end()).databaseLeft, "the database stops with the server");
}
