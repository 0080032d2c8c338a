import { parseMoney } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { dayWritten, writtenDay } from "#kernel/written-day.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { amount, number, numberIn, passagesOf, type Line, type Passage } from "./prose.model.ts";

/** What is read of a contract's paper beside what its record says. */
export const readFields = [
  "startsOn",
  "endsOn",
  "ceiling",
  "optionCount",
  "optionMonths",
  "optionNoticeDays",
  "optionNoticeMonths",
  "retainagePercent",
] as const;
export type ReadField = (typeof readFields)[number];

/** A value as the record would hold it, and where it stands. */
export type Said = { value: string; at: Passage };
type Rule = {
  says: RegExp;
  /** Sentences about something else. */
  unless?: RegExp;
  /** What the sentence has to be about. */
  about?: RegExp;
  value: (found: RegExpExecArray) => string | null;
};

const other =
  /insurance|policy|certificate|wage|bond|warranty|audit|invoice|per occurrence|liquidated|damages|amend/i;
const days = (says: string, about?: RegExp): Rule => ({
  says: new RegExp(says.replace("DAY", `(?<day>${writtenDay})`), "i"),
  unless: other,
  ...(about && { about }),
  value: (found) => dayWritten(found.groups?.["day"] ?? ""),
});
const months = (found: string | undefined, unit: string | undefined): string | null => {
  const n = numberIn(found ?? "");
  return n === null ? null : String(/^y/i.test(unit ?? "") ? n * 12 : n);
};
const counts = (says: string, of: Pick<Rule, "value"> & Partial<Rule>): Rule => ({
  ...of,
  says: new RegExp(says.replaceAll("NUMBER", number), "i"),
});

const term = /\b(term|agreement|contract|services|performance|effect|ends?|expires?)\b/i;
const renewal = /\b(option|renew|exten[ds])/i;
const ending = /terminat|convenience|cure|cancel|insurance|certificate|assign/i;

const again =
  "(?:additional|successive|optional|renewal|further|consecutive)(?: optional| renewal)?";
const first = [
  ...["begins?", "beginning", "commences?", "commencing", "commencement date", "starts?"],
  ...["starting", "start date", "effective date", "effective"],
].join("|");
const last = "ends?|ending|end date|expires?|expiring|expiration date|expiry date";
const most = [
  ...["ceiling", "not[- ]to[- ]exceed", "not exceed", "contract (?:price|sum|amount|value)"],
  ...["maximum (?:amount|compensation|price)", "total compensation"],
].join("|");
const percent = "(?<percent>\\d{1,2}(?:\\.\\d{1,2})?)\\)? ?(?:%|percent)";

/** "three options of twelve months", "two additional one-year terms". */
const options = (value: Rule["value"]): Rule[] => [
  counts(
    `(?<n>NUMBER) (?:${again} )?options?,? (?:of|for|each of)(?: up to)? (?<m>NUMBER)[- ](?<unit>months?|years?)`,
    { value },
  ),
  counts(
    `(?<n>NUMBER) (?:${again})(?: terms?| periods?| extensions?)? ?(?:of )?(?<m>NUMBER)[- ](?<unit>months?|years?)`,
    { about: renewal, value },
  ),
];

const noticed = (unit: "days" | "months"): Rule[] => [
  counts(
    `(?<n>NUMBER) (?:calendar )?${unit.slice(0, -1)}s?['’]?(?: (?:written|prior|notice|in advance)){0,3} (?:before|prior to|ahead of)`,
    { about: renewal, unless: ending, value: (found) => months(found.groups?.["n"], "") },
  ),
];

const rules: Readonly<Record<ReadField, readonly Rule[]>> = {
  startsOn: [
    days(`\\b(?:${first})(?: (?:date|on|is|as|of|from|the|shall be))*[\\s:–-]*DAY`),
    days(`\\bfrom DAY (?:to|through|until)\\b`, term),
  ],
  endsOn: [
    days(`\\b(?:${last})(?: (?:date|on|is|as|of|at|midnight|shall be))*[\\s:–-]*DAY`),
    days("\\b(?:through|until|to)(?: and including)? DAY", term),
  ],
  ceiling: [
    {
      says: new RegExp(`\\b(?:${most})\\b[^$.]{0,60}?(?<cents>${amount})`, "i"),
      unless:
        /insurance|occurrence|damages|bond|retain|per (?:order|hour|invoice|trip)|travel|reimburs/i,
      value: ({ groups }) => {
        const cents = parseMoney((groups?.["cents"] ?? "").replace("USD", "").replace(/[,.]$/, ""));
        return cents === null ? null : String(cents);
      },
    },
  ],
  optionCount: options(({ groups }) => months(groups?.["n"], "")),
  optionMonths: options(({ groups }) => months(groups?.["m"], groups?.["unit"])),
  optionNoticeDays: noticed("days"),
  optionNoticeMonths: noticed("months"),
  retainagePercent: [
    {
      says: new RegExp(`\\bretain(?:s|ed|age)?\\b[^.%]{0,60}?${percent}`, "i"),
      value: ({ groups }) => String(Number(groups?.["percent"])),
    },
    {
      says: new RegExp(`${percent}\\)?[^.]{0,60}\\b(?:is|as|of|in) (?:retained|retainage)\\b`, "i"),
      value: ({ groups }) => String(Number(groups?.["percent"])),
    },
  ],
};

const saidOf = (passages: readonly Passage[], of: readonly Rule[]): Said[] =>
  passages.flatMap((at) =>
    of.flatMap(({ says, unless, about, value }) => {
      const found = says.exec(at.text);
      if (!found || unless?.test(at.text) || (about && !about.test(at.text))) return [];
      const said = value(found);
      return said === null ? [] : [{ value: said, at }];
    }),
  );

/** The one value that is said; null where nothing is, or where a paper says two. */
const only = (said: readonly Said[]): Said | null =>
  new Set(said.map(({ value }) => value)).size === 1 ? said[0]! : null;

const lasting = new RegExp(
  `\\b(?:term|period) (?:of this [a-z]+ )?(?:is|shall be|of|for)(?: a period of)? (?<n>${number}) (?<unit>months?|years?)`,
  "i",
);

/** The last day of a term that is said by its length: "a term of twelve months" from the first day. */
const endByLength = (passages: readonly Passage[], startsOn: Said | null): Said | null => {
  if (!startsOn) return null;
  const lengths = passages.flatMap((at) => {
    const found = lasting.exec(at.text);
    if (!found || other.test(at.text) || renewal.test(found[0])) return [];
    const n = months(found.groups?.["n"], found.groups?.["unit"]);
    return n === null ? [] : [{ value: n, at }];
  });
  const length = only(lengths);
  if (!length) return null;
  const after = monthsAfter(startsOn.value, Number(length.value));
  return { value: addDays(after as Day, -1), at: length.at };
};

/** What a paper says of each field; what is not said, or said in two ways, is null. */
export const saidIn = (lines: readonly Line[]): Record<ReadField, Said | null> => {
  const passages = passagesOf(lines);
  const said = Object.fromEntries(
    readFields.map((field) => [field, only(saidOf(passages, rules[field]))]),
  ) as Record<ReadField, Said | null>;
  const nothing = saidOf(passages, rules.endsOn).length === 0;
  return nothing ? { ...said, endsOn: endByLength(passages, said.startsOn) } : said;
};
