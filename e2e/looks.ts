// What a page must hold however it looks: WCAG 2.2 AA, and nothing wider than its window.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";

/** The conformance that every screen is held to. */
const wcag = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/**
 * What axe finds on the page as it stands, a line for each rule that is broken, `path` in front.
 */
export const violations = async (page: Page, path: string): Promise<string[]> =>
  (await new AxeBuilder({ page }).withTags(wcag).analyze()).violations.map(
    (v) => `${path} ${v.id}: ${v.nodes[0]?.html.slice(0, 160)}`,
  );

/** By how much the page is wider than its window, as a line; none when it fits. */
export const tooWide = async (page: Page, path: string): Promise<string[]> => {
  const [wide, width] = await page.evaluate(
    () =>
      [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        document.documentElement.clientWidth,
      ] as const,
  );
  return wide > 0 ? [`${path} is wider than ${width} px by ${wide}`] : [];
};

/** Both of the above. */
export const looks = async (page: Page, path: string): Promise<string[]> => [
  ...(await violations(page, path)),
  ...(await tooWide(page, path)),
];
