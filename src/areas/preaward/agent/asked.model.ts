/** What announcements ask for beside their forms: how they say it, and how a file shows it. */
const papers: readonly (readonly [name: string, asked: RegExp, file: RegExp])[] = [
  ["Letters of commitment", /letters? of commitment/i, /commitment/i],
  ["Letters of support", /letters? of support/i, /support/i],
  [
    "Résumés",
    /r[ée]sum[ée]s?\b|curricul(?:um|a) vitae|biographical sketch/i,
    /r[ée]sum|cv\b|vita|biograph/i,
  ],
  ["Organizational chart", /organi[sz]ational chart/i, /org(?:ani[sz]ation(?:al)?)?[-_ ]?chart/i],
  [
    "Indirect cost rate agreement",
    /indirect cost rate agreement|\bNICRA\b/i,
    /nicra|indirect|rate[-_ ]agreement/i,
  ],
  [
    "Benefit-cost analysis",
    /benefit[-–/ ]cost analysis|cost[-–/ ]benefit analysis|\bBCA\b/i,
    /\bbca\b|benefit|cost[-_ ]analysis/i,
  ],
  ["Project map", /\b(?:project|site|location) map/i, /\bmap\b/i],
  [
    "Memorandum of understanding",
    /memorand(?:um|a) of (?:understanding|agreement)|\bMO[UA]s?\b/i,
    /\bmo[ua]\b|memorandum|agreement/i,
  ],
  ["Audit report", /single audit|audited financial statement/i, /audit|financial[-_ ]statement/i],
  ["Hazard mitigation plan", /hazard mitigation plan/i, /mitigation/i],
];
const notAsked =
  /\bnot (?:required|needed)|\boptional\b|\bif (?:applicable|available)\b|\bdo not\b/i;

const sentencesOf = (text: string) => text.split(/(?<=[.;])\s+/);

/** Papers that these texts ask for, and whether a file shows each by its name or label. */
export const askedPapers = (
  texts: readonly string[],
  files: readonly string[],
): { name: string; sentence: string; filed: boolean }[] =>
  papers.flatMap(([name, asked, file]) => {
    const sentence = texts
      .flatMap(sentencesOf)
      .find((each) => asked.test(each) && !notAsked.test(each));
    const filed = files.some((each) => file.test(each.replaceAll(/[-_]/g, " ")) || file.test(each));
    return sentence ? [{ name, sentence: sentence.trim(), filed }] : [];
  });

/** Those of them that no file shows. */
export const missingPapers = (
  texts: readonly string[],
  files: readonly string[],
): { name: string; sentence: string }[] =>
  askedPapers(texts, files).flatMap(({ filed, ...paper }) => (filed ? [] : [paper]));

const parts: readonly (readonly [title: string, asked: RegExp, written: RegExp])[] = [
  ["Statement of need", /(?:statement of|needs?) (?:need|statement|assessment)/i, /need/i],
  [
    "Work plan",
    /work ?plan|timeline of activities|implementation plan/i,
    /work ?plan|timeline|implementation/i,
  ],
  [
    "Evaluation plan",
    /evaluation plan|performance measures?|how results are measured/i,
    /evaluat|measure|results/i,
  ],
  [
    "Organizational capacity",
    /organi[sz]ational (?:capacity|capability)|past performance/i,
    /capacit|capabilit|organi[sz]ation|performance/i,
  ],
  ["Budget narrative", /budget (?:narrative|justification)/i, /budget/i],
  ["Sustainability plan", /sustainability|how the work goes on/i, /sustain/i],
  ["Data management plan", /data management plan/i, /data/i],
  ["Logic model", /logic model/i, /logic/i],
  ["Environmental review", /environmental (?:review|assessment)/i, /environment/i],
];
const mustWords = /(?:at most|no more than|not exceed|up to|limit of) ([\d,]+) words/i;

export type AskedPart = { title: string; asks: string; mostWords: number | null };

/** Parts of a narrative that an announcement asks for and that no section of the application is. */
export const missingParts = (summary: string, sections: readonly string[]): AskedPart[] =>
  parts.flatMap(([title, asked, written]) => {
    const sentence = sentencesOf(summary).find((each) => asked.test(each) && !notAsked.test(each));
    if (!sentence || sections.some((each) => written.test(each))) return [];
    const most = mustWords.exec(sentence)?.[1];
    return [
      { title, asks: sentence.trim(), mostWords: most ? Number(most.replaceAll(",", "")) : null },
    ];
  });
