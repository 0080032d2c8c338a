import { readdirSync, readFileSync } from "node:fs";
import type { Actor } from "#kernel/access.ts";
import { guideSections } from "#kernel/guide.ts";
import { allAsked } from "#server/area.ts";
import type { Guide } from "#web/site/documentation/guide.ts";
import { guides } from "#web/site/documentation/guides.ts";
import type { AskedLines } from "./asked-line.model.ts";
import { guideIndexOf, seek, type GuideIndex, type Sought } from "./guide-index.model.ts";
import { conditions, periods, waitingWords } from "./conditions.data.ts";
import { elsewhere } from "./elsewhere.data.ts";
import { situations } from "./situations.data.ts";
import { wordsIn } from "./words.model.ts";

const folder = new URL("../../../../docs/guide/", import.meta.url);
let index: GuideIndex | undefined;

/** Words of lists and conditions: no typing errors either, though the guide may not hold them. */
const otherWords = () =>
  [
    ...allAsked().flatMap(({ list, views }) => [list.name, ...(views ?? []).map((v) => v.name)]),
    ...conditions.flatMap(({ says }) => says),
    ...periods,
    ...elsewhere,
    waitingWords.source.replace(/\W|\bw\b/g, " "),
    ...situations.flatMap(({ says }) => says).map((one) => one.replace(/\\w|\W/g, " ")),
  ].flatMap(wordsIn);

/** The index of the user guide, made with the first question. */
export const guideIndex = (): GuideIndex =>
  (index ??= guideIndexOf(
    readdirSync(folder)
      .filter((name) => name.endsWith(".md") && name !== "README.md")
      .flatMap((name) =>
        guideSections(name.slice(0, -3), readFileSync(new URL(name, folder), "utf8")),
      ),
    otherWords(),
    JSON.parse(readFileSync(new URL("asked.json", folder), "utf8")) as AskedLines,
  ));

const readers = new Map(guides.map((guide) => [guide.slug, guide.for]));
const outsideOf = (kind: Actor["kind"], whom: Guide["for"] | undefined): boolean =>
  kind === "vendor" && whom !== "Vendors" && whom !== "Everyone";
/** How much a page counts for somebody whom it was not written for, or for whom it was. */
const weightFor = (kind: Actor["kind"], whom: Guide["for"] | undefined): number => {
  if (whom === "Everyone") return 1.15;
  if (outsideOf(kind, whom)) return 0.5;
  if (kind === "vendor") return 1.5;
  if (kind === "member") return whom === "Vendors" ? 0.6 : 1;
  return 1;
};

/**
 * What the guide says about a question; pages that were written for who asks count more, and what an
 * agency's page says is never the answer for a vendor. `prefix`:
 * while they type.
 */
export const seekGuide = (
  question: string,
  kind: Actor["kind"],
  over: { most?: number; prefix?: boolean } = {},
): Sought => {
  const found = seek(guideIndex(), question, {
    ...over,
    prefer: (slug) => weightFor(kind, readers.get(slug)),
  });
  const first = found.passages[0];
  return { ...found, sure: found.sure && !outsideOf(kind, first && readers.get(first.slug)) };
};
