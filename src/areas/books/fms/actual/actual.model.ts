import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { unbalanced } from "../../entry/entry.model.ts";
import type { MappingKind } from "../mapping/mapping.labels.ts";
import type { Mapped } from "../mapping/mapping.model.ts";

const cents = z.number("Enter an amount such as 1,234.56.").int();
/** A line of a document that arose in the finance system, in its own codes. */
export const actualInput = z.object({
  document: z.string().trim().min(1, "Name the document.").max(60),
  postedOn: dayField,
  fund: z.string().trim().max(120).default(""),
  account: z.string().trim().max(120).default(""),
  string: z.string().trim().max(120).default(""),
  debit: cents.default(0),
  credit: cents.default(0),
  text: z.string().trim().max(300).default(""),
});
export type ActualInput = z.output<typeof actualInput>;

/** Codes here that a code of the finance system stood for on a day, each once. */
export const codesBehind = (
  mappings: readonly Pick<Mapped, "kind" | "code" | "target" | "fromDay" | "toDay">[],
  kind: MappingKind,
  target: string,
  on: Day,
): string[] => [
  ...new Set(
    mappings
      .filter(
        (m) =>
          m.kind === kind &&
          m.target === target &&
          m.fromDay <= on &&
          (m.toDay === null || on <= m.toDay),
      )
      .map(({ code }) => code),
  ),
];

/** Where a line stands in the books; `fund` is the fund's code, for words. */
export type Placed = {
  fundId: string;
  fund: string;
  accountId: string;
  accountStringId: string | null;
};
export type Problem = { column: string; expected: string; found: string; fix: string };
export type Line = { row: ActualInput; placed: Placed | Problem };

/** The entry that a document became before. */
export type Before = {
  id: string;
  version: number;
  number: string;
  status: string;
  postedOn: Day;
  preparedBy: string | null;
  lines: readonly {
    fundId: string;
    accountId: string;
    accountStringId: string | null;
    cents: number;
  }[];
};
/** What becomes of the rows of a document: of all of them the same, or each refused. */
export type Outcome =
  | { what: "draft" | "same" }
  | { what: "correct"; id: string; version: number }
  | { what: "refused"; problems: Problem[] };

const isProblem = (placed: Placed | Problem): placed is Problem => "column" in placed;

const amountProblem = ({ debit, credit }: ActualInput): Problem | null =>
  (debit === 0) === (credit === 0)
    ? {
        column: "Debit",
        expected: "a debit or a credit",
        found: debit === 0 ? "neither" : "both",
        fix: "Give the line a debit or a credit, or leave it out.",
      }
    : null;

const contentOf = (lines: readonly Omit<Before["lines"][number], never>[], postedOn: Day): string =>
  JSON.stringify([
    postedOn,
    ...lines
      .map((l) => JSON.stringify([l.accountStringId ?? `${l.fundId} ${l.accountId}`, l.cents]))
      .toSorted(),
  ]);

const againOf = (
  before: Before,
  lines: readonly { row: ActualInput; placed: Placed }[],
  asker: string | null,
): Outcome | Problem => {
  const said = lines.map(({ row, placed }) => ({ ...placed, cents: row.debit - row.credit }));
  if (contentOf(before.lines, before.postedOn) === contentOf(said, lines[0]!.row.postedOn))
    return { what: "same" };
  const { document } = lines[0]!.row;
  const other = { column: "Document", expected: `the lines that ${document} had before` };
  const found = `other lines than ${before.number} has`;
  if (before.status !== "draft" && before.status !== "returned")
    return {
      ...other,
      found,
      fix:
        before.status === "waiting"
          ? `Have ${before.number} returned first, then take the file in again.`
          : `${before.number} was posted: what corrects it in the finance system is a document of its own.`,
    };
  if (before.preparedBy !== asker)
    return { ...other, found, fix: `Whoever prepared ${before.number} takes it in again.` };
  return { what: "correct", id: before.id, version: before.version };
};

// What is wrong with a document whose lines each stand somewhere.
const wholeProblem = (
  lines: readonly { row: ActualInput; placed: Placed }[],
  unread: boolean,
): Problem | null => {
  const { document, postedOn } = lines[0]!.row;
  if (unread)
    return {
      column: "Document",
      expected: `every row of ${document}`,
      found: "a row of it cannot be read",
      fix: `Nothing of ${document} was taken: correct its other rows first.`,
    };
  const other = lines.find(({ row }) => row.postedOn !== postedOn);
  if (other)
    return {
      column: "Date",
      expected: `one day for ${document}`,
      found: `${postedOn} and ${other.row.postedOn}`,
      fix: "A document is posted on one day: give each day a document of its own.",
    };
  const apart = unbalanced(
    lines.map(({ row, placed }) => ({ ...placed, cents: row.debit - row.credit })),
    formatCents,
  );
  return apart.length === 0
    ? null
    : {
        column: "Debit",
        expected: `debits and credits of ${document} the same in each fund`,
        found: apart.join(" "),
        fix: `${document} is taken whole and balanced in each fund. ${apart.join(" ")}`,
      };
};

/**
 * What becomes of the rows that a file has of a document, all together: a new entry, the one that it is
 * already, one that whoever prepared it corrects, or each row refused with what is wrong. `unread`: the
 * file has rows of the document that cannot be read; `asker` takes the file in.
 */
export const outcomeOf = (
  lines: readonly Line[],
  before: Before | null,
  unread: boolean,
  asker: string | null,
): Outcome => {
  const own = lines.map(
    ({ row, placed }) => amountProblem(row) ?? (isProblem(placed) ? placed : null),
  );
  const first = own.find((problem) => problem !== null);
  const { document } = lines[0]!.row;
  if (first) {
    const whole: Problem = {
      column: "Document",
      expected: `every row of ${document} as it should be`,
      found: `${first.column}: ${first.found}`,
      fix: `Nothing of ${document} was taken: its rows are taken together, and ${first.column.toLowerCase()} ${first.found} is wrong.`,
    };
    return { what: "refused", problems: own.map((problem) => problem ?? whole) };
  }
  const placed = lines as readonly { row: ActualInput; placed: Placed }[];
  const all = (problem: Problem): Outcome => ({
    what: "refused",
    problems: lines.map(() => problem),
  });
  const broken = wholeProblem(placed, unread);
  if (broken) return all(broken);
  if (!before) return { what: "draft" };
  const again = againOf(before, placed, asker);
  return "what" in again ? again : all(again);
};
