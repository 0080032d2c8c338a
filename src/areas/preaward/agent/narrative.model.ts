import { formatDate } from "#kernel/dates.ts";
import { formatCents, parseMoney } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { dayWritten, writtenDay } from "#kernel/written-day.ts";

/** What budget and head of an application say, as a narrative may name it. */
export type Known = {
  figures: readonly { key: string; label: string; cents: number }[];
  startsOn: Day;
  endsOn: Day;
  aln: string;
  uei: string;
  /** Amounts that are the announcement's: its floor, ceiling and total. */
  announced: readonly number[];
};
/** A value that a narrative names otherwise than the records. */
export type Otherwise = { of: string; said: string; is: string; sentence: string; cents: number };

const figureWords: readonly (readonly [key: string, words: RegExp])[] = [
  ["total", /\btotal (?:project )?(?:cost|budget)|\ball costs\b|\bcosts? in all\b/i],
  [
    "federal",
    /\bfederal (?:share|funds?|money|amount|request)|\brequest(?:s|ed|ing)?\b|\basks? for\b|\bwe seek\b/i,
  ],
  ["match", /\bmatch(?:ing|es)?\b|\bcost[- ]shar|\bof its own\b|\blocal share\b|\bnon-federal\b/i],
  ["indirect", /\bindirect\b/i],
  ["personnel", /\bsalar(?:y|ies)\b|\bpersonnel\b|\bwages\b/i],
  ["fringe", /\bfringe\b/i],
  ["travel", /\btravel\b/i],
  ["equipment", /\bequipment\b/i],
  ["supplies", /\bsupplies\b/i],
  ["contractual", /\bcontract(?:s|ual|ors?)\b/i],
  ["construction", /\bconstruction\b/i],
];
const elsewhere =
  /\bup to\b|\bat most\b|\bannouncement\b|\bceiling\b|\bper (?:year|person|mile|hour)\b|\blast year\b|\bdamages?\b|\byear \d\b/i;

const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[^\s.]{2}[.;!?])\s+(?=[A-Z("“])/)
    .map((each) => each.trim())
    .filter(Boolean);

const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, k: 1e3, m: 1e6 };
const money = /\$ ?(\d[\d,]*(?:\.\d+)?)(?: ?(thousand|million|k|m)\b)?/gi;

type Typed = { text: string; cents: number; rounded: number };
const amountsIn = (sentence: string): Typed[] =>
  [...sentence.matchAll(money)].flatMap(([text, digits, unit]) => {
    const scale = scales[(unit ?? "").toLowerCase()] ?? 1;
    const plain = digits!.replace(/[.,]$/, "");
    const cents =
      scale === 1 ? parseMoney(plain) : Math.round(Number(plain.replaceAll(",", "")) * scale * 100);
    if (cents === null || Number.isNaN(cents)) return [];
    const decimals = plain.split(".")[1]?.length ?? 0;
    const rounded = scale === 1 ? (decimals > 0 ? 0 : 50) : (scale * 100) / 10 ** decimals / 2;
    return [{ text: text.trim().replace(/[.,]$/, ""), cents, rounded }];
  });

/** The one figure that a sentence is about; null where it names several, or none that the budget has. */
const figureOf = (sentence: string, { figures }: Known) => {
  const named = figureWords.filter(([, words]) => words.test(sentence)).map(([key]) => key);
  return named.length === 1 ? (figures.find(({ key }) => key === named[0]) ?? null) : null;
};

const ofAmounts = (sentence: string, known: Known): Otherwise[] => {
  const typed = amountsIn(sentence);
  if (typed.length !== 1 || elsewhere.test(sentence)) return [];
  const [{ text, cents, rounded }] = typed as [Typed];
  const all = [...known.figures.map((figure) => figure.cents), ...known.announced];
  if (all.some((each) => Math.abs(each - cents) <= rounded)) return [];
  const figure = figureOf(sentence, known);
  return figure
    ? [
        {
          of: figure.label,
          said: text,
          is: formatCents(figure.cents),
          sentence,
          cents: Math.abs(figure.cents - cents),
        },
      ]
    : [];
};

const share = /(\d{1,2}(?:\.\d+)?) ?(?:%|percent)/;
const ofShares = (sentence: string, { figures }: Known): Otherwise[] => {
  const said = share.exec(sentence)?.[1];
  const cents = (key: string) => figures.find((figure) => figure.key === key)?.cents ?? 0;
  if (!said || !/\bmatch|\bcost[- ]shar|\blocal share\b/i.test(sentence) || cents("total") === 0)
    return [];
  const is = (cents("match") * 100) / cents("total");
  return Math.abs(is - Number(said)) <= 0.5
    ? []
    : [{ of: "Share of the match", said: `${said}%`, is: `${is.toFixed(1)}%`, sentence, cents: 0 }];
};

const period = /\b(?:project|period of performance|grant period|work)\b/i;
const begins = new RegExp(`\\b(?:begins?|starts?|from)(?: on)? (${writtenDay})`, "i");
const ends = new RegExp(`\\b(?:ends?|through|until|completed by)(?: on)? (${writtenDay})`, "i");
const ofDays = (sentence: string, known: Known): Otherwise[] => {
  if (!period.test(sentence)) return [];
  return (
    [
      ["First day of the project", begins, known.startsOn],
      ["Last day of the project", ends, known.endsOn],
    ] as const
  ).flatMap(([of, says, is]) => {
    const said = dayWritten(says.exec(sentence)?.[1] ?? "");
    return said && said !== is
      ? [{ of, said: formatDate(said as Day), is: formatDate(is), sentence, cents: 0 }]
      : [];
  });
};

const ofCodes = (sentence: string, { aln, uei }: Known): Otherwise[] => {
  const listing = /\b(?:listing|CFDA|ALN)\b/i.test(sentence)
    ? /\b\d{2}\.\d{3}\b/.exec(sentence)?.[0]
    : null;
  const entity = /\bUEI\b|unique entity/i.test(sentence)
    ? /\b(?=[A-Z0-9]*\d)[A-Z0-9]{12}\b/.exec(sentence)?.[0]
    : null;
  const differs = (of: string, said: string | null | undefined, is: string): Otherwise[] =>
    said && is && said !== is ? [{ of, said, is, sentence, cents: 0 }] : [];
  return [...differs("Assistance listing", listing, aln), ...differs("UEI", entity, uei)];
};

/**
 * Values of a narrative that budget, head and applicant name otherwise. An amount counts where its
 * sentence is about one figure of the budget; what several figures could mean says nothing.
 */
export const otherwise = (text: string, known: Known): Otherwise[] =>
  sentencesOf(text).flatMap((sentence) => [
    ...ofAmounts(sentence, known),
    ...ofShares(sentence, known),
    ...ofDays(sentence, known),
    ...ofCodes(sentence, known),
  ]);
