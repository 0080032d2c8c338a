// A person's way through the screens, as a browser sees it: how soon content stands there, how long
// a change of screen takes, how soon a press shows.
import type { CDPSession, Locator, Page } from "playwright";
import { must } from "./figures.ts";

/** Lighthouse's phone: slow 4G and a processor four times slower. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const SLOWER = 4;

type Seen = { lcp?: number; presses?: { id: number; name: string; duration: number }[] };

/** What the browser tells of a page, collected from its first moment on. */
export const watchPage = (session: string): [(text: string) => void, string] => [
  (text) => {
    if (!localStorage.getItem("levee.session")) localStorage.setItem("levee.session", text);
    const seen = window as unknown as Seen;
    seen.presses = [];
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) seen.lcp = each.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const each of list.getEntries() as unknown as {
        interactionId: number;
        name: string;
        duration: number;
      }[])
        if (each.interactionId)
          seen.presses!.push({ id: each.interactionId, name: each.name, duration: each.duration });
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  },
  session,
];

export const slowDown = (cdp: CDPSession, rate: number): Promise<unknown> =>
  cdp.send("Emulation.setCPUThrottlingRate", { rate });

/**
 * Milliseconds until the largest content of a page is painted, over slow 4G; `emptied` asks for
 * every file anew.
 */
export const largestPaint = async (
  page: Page,
  cdp: CDPSession,
  address: string,
  emptied: boolean,
): Promise<number> => {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slow4G);
  await slowDown(cdp, SLOWER);
  if (emptied) await cdp.send("Network.clearBrowserCache");
  await page.goto(address);
  await page.locator("main h1").first().waitFor();
  await page.waitForTimeout(2500);
  const lcp = await page.evaluate(() => (window as unknown as Seen).lcp ?? 0);
  must(lcp > 0, `no content was painted at ${address}`);
  return lcp;
};

/**
 * Goes to a screen as a link does and gives the milliseconds until its heading stands there and
 * nothing is loading any more.
 */
export const changeTo = async (page: Page, path: string): Promise<number> => {
  const before = page.url();
  const ms = await page.evaluate(
    (to) =>
      new Promise<number>((done) => {
        const old = document.querySelector("main h1");
        const from = performance.now();
        void (
          window as unknown as {
            __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
          }
        ).__reactRouterDataRouter.navigate(to);
        const look = () => {
          const now = performance.now() - from;
          const heading = document.querySelector("main h1");
          if (now > 20_000) done(-1);
          else if (
            heading &&
            heading !== old &&
            !document.querySelector("main .skeleton, main [aria-busy=true]")
          )
            requestAnimationFrame(() => done(performance.now() - from));
          else requestAnimationFrame(look);
        };
        look();
      }),
    path,
  );
  must(ms >= 0, `${path} was not drawn within 20 seconds, coming from ${before}`);
  return ms;
};

export type Press = { path: string; what: string; ms: number };

const some = async (page: Page, selector: string, most: number): Promise<Locator[]> => {
  const found: Locator[] = [];
  for (const each of await page.locator(selector).all()) {
    if (found.length === most) break;
    if ((await each.isVisible().catch(() => false)) && (await each.isEnabled().catch(() => false)))
      found.push(each);
  }
  return found;
};

/**
 * Presses and types what a screen offers, nothing that changes a record: tabs, sorting, ticking
 * rows, searching, menus and comboboxes with their arrow and Escape keys, text fields.
 * Full fields are left alone: a key that changes nothing is never painted, and the browser waits
 * for a paint. Each interaction's duration as the browser measures it (Event Timing: from the press
 * to the next paint, in steps of 8 ms; what is below 16 ms counts as 0).
 */
export const pressAround = async (page: Page, path: string): Promise<Press[]> => {
  const presses: Press[] = [];
  const soon = { timeout: 1500 };
  const drain = () => page.evaluate(() => (window as unknown as Seen).presses!.splice(0));
  const act = async (what: string, work: () => Promise<unknown>) => {
    const done = await work().then(
      () => true,
      () => false,
    ); // a menu that covers the next button, a row that is gone: not pressed, not counted
    await page.waitForTimeout(350);
    const longest = new Map<number, number>();
    for (const each of await drain())
      longest.set(each.id, Math.max(longest.get(each.id) ?? 0, each.duration));
    if (done)
      presses.push(
        ...(longest.size > 0 ? [...longest.values()] : [0]).map((ms) => ({ path, what, ms })),
      );
  };
  await page.waitForTimeout(400);
  await drain();
  for (const each of await some(page, "main [role=tab]", 4))
    await act("tab", () => each.click(soon));
  for (const each of await some(page, "main th button", 2))
    await act("sort", () => each.click(soon));
  for (const each of await some(page, "main tbody input[type=checkbox]", 2))
    await act("tick", () => each.click(soon));
  for (const each of await some(page, "main input[type=search]", 1)) {
    await act("search", async () => {
      await each.click(soon);
      await page.keyboard.type("ro", { delay: 150 });
    });
    await act("clear", async () => {
      for (const _ of "ro") await page.keyboard.press("Backspace");
    });
  }
  for (const each of await some(page, "main [aria-haspopup], main [role=combobox]", 5)) {
    await act("open", () => each.click(soon));
    await act("arrow", () => page.keyboard.press("ArrowDown"));
    await act("escape", () => page.keyboard.press("Escape"));
  }
  for (const each of await some(page, `main input[type=text][value=""], main textarea`, 2))
    await act("type", async () => {
      await each.click(soon);
      await page.keyboard.type("1");
    });
  await act("next field", () => page.keyboard.press("Tab"));
  return presses;
};

/**
 * Milliseconds between the frames of some seconds of scrolling through the longest table of a
 * screen.
 */
export const scrollFrames = async (page: Page, ms: number): Promise<number[]> =>
  page.evaluate(
    (time) =>
      new Promise<number[]>((done) => {
        const frame =
          [...document.querySelectorAll<HTMLElement>("main *")].filter(
            (each) =>
              each.scrollHeight > each.clientHeight + 2000 &&
              /auto|scroll/.test(getComputedStyle(each).overflowY),
          )[0] ?? document.scrollingElement!;
        const frames: number[] = [];
        const from = performance.now();
        let last = from;
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          frame.scrollTop = (frame.scrollTop + 40) % (frame.scrollHeight - frame.clientHeight);
          if (now - from < time) requestAnimationFrame(step);
          else done(frames.slice(2));
        };
        requestAnimationFrame(step);
      }),
    ms,
  );

/** Milliseconds between frames while what `selector` names is moved to all sides for `ms`. */
export const panFrames = async (page: Page, selector: string, ms: number): Promise<number[]> =>
  page.evaluate(
    ([name, time]) =>
      new Promise<number[]>((done) => {
        const frame = document.querySelector<HTMLElement>(name)!;
        const frames: number[] = [];
        const from = performance.now();
        let last = from;
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          const along = (now - from) / 1000;
          const [wide, high] = [
            frame.scrollWidth - frame.clientWidth,
            frame.scrollHeight - frame.clientHeight,
          ];
          frame.scrollLeft = (wide * (1 + Math.sin(along * 2))) / 2;
          frame.scrollTop = (high * (1 + Math.cos(along * 2))) / 2;
          if (now - from < time) requestAnimationFrame(step);
          else done(frames.slice(2));
        };
        requestAnimationFrame(step);
      }),
    [selector, ms] as const,
  );
