import type { Page } from "playwright";

export const wide: string[] = [];

/**
 * Nothing on the page is wider than the phone, and every button of its content is at least 24 px
 * high.
 */
export const fits = async (page: Page, where: string): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector("main") &&
      ![...document.querySelectorAll<HTMLElement>("main .skeleton, [role=dialog] .skeleton")].some(
        (each) => each.offsetParent,
      ),
  );
  const found = await page.evaluate(() => ({
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll<HTMLElement>("main button, [role=dialog] button")]
      .filter(
        (each) =>
          each.offsetParent &&
          (each.getBoundingClientRect().height < 24 || each.getBoundingClientRect().width < 24),
      )
      .map((each) => each.innerText || each.getAttribute("aria-label")),
  }));
  if (found.over > 0) wide.push(`${where}: ${found.over} px too wide`);
  wide.push(...found.small.map((name) => `${where}: the button ${name} is too small`));
};
