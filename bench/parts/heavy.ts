// The screens with the most on them, on a processor four times slower, with kept files: when their
// main content stands there, and how soon Ctrl+K is answered.
import type { CDPSession, Page } from "playwright";
import { must, quantile, round } from "./figures.ts";
import { SLOWER, slowDown } from "./walk.ts";

/** A screen that draws the frame and a few lines: what every other one is compared with. */
const bare = "/settings";

/**
 * Milliseconds from the beginning of the page until its heading stands there and nothing that is in
 * sight is loading any more.
 */
const contentOf = async (page: Page, address: string): Promise<number> => {
  await page.goto(address);
  const ms = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const inSight = (element: Element) => {
          const { top, bottom, height } = element.getBoundingClientRect();
          return height > 0 && top < innerHeight && bottom > 0 && element.checkVisibility();
        };
        let since = 0;
        const look = () => {
          const now = performance.now();
          const waits = [
            ...document.querySelectorAll(".boot, main .skeleton, main [aria-busy=true]"),
          ].some(inSight);
          if (waits || !document.querySelector("main h1")?.checkVisibility()) since = 0;
          else since ||= now;
          if (since && now - since > 400) done(since);
          else if (now > 30_000) done(-1);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  must(ms > 0, `${address} was not drawn within 30 seconds`);
  return ms;
};

/** Milliseconds from Ctrl+K until the palette's field is painted. */
const paletteOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const from = performance.now();
        const key = { key: "k", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", key));
        const look = () => {
          const now = performance.now() - from;
          if (document.querySelector("[cmdk-input]"))
            requestAnimationFrame(() => done(performance.now() - from));
          else if (now > 10_000) done(-1);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

const middle = (figures: readonly number[]): number => round(quantile(figures, 0.5));

/** For each screen its content and its answer to Ctrl+K, and how many times a bare screen's that is. */
export const heavyScreens = async (
  page: Page,
  cdp: CDPSession,
  url: string,
  paths: readonly string[],
  visits: number,
): Promise<{ path: string; content: number; ratio: number; palette: number }[]> => {
  await slowDown(cdp, SLOWER);
  const found: { path: string; content: number; palette: number }[] = [];
  for (const path of [bare, ...paths]) {
    await contentOf(page, `${url}${path}`);
    const content: number[] = [];
    const palette: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      content.push(await contentOf(page, `${url}${path}`));
      await page.waitForTimeout(1500);
      palette.push(await paletteOf(page));
    }
    must(
      palette.every((ms) => ms > 0),
      `Ctrl+K opens the palette on ${path}`,
    );
    found.push({ path, content: middle(content), palette: middle(palette) });
  }
  const [least, ...rest] = found;
  return rest.map((each) => ({ ...each, ratio: round(each.content / least!.content) }));
};
