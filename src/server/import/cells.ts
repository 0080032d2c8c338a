import { isInstant, leadingDay } from "#kernel/time.ts";
import { databaseMs } from "../db/database-clock.ts";
import { daySigns, isSpan, readDay, readFiscalYear, type Century, type DayOrder } from "./days.ts";
import { decimalSign, isShortened, readCents, readDecimal, type Decimal } from "./numbers.ts";

/** What is known of a column before one cell of it is read: by its evidence, or told by a person. */
export type Told = Partial<{
  order: DayOrder;
  century: Century;
  decimal: Decimal;
  fiscal: "first" | "last";
  far: "take" | "refuse";
}>;
/** A cell's value; nothing where it says that there is none; or what to write instead. */
export type Read = { value: unknown } | "none" | { fix: string };

/** A way to read a column that a person is asked about, and the words for it. */
type Choice = { value: string; label: string };
/**
 * Something that a column may leave open. `sign` is what one cell shows of it; `decide` looks at how
 * often each sign stands in the column and gives what follows, what to ask, or that nothing is open.
 * `kept`: the answer is of the source and holds for its next file too.
 */
export type Doubt = {
  id: keyof Told;
  kept: boolean;
  sign: (text: string) => string | null;
  decide: (
    signs: Readonly<Record<string, number>>,
    answer: string | undefined,
  ) => { told: string } | { ask: string; choices: readonly Choice[]; likely: string } | null;
};

/** What a column holds. An importer names it; how its cells are read stands in this file alone. */
export type CellType = {
  expected: string;
  read: (text: string, told: Told) => Read;
  doubts?: readonly Doubt[];
  /** What a lone dash is where a value is required. */
  dash?: unknown;
};

const faults = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;
/** True for what a spreadsheet writes where it could not work a cell out. */
export const isSheetError = (text: string): boolean => faults.test(text);
/** A lone dash: nothing. */
const isDash = (text: string): boolean => /^[-–—]+$/.test(text);

const answered = (choices: readonly Choice[], answer: string | undefined) =>
  choices.find(({ value }) => value === answer)?.value;
const orAsk = (
  ask: string,
  choices: readonly Choice[],
  likely: string,
  answer: string | undefined,
) => {
  const told = answered(choices, answer);
  return told ? { told } : { ask, choices, likely };
};

const orders: readonly Choice[] = [
  { value: "month", label: "Month first: 3/2/2026 is March 2" },
  { value: "day", label: "Day first: 3/2/2026 is February 3" },
];
const order: Doubt = {
  id: "order",
  kept: true,
  sign: (text) => daySigns(text).order,
  decide: ({ day = 0, month = 0, either = 0 }, answer) => {
    if (day + month + either === 0) return null;
    if (day === 0 && month > 0) return { told: "month" };
    if (month > 0)
      return orAsk(
        "Some days can only be day first, others only month first.",
        orders,
        "month",
        answer,
      );
    // What was told for another file does not stand against the days of this one.
    return day > 0
      ? orAsk(
          "Some days of this column can only be day first.",
          orders,
          "day",
          answer === "day" ? answer : undefined,
        )
      : orAsk("Every day of this column can be read in two ways.", orders, "month", answer);
  },
};
const century: Doubt = {
  id: "century",
  kept: true,
  sign: (text) => (daySigns(text).century ? "either" : null),
  decide: ({ either = 0 }, answer) =>
    either === 0
      ? null
      : orAsk(
          "Years have two digits.",
          [
            { value: "past", label: "62 is 1962" },
            { value: "this", label: "62 is 2062" },
          ],
          "past",
          answer,
        ),
};
const far = (ahead: number, back: number): Doubt => ({
  id: "far",
  kept: false,
  sign: (text) => {
    const { year } = daySigns(text);
    const now = new Date(databaseMs()).getUTCFullYear();
    return year !== null && (year > now + ahead || year < now - back) ? String(year) : null;
  },
  decide: (signs, answer) => {
    const years = Object.keys(signs).toSorted();
    if (years.length === 0) return null;
    return orAsk(
      `Days far from today stand in this column: of ${years.slice(0, 5).join(", ")}.`,
      [
        { value: "refuse", label: "They are slips: hand their rows back" },
        { value: "take", label: "They are right as they stand" },
      ],
      "refuse",
      answer,
    );
  },
});
const decimals: readonly Doubt[] = [
  {
    id: "decimal",
    kept: true,
    sign: decimalSign,
    decide: ({ comma = 0, point = 0 }, answer) => {
      if (comma === 0 || point > 0) return null;
      return orAsk(
        "Decimals stand behind a comma in this column.",
        [
          { value: "comma", label: "151,97 is 151.97" },
          { value: "point", label: "It is a slip: hand these rows back" },
        ],
        "comma",
        answer,
      );
    },
  },
];
const fiscal: readonly Doubt[] = [
  {
    id: "fiscal",
    kept: true,
    sign: (text) => (isSpan(text) ? "span" : null),
    decide: ({ span = 0 }, answer) =>
      span === 0
        ? null
        : orAsk(
            "Fiscal years are written with two years.",
            [
              { value: "last", label: "FY22-23 is fiscal year 2023" },
              { value: "first", label: "FY22-23 is fiscal year 2022" },
            ],
            "last",
            answer,
          ),
  },
];

const or = (value: unknown, fix: string): Read =>
  value === null || value === undefined ? { fix } : { value };
const unlessDash =
  (read: CellType["read"]): CellType["read"] =>
  (text, told) =>
    isDash(text) ? "none" : read(text, told);

const shortened =
  "a spreadsheet has shortened this number, and its digits are gone: format the column as text, enter the whole number";

const readsDay = (text: string, told: Told): Read => {
  if (/^\d{5}$/.test(text))
    return { fix: "this is a spreadsheet's number of a day: format the column as a date" };
  return or(
    readDay(text, told.order ?? "month", told.century ?? "past"),
    "write a day that exists, such as 2026-11-20 or 11/20/2026",
  );
};

const dayShape = "YYYY-MM-DD or MM/DD/YYYY";

/** Days; those more than so many years ahead or back are asked about. */
const dayWithin = (ahead: number, back = 126): CellType => {
  const distance = far(ahead, back);
  return {
    expected: dayShape,
    read: unlessDash((text, told) =>
      told.far !== "take" && distance.sign(text) !== null
        ? { fix: "this day is far from today: write the right one" }
        : readsDay(text, told),
    ),
    doubts: [order, century, distance],
  };
};

const codes = (
  names: Readonly<Record<string, string>>,
  form?: (text: string) => string,
): CellType => {
  const known = new Map(
    Object.entries(names).flatMap(([code, name]) => [
      [code.toLowerCase(), code],
      [name.toLowerCase(), code],
    ]),
  );
  const expected = [...new Set(Object.values(names))].join(", ");
  return {
    expected,
    read: (text) =>
      or(
        known.get(text.toLowerCase()) ?? known.get((form?.(text) ?? text).toLowerCase()),
        `write one of: ${expected}`,
      ),
  };
};

const listOf = (each: CellType): CellType => ({
  expected: `${each.expected}; several are parted by ;`,
  read: (text, told) => {
    const given = text
      .split(/[;|]/)
      .map((part) => part.trim())
      .filter(Boolean);
    const parts = given.map((part) => each.read(part, told));
    // Of several it says which: the rest of the cell is read.
    const faults = parts.flatMap((part, at) =>
      typeof part === "object" && "fix" in part ? [{ part: given[at]!, fix: part.fix }] : [],
    );
    if (faults.length)
      return {
        fix: `${faults.map(({ part }) => `“${part}”`).join(" and ")} cannot be read here: ${faults[0]!.fix}`,
      };
    return {
      value: parts.flatMap((part) =>
        typeof part === "object" && "value" in part ? [part.value] : [],
      ),
    };
  },
});

const zipRead = (text: string): Read => {
  if (isShortened(text)) return { fix: shortened };
  if (/[a-z]/i.test(text) || /^\d{5}(-\d{4})?$/.test(text)) return { value: text };
  if (/^\d{9}$/.test(text)) return { value: `${text.slice(0, 5)}-${text.slice(5)}` };
  return {
    fix: /^\d{4}$|^\d{8}$/.test(text)
      ? "a leading zero is missing: write 01082 or 01082-1234 (a code of another country with its country before it: AU 2600)"
      : "write five digits or nine, such as 05733 or 05733-9912",
  };
};

const fromRead = (text: string, decimal: Decimal | undefined) =>
  readDecimal(text, decimal ?? "point");

/** The kinds of cells that there are. */
export const cells = {
  /** Words: taken as they stand. */
  text: { expected: "text", read: (text) => ({ value: text }) },
  /** A number or key that is no amount: leading zeros count, a shortened one is none. */
  code: {
    expected: "a code, with its leading zeros",
    read: (text) => (isShortened(text) ? { fix: shortened } : { value: text }),
  },
  /** Dollars and cents, as integer cents. */
  money: {
    expected: "dollars and cents",
    read: unlessDash((text, { decimal = "point" }) =>
      or(
        readCents(text, decimal),
        "write dollars and cents such as 1,234.56, or (1,234.56) below zero",
      ),
    ),
    doubts: decimals,
    dash: 0,
  },
  /** Money of a source with any number of decimals (OpenFEMA), to the nearest cent. */
  exactMoney: {
    expected: "an amount",
    read: unlessDash((text, { decimal }) => {
      const plain = fromRead(text, decimal);
      return or(plain && Math.round(Number(plain) * 100), "write an amount such as 1234.56");
    }),
    dash: 0,
  },
  /** A number with decimals, as a number. */
  number: {
    expected: "a number such as 44.7891",
    read: unlessDash((text, { decimal }) => {
      const plain = fromRead(text, decimal);
      return or(plain && Number(plain), "write a number such as 44.7891");
    }),
    doubts: decimals,
  },
  /** A number with decimals, as plain digits. */
  decimal: {
    expected: "a number such as 44.7891",
    read: unlessDash((text, { decimal }) =>
      or(fromRead(text, decimal), "write a number such as 44.7891"),
    ),
    doubts: decimals,
  },
  whole: {
    expected: "a whole number",
    read: unlessDash((text) => {
      const plain = readDecimal(text, "point")?.replace(/\.0+$/, "");
      return or(
        plain && /^-?\d{1,15}$/.test(plain) ? Number(plain) : null,
        "write a whole number such as 12",
      );
    }),
  },
  /** A share of a hundred, as plain digits: `5.5 %` is 5.5. */
  percent: {
    expected: "a percentage such as 5.5",
    read: unlessDash((text, { decimal }) =>
      or(fromRead(text.replace(/\s*%$/, ""), decimal), "write a percentage such as 5.5"),
    ),
    doubts: decimals,
  },
  day: dayWithin(20),
  /** Days that have been, or soon will be: of an invoice, of a first day in service. */
  recentDay: dayWithin(1),
  /** Days that a source writes itself: SAM.gov and Grants.gov say 2099 where nothing ends. */
  sourceDay: {
    expected: dayShape,
    read: unlessDash(readsDay),
    doubts: [order, century],
  },
  /** The day that an instant of another system begins with. */
  leadingDay: {
    expected: "YYYY-MM-DD",
    read: (text) => or(leadingDay(text), "write a day such as 2026-11-14"),
  },
  instant: {
    expected: "an instant with its offset",
    read: (text) =>
      isInstant(text)
        ? { value: text }
        : { fix: "write an instant with its offset, such as 2026-11-20T14:00:00-06:00" },
  },
  fiscalYear: {
    expected: "a year such as 2027",
    read: (text, { fiscal: by = "last" }) =>
      or(readFiscalYear(text, by), "write the fiscal year such as 2027"),
    doubts: fiscal,
  },
  zip: { expected: "a ZIP code such as 05733 or 05733-9912", read: zipRead },
  email: {
    expected: "name@example.com",
    read: (text) => {
      const plain = text.replace(/^mailto:/i, "");
      return /^[^\s@;,<>]+@[^\s@;,<>]+$/.test(plain)
        ? { value: plain }
        : { fix: "write one e-mail address such as name@example.com" };
    },
  },
  phone: {
    expected: "(952) 555-0134",
    read: (text) =>
      isShortened(text) || text.replace(/\D/g, "").length < 7
        ? { fix: "write a phone number such as (952) 555-0134" }
        : { value: text },
  },
  yesNo: {
    expected: "yes or no",
    read: unlessDash((text) =>
      /^(yes|y|true|t|1|x)$/i.test(text)
        ? { value: true }
        : /^(no|n|false|f|0)$/i.test(text)
          ? { value: false }
          : { fix: "write yes or no" },
    ),
  },
} as const satisfies Record<string, CellType>;

/** One of a list of codes, by its code or its name as the screens show it. */
export const oneOf = codes;
/** Several of a kind in one cell: `a; b | c`. */
export const several = listOf;
