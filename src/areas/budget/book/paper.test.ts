import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import type { BookContent } from "./book.model.ts";
import { bookCsv, bookDocument } from "./paper.service.ts";

const account = (over: Partial<BookContent["departments"][number]["accounts"][number]> = {}) => ({
  code: "210-RDB-5340",
  label: "Road materials",
  class: "expenditure",
  category: "operating",
  fund: "210 Roads",
  actual: 900_00,
  before: 1_000_00,
  cents: 1_100_00,
  ...over,
});
const book: BookContent = {
  agency: "Carver County",
  number: "BC-1",
  year: 2026,
  stage: "adopted",
  startsOn: "2025-10-01" as Day,
  endsOn: "2026-09-30" as Day,
  message: "It holds the levy.\n\nIt pays for <roads>.",
  decision: {
    decidedOn: "2025-09-08" as Day,
    resolution: "2025-087",
    votesFor: 5,
    votesAgainst: 0,
  },
  funds: [
    {
      fund: "210 Roads",
      beginning: 500_00,
      revenue: 2_000_00,
      transfersIn: 0,
      expenditure: 1_700_00,
      transfersOut: 0,
      end: 800_00,
      least: 0,
      breaches: [],
      exception: "",
    },
  ],
  departments: [
    {
      code: "RDB",
      department: "Roads & Bridges",
      narrative: "412 miles of road.",
      cents: 1_700_00,
      before: 1_500_00,
      accounts: [
        account(),
        account({ code: "210-RDB-5110", label: "Salaries", category: "personnel", cents: 600_00 }),
        account({ code: "210-RDB-4110", label: "Property tax", class: "revenue", cents: 2_000_00 }),
      ],
      packages: [{ title: "Pothole crew", kind: "ongoing", status: "cut", cents: 100_00 }],
    },
  ],
  positions: [
    { department: "Roads & Bridges", title: "Crew lead", count: 2, fte: 1_500, cents: 600_00 },
  ],
  staffing: [{ department: "Roads & Bridges", twoBefore: null, before: 1_000, fte: 1_500 }],
  capital: [{ code: "402-UTL-5610-P118", label: "Lift station 7", cents: 310_00 }],
  statistics: [{ label: "Positions", value: "2" }],
  history: [{ year: 2025, spending: 1_500_00, revenue: 1_800_00, spent: 1_400_00 }],
};
const facts = { versionNo: 2, hash: "a".repeat(64) };
const headings = (text: string) =>
  [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title!);
const named = (text: string) => [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, title]) => title!);

test("the book has every part that it names: funds, departments, revenue, positions, capital, statistics", () => {
  const text = bookDocument(book, facts);
  expect(named(text)).toEqual([
    "Message",
    "Spending by fund",
    "Spending by department",
    "Spending by kind",
    "Revenue by source",
    "Funds",
    "Departments",
    "Positions",
    "Capital",
    "Statistics",
    "Words",
  ]);
  expect(headings(text).slice(1)).toEqual(named(text));
  // Four sums, each with its picture and three columns of years.
  expect(text.match(/<svg/g)).toHaveLength(4);
  expect(text).toContain("Actual, $</th>");
  expect(text).toContain("<td>not kept</td><td>1.00</td><td>1.50</td>");
  expect(text).toContain("<td>Crew lead</td><td>2</td><td>1.50</td>");
  expect(text).toContain("It pays for &lt;roads&gt;.");
  expect(text).toContain("412 miles of road.");
  expect(text).toContain("Adopted on Sep 8, 2025 by 2025-087, 5 for and 0 against.");
});

test("revenue stands apart from spending, and a book names no part that it has not", () => {
  const [roads] = book.departments;
  const spends = { ...roads!, accounts: roads!.accounts.slice(0, 2) };
  const without = { ...book, departments: [spends], positions: [], capital: [], statistics: [] };
  const text = bookDocument(without, facts);
  expect(named(text)).not.toContain("Revenue by source");
  expect(named(text)).not.toContain("Positions");
  expect(headings(text).slice(1)).toEqual(named(text));
  // 1,100.00 and 600.00 of spending; the 2,000.00 that come in are in no sum of it.
  const byFund = bookDocument(book, facts).split("<h2>Spending by department")[0]!;
  expect(byFund).toContain("1,700.00");
  expect(byFund).not.toContain("3,700.00");
});

test("the lines of a book come as a table of amounts in dollars", () => {
  const [head, first] = bookCsv(book).trim().split(/\r?\n/);
  expect(head).toContain("Account string");
  expect(first).toContain("210-RDB-5340");
  expect(first).toContain("1100.00");
});
