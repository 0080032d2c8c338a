import { addDays, type Day } from "#kernel/time.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const numbers: Readonly<Record<string, number>> = {
  ...{ a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 },
};

const weekdayOf = (day: Day): number => new Date(`${day}T12:00:00Z`).getUTCDay();
const two = (n: number) => String(n).padStart(2, "0");

/** A date of the calendar, in this year or the next one where it lies behind; null for none such. */
const dateOf = (month: number, date: number, year: number | null, today: Day): Day | null => {
  const of = (y: number) => `${y}-${two(month)}-${two(date)}` as Day;
  const exists = (day: Day) => new Date(`${day}T12:00:00Z`).toISOString().startsWith(day);
  const now = Number(today.slice(0, 4));
  const found = of(year ?? now);
  if (month < 1 || month > 12 || date < 1 || date > 31 || !exists(found)) return null;
  return year === null && found < today ? of(now + 1) : found;
};

type Way = { said: RegExp; day: (at: RegExpExecArray, today: Day) => Day | null };

const before =
  "(?:(?:needed|due|delivered|here|there)\\s+)?(?:by|before|on|for|until|no later than)\\s+";
const maybe = `(?:${before})?`;

const monthEnd = (today: Day): Day => {
  const [year, month] = today.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0, 12)).toISOString().slice(0, "2026-01-01".length) as Day;
};

// The first that is said counts; what is named exactly stands before what is counted.
const ways: readonly Way[] = [
  {
    said: new RegExp(`\\b${maybe}(\\d{4})-(\\d{2})-(\\d{2})\\b`, "i"),
    day: ([, year, month, date], today) => dateOf(Number(month), Number(date), Number(year), today),
  },
  {
    said: new RegExp(`\\b${before}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?\\b`, "i"),
    day: ([, month, date, year], today) =>
      dateOf(Number(month), Number(date), year ? (Number(year) % 100) + 2000 : null, today),
  },
  {
    said: new RegExp(
      `\\b${maybe}(${months.join("|")})[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`,
      "i",
    ),
    day: ([, month, date, year], today) =>
      dateOf(
        months.indexOf(month!.toLowerCase()) + 1,
        Number(date),
        year ? Number(year) : null,
        today,
      ),
  },
  {
    said: new RegExp(`\\b${maybe}(?:the\\s+)?end of (?:the|this) month\\b`, "i"),
    day: (_at, today) => monthEnd(today),
  },
  {
    said: new RegExp(`\\b${maybe}(?:the\\s+)?end of (?:the|this) week\\b`, "i"),
    day: (_at, today) => addDays(today, (5 - weekdayOf(today) + 7) % 7),
  },
  {
    said: new RegExp(`\\b${maybe}(day after tomorrow|tomorrow|today)\\b`, "i"),
    day: ([, said], today) => addDays(today, { today: 0, tomorrow: 1 }[said!.toLowerCase()] ?? 2),
  },
  {
    said: /\b(?:with)?in\s+(\d{1,3}|a|one|two|three|four|five|six|ten)\s+(day|week)s?\b/i,
    day: ([, many, what], today) =>
      addDays(
        today,
        (numbers[many!.toLowerCase()] ?? Number(many)) * (what!.toLowerCase() === "week" ? 7 : 1),
      ),
  },
  {
    said: new RegExp(`\\b${maybe}(next|this)?\\s*(${weekdays.join("|")})\\b`, "i"),
    day: ([, next, name], today) => {
      const ahead = (weekdays.indexOf(name!.toLowerCase()) - weekdayOf(today) + 7) % 7;
      return addDays(today, next?.toLowerCase() === "next" ? ahead || 7 : ahead);
    },
  },
  {
    said: new RegExp(`\\b${maybe}next week\\b`, "i"),
    // A week has no one day: its last working day is what is surely inside it.
    day: (_at, today) => addDays(today, ((5 - weekdayOf(today) + 7) % 7) + 7),
  },
];

/**
 * The day by which something is needed, and the words without it. A weekday is the next one, today
 * counts; a date without its year is the next one of that name. Null where no day is said.
 */
export const dayIn = (text: string, today: Day): { day: Day | null; rest: string } => {
  for (const { said, day } of ways) {
    const at = said.exec(text);
    const found = at && day(at, today);
    if (!found) continue;
    const rest = `${text.slice(0, at.index)} ${text.slice(at.index + at[0].length)}`;
    return { day: found, rest };
  }
  return { day: null, rest: text };
};
