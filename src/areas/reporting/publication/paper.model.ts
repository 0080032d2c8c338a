import { formatDate, formatInstant } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { findingOf } from "../figure/finding.labels.ts";
import { momentWords, timeWords } from "../figure/period.labels.ts";
import { drawnFigures, packetStyle } from "../packet/packet.model.ts";
import { varianceHeading } from "../variance/variance.labels.ts";
import { notExplained } from "./publication.labels.ts";
import type { PublicContent, PublicPart } from "./publication.model.ts";

// Days that stand still, not "this year".
const partTime = (part: PublicPart, zone: string): string => {
  const period = part.from && part.until ? `${part.from}..${part.until}` : part.period;
  return timeWords({ ...part, period }, zone);
};

/** What a part found, of the figures that are shown. */
export const partFinding = (part: PublicPart, zone: string): string =>
  findingOf({ ...part, withheld: [] }, partTime(part, zone));

/** Rows of a part with why they differ from their budget, as far as it must be said or was. */
export const wordsOf = ({ rows }: PublicPart): { names: string[]; words: string }[] =>
  rows.flatMap(({ names, explanation }) =>
    explanation ? [{ names, words: explanation.words ?? notExplained }] : [],
  );

const wordsHtml = (part: PublicPart): string => {
  const told = wordsOf(part);
  if (!part.explained || told.length === 0) return "";
  const heads = [...part.by.map((each) => each.label), "Why it differs"]
    .map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join("");
  const rows = told.map(
    ({ names, words }) =>
      `<tr>${[...names, words].map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`,
  );
  return `<h3>${varianceHeading(part.explained)} (${escapeHtml(part.explained.citation)})</h3>
<table><thead><tr>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
};

const partHtml = (part: PublicPart, zone: string): string => {
  const days =
    part.from && part.until ? ` Of ${formatDate(part.from)} to ${formatDate(part.until)}.` : "";
  const moments = momentWords(part, zone);
  const hidden = part.hidden
    ? "<p>Counts of fewer than 11 people are hidden, with those that would betray them.</p>"
    : "";
  const replaced = part.replaced ? "<p>Names of private persons are replaced.</p>" : "";
  return `<h2>${escapeHtml(part.heading)}</h2><p><strong>${escapeHtml(partFinding(part, zone))}</strong></p>
<p>${escapeHtml(part.run.number)}, figures taken on ${formatInstant(part.moment, zone)}.${days}${
    moments ? ` ${escapeHtml(moments)}.` : ""
  }</p>
${hidden}${replaced}${drawnFigures(part, "the CSV file of this part")}${wordsHtml(part)}
<p class="hash">SHA-256 of the kept run: ${part.run.sha256}</p>`;
};

/** A publication on paper, as everybody reads it: what each part found, then each with its figures. */
export const publicPaper = (
  content: PublicContent,
  { slug, sha256, zone }: { slug: string; sha256: string; zone: string },
): string => {
  const title = escapeHtml(content.title);
  const corrected = content.correction
    ? `<p>This version corrects what was published before: ${escapeHtml(content.correction)}</p>`
    : "";
  const lines = content.parts
    .map(
      (part) =>
        `<tr><td>${escapeHtml(part.heading)}</td><td>${escapeHtml(partFinding(part, zone))}</td></tr>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>${packetStyle}</style></head><body><h1>${title}</h1>
<p>${escapeHtml(content.agency)}. citizen-portal/reports/${escapeHtml(slug)}, version ${content.versionNo}.</p>
<p>${escapeHtml(content.says)}</p>${corrected}
<table><thead><tr><th scope="col">Report</th><th scope="col">What it found</th></tr></thead>
<tbody>${lines}</tbody></table>
<p class="hash">SHA-256 of the published text: ${sha256}</p>
${content.parts.map((part) => partHtml(part, zone)).join("")}</body></html>`;
};
