// What a page must hold however it looks: WCAG 2.2 AA, and nothing wider than its window.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";

/** The conformance that every screen is held to. */
const wcag = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** Rules that a change of colours alone can break. */
const ofColour = ["color-contrast", "link-in-text-block"];

/** What repeats the look of what stands before it: later rows of a table, later entries of a list. */
const repeated = ["tbody tr:nth-child(n+8)", "main li:nth-child(n+16)"];

/**
 * What axe finds on the page as it stands, a line for each rule that is broken, `path` in front.
 * `colours`: only what another theme of the same page can break. `brief`: without rows that repeat
 * others, and without `frame` (selectors) where that was looked at before. Pages of ours hold no
 * frames: axe runs within the page itself, which takes half the time.
 */
export const violations = async (
  page: Page,
  path: string,
  { colours = false, brief }: { colours?: boolean; brief?: { frame: readonly string[] } } = {},
): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    runOnly: colours ? { type: "rule", values: ofColour } : { type: "tag", values: wcag },
  });
  for (const each of brief ? [...repeated, ...brief.frame] : []) axe.exclude(each);
  return (await axe.analyze()).violations.map(
    (v) => `${path} ${v.id}: ${v.nodes[0]?.html.slice(0, 160)}`,
  );
};

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
