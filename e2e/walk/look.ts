// One sight of an address: at both widths and in both themes, without going there again.
import type { Page } from "playwright";
import { tooWide, violations } from "../looks.ts";
import { url, wakeAll } from "../people.ts";

const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll(".skeleton, .boot")].some((each) => each.checkVisibility()) &&
      document.querySelector("h1, main h2") &&
      document.documentElement.dataset.later === undefined,
    null,
    { timeout: 45_000 },
  );
  await page.waitForTimeout(150);
};

/** Opens the address: within the app as a link does, else as whoever types it. */
export const open = async (page: Page, path: string, inApp: boolean): Promise<void> => {
  const follows =
    inApp &&
    (await page.evaluate(
      () => "__reactRouterDataRouter" in window && location.pathname !== "/blank",
    ));
  if (follows)
    await page.evaluate(
      (to) =>
        (
          window as unknown as {
            __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
          }
        ).__reactRouterDataRouter.navigate(to),
      path,
    );
  else await page.goto(`${url}${path}`);
  await settled(page);
  if (!inApp) await wakeAll(page);
};

/** Changes the theme, and waits until no colour is on its way. */
const paint = (page: Page, theme: "dark" | "light"): Promise<void> =>
  page.evaluate(async (to) => {
    document.documentElement.dataset.theme = to;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
  }, theme);

/**
 * What is wrong with the page as it stands, in all four variants, a line each. The second theme of a
 * width is asked for what colours can break only; the frame of the app when `withFrame` says so.
 * `shoot` takes pictures, wide and dark, narrow and light.
 */
export const lookOf = async (
  page: Page,
  path: string,
  withFrame: boolean,
  shoot?: (look: "1440-dark" | "390-light") => Promise<void>,
): Promise<string[]> => {
  const found: string[] = [];
  const brief = { frame: withFrame ? [] : [".side", ".app-head"] };
  const say = (look: string, lines: string[]) =>
    found.push(...lines.map((line) => `${look}: ${line}`));
  for (const [width, first, second] of [
    [1440, "light", "dark"],
    [390, "dark", "light"],
  ] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await paint(page, first);
    await settled(page);
    say(`${width} ${first}`, await violations(page, path, { brief }));
    say(String(width), await tooWide(page, path));
    await paint(page, second);
    say(`${width} ${second}`, await violations(page, path, { colours: true, brief }));
    await shoot?.(width === 1440 ? "1440-dark" : "390-light");
  }
  return found;
};

/** Addresses of ours to which the page leads. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
        .filter((a) => a.origin === location.origin)
        .map((a) => a.pathname + a.search),
    ),
  ]);
