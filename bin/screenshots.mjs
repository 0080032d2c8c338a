// Ten key screens in both themes at 1440 and 390 px, as WebP in docs/screens. Starts the product on
// a fresh data folder, or uses SCREENS_URL.
//   npm run screenshots [-- dashboard budget]      only these
import "./prepare.mjs";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser as findBrowser } from "./browser.mjs";

const { chromium } = await import("playwright");
const folder = "docs/screens";
const mostBytes = 250 * 1024;
const password = process.env.LEVEE_DEMO_PASSWORD ?? "Levee-demo-2026!";

/**
 * Name of the picture, who looks, and where: an address, or the list whose first record with this
 * query is opened.
 */
const screens = [
  { name: "landing", at: "/" },
  { name: "sign-in", at: "/auth" },
  { name: "dashboard", who: "manager", at: "/dashboard" },
  { name: "requisitions", who: "manager", at: "/smart-requisition" },
  {
    name: "purchase-order",
    who: "buyer",
    at: "/purchase-orders",
    first: ["purchase-orders", "status=partly_received&sort=-amount"],
  },
  { name: "approvals", who: "manager", at: "/approvals-inbox" },
  {
    name: "invoice",
    who: "ap",
    at: "/invoices",
    first: ["invoices", "status=exception&sort=-total"],
  },
  {
    name: "payment-run",
    who: "treasurer",
    at: "/payments/runs",
    first: ["payment-runs", "status=approved"],
  },
  { name: "budget", who: "budget", at: "/budget-management" },
  { name: "citizen-portal", at: "/citizen-portal" },
];
const widths = [
  { width: 1440, height: 900, scale: 1 },
  { width: 390, height: 844, scale: 2 },
];

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

const startProduct = async () => {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), "levee-screens-"));
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    env: { ...process.env, PORT: String(port), LEVEE_DATA_DIR: data, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  for (
    const end = Date.now() + 240_000;
    !(await fetch(`${url}/readyz`).catch(() => null))?.ok;
    await new Promise((r) => setTimeout(r, 250))
  ) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop();
    throw new Error("The product did not become ready.");
  }
  return { url, stop };
};

const json = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};
const sessions = new Map();
const sessionOf = async (url, who) => {
  if (!sessions.has(who))
    sessions.set(
      who,
      await json(`${url}/auth/v1/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ grant_type: "password", email: `${who}@demo.levee.test`, password }),
      }),
    );
  return sessions.get(who);
};

/** Where a screen is: for a record, the first that the list names under its query. */
const addressOf = async (url, { at, who, first }) => {
  if (!first) return at;
  const [noun, query] = first;
  const { access_token: token } = await sessionOf(url, who);
  const { items } = await json(`${url}/api/v1/${noun}?limit=1&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!items[0]) throw new Error(`No record for ${noun}?${query}`);
  return `${at}/${items[0].id}`;
};

/**
 * Until nothing is a placeholder any more, every font is there and nothing has changed for half a
 * second.
 */
const settled = async (page) => {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll(".skeleton, .boot")].some((each) => each.checkVisibility()) &&
      document.querySelector("h1") &&
      document.documentElement.dataset.later === undefined,
    null,
    { timeout: 30_000 },
  );
  await page.evaluate(() =>
    document.fonts.ready.then(
      () =>
        new Promise((done) => {
          let timer = setTimeout(done, 500);
          new MutationObserver(() => {
            clearTimeout(timer);
            timer = setTimeout(done, 500);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }),
    ),
  );
};

/** WebP through the browser's own encoder: Playwright writes PNG and JPEG only. */
const webp = async (room, png, quality) =>
  Buffer.from(
    await room.evaluate(
      async ([data, q]) => {
        const picture = await createImageBitmap(
          await (await fetch(`data:image/png;base64,${data}`)).blob(),
        );
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        canvas.getContext("2d").drawImage(picture, 0, 0);
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: "image/webp", quality: q })).arrayBuffer(),
        );
        return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
      },
      [png.toString("base64"), quality],
    ),
    "base64",
  );

const photograph = async (browser, room, url, screen, theme, { width, height, scale }) => {
  const session = screen.who ? await sessionOf(url, screen.who) : null;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  await context.addInitScript(
    ([look, text]) => {
      localStorage.setItem("levee.theme", look);
      if (text) localStorage.setItem("levee.session", text);
    },
    [theme, session && JSON.stringify(session)],
  );
  const page = await context.newPage();
  await page.goto(`${url}${await addressOf(url, screen)}`);
  await settled(page);
  const png = await page.screenshot();
  await context.close();
  let picture = await webp(room, png, 0.92);
  if (picture.length > mostBytes) picture = await webp(room, png, 0.75);
  const name = `${screen.name}-${theme}-${width}.webp`;
  writeFileSync(join(folder, name), picture);
  return `${name.padEnd(36)} ${String(Math.round(picture.length / 1024)).padStart(4)} KB`;
};

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (wanted.length > chosen.length)
  throw new Error(`Screens are: ${screens.map(({ name }) => name).join(", ")}`);
mkdirSync(folder, { recursive: true });
const product = process.env.SCREENS_URL
  ? { url: process.env.SCREENS_URL.replace(/\/$/, ""), stop: async () => {} }
  : await startProduct();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
});
let failed = 0;
try {
  const room = await browser.newPage();
  for (const screen of chosen)
    for (const theme of ["dark", "light"])
      for (const size of widths) {
        await photograph(browser, room, product.url, screen, theme, size).then(
          console.log,
          (error) => {
            failed += 1;
            console.error(`${screen.name} ${theme} ${size.width}: ${error.message}`);
          },
        );
      }
} finally {
  await browser.close();
  await product.stop();
}
process.exit(failed ? 1 : 0);
