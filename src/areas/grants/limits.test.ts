// Every limit of an award's law and terms one step before, at, and one step after it, by the rule of
// the day on which the award begins.
import { expect, test } from "vitest";
import { addDays, type Day, day as asDay, day } from "#kernel/time.ts";
import { federalRules } from "#areas/governance/rule/federal-rules.data.ts";
import { strictestThreshold, type Rule } from "#areas/governance/rule/rule.model.ts";
import type { Term } from "./award/award.model.ts";
import { stopsOf, type Charge } from "./award/terms.model.ts";
import type { Db } from "#server/db/db.ts";
import type { AwardRecord } from "./award/award.noun.ts";
import type { Books } from "./award/books.service.ts";
import { choicesOf, whyNot } from "./drawdown/costs.service.ts";
import { federalOf, sharesOf } from "./drawdown/share.model.ts";
import { periodsOf } from "./report/due.model.ts";
import { faultOf, testRevision } from "./revision/test.model.ts";

const nothing = {
  moves: [],
  newPeriodTo: null,
  scopeChange: false,
  keyPerson: false,
  newSubaward: false,
} as const;
const budget = new Map([
  ["supplies", 600_000_00],
  ["contractual", 400_000_00],
  ["construction", 0],
]);
const of = {
  amount: 1_000_000_00,
  budget,
  periodFrom: day("2025-03-01"),
  periodTo: day("2027-02-28"),
  movedBefore: 0,
  extendedBefore: false,
  today: "2026-11-25",
  simplified: 350_000_00,
};
const moved = (cents: number, over: object = {}) =>
  testRevision(
    {
      ...nothing,
      moves: [
        { objectClass: "supplies", cents: -cents },
        { objectClass: "contractual", cents },
      ],
    },
    { ...of, ...over },
  ).map((f) => f.asksGrantor);

test("ten percent of the whole budget may move, one cent more asks the grantor", () => {
  expect(moved(99_999_99)).toEqual([false]);
  expect(moved(100_000_00)).toEqual([false]);
  expect(moved(100_000_01)).toEqual([true]);
  // What moved before counts.
  expect(moved(40_000_00, { movedBefore: 60_000_00 })).toEqual([false]);
  expect(moved(40_000_01, { movedBefore: 60_000_00 })).toEqual([true]);
});

test("the limit of ten percent holds above the simplified acquisition threshold of the day alone", () => {
  expect(moved(300_000_00, { amount: 349_999_99 })).toEqual([false]);
  expect(moved(300_000_00, { amount: 350_000_00 })).toEqual([false]);
  expect(moved(300_000_00, { amount: 350_000_01 })).toEqual([true]);
  const on = (day: string) =>
    strictestThreshold(federalRules as unknown as Rule[], "simplifiedAcquisition", day)!.cents;
  expect([on("2025-09-30"), on("2025-10-01"), on("2026-11-25")]).toEqual([
    250_000_00, 350_000_00, 350_000_00,
  ]);
});

test("one extension of twelve months by the calendar, told ten days before the end", () => {
  const extended = (newPeriodTo: string, over: object = {}) =>
    testRevision({ ...nothing, newPeriodTo }, { ...of, ...over }).map((f) => f.asksGrantor);
  expect(extended("2028-02-27")).toEqual([false]);
  expect(extended("2028-02-28")).toEqual([false]);
  expect(extended("2028-02-29")).toEqual([true]);
  expect(extended("2028-02-28", { today: "2027-02-17" })).toEqual([false]);
  expect(extended("2028-02-28", { today: "2027-02-18" })).toEqual([false]);
  expect(extended("2028-02-28", { today: "2027-02-19" })).toEqual([true]);
  expect(extended("2027-04-30", { extendedBefore: true })).toEqual([true]);
  expect(extended("2027-02-28")).toEqual([]);
});

test.each([
  ["2024-09-30", "2 CFR 200.308(c)(1)(i), before October 2024", "before October 2024"],
  ["2024-10-01", "2 CFR 200.308(f)(1)", "2 CFR 200.308"],
])("an award from %s is tested by the text of that day: %s", (periodFrom, scope, all) => {
  const found = testRevision(
    {
      moves: [
        { objectClass: "supplies", cents: -1 },
        { objectClass: "construction", cents: 1 },
      ],
      newPeriodTo: "2027-03-31",
      scopeChange: true,
      keyPerson: true,
      newSubaward: true,
    },
    { ...of, periodFrom: day(periodFrom) },
  );
  expect(found.map((f) => f.asksGrantor)).toEqual([true, true, true, false, true, false]);
  expect(found[0]!.citation).toBe(scope);
  for (const { citation } of found) expect(citation).toContain(all);
});

test("a class gives what it has and no cent more", () => {
  const take = (cents: number) =>
    faultOf(
      {
        ...nothing,
        moves: [
          { objectClass: "supplies", cents: -cents },
          { objectClass: "contractual", cents },
        ],
      },
      budget,
    );
  expect(take(600_000_00)).toBeNull();
  expect(take(600_000_01)).toContain("supplies");
});

const held = {
  number: "AWD-1",
  status: "active",
  periodFrom: day("2026-07-01"),
  periodTo: day("2027-06-30"),
  preawardFrom: null as Day | null,
};
const term = (over: Partial<Term>): Term => ({
  id: "1",
  kind: "ceiling",
  objectClass: "travel",
  cents: 1_000_00,
  words: "No more than this.",
  document: "Notice of award",
  page: 7,
  approvedOn: null,
  approval: "",
  ...over,
});
const charge = (over: Partial<Charge> = {}): Charge => ({
  objectClass: "travel",
  cents: 100_00,
  fresh: 100_00,
  incurredOn: asDay("2026-12-01"),
  ...over,
});
const stopped = (over: Partial<Charge>, terms: readonly Term[] = [], w = held, spent = 0) =>
  stopsOf(w, terms, charge(over), new Map([["travel", spent]])).length > 0;

test("a cost counts by its day: the first and the last of the period, and none beside them", () => {
  expect(stopped({ incurredOn: asDay("2026-06-30") })).toBe(true);
  expect(stopped({ incurredOn: asDay("2026-07-01") })).toBe(false);
  expect(stopped({ incurredOn: asDay("2027-06-30") })).toBe(false);
  expect(stopped({ incurredOn: asDay("2027-07-01") })).toBe(true);
  const before = { ...held, preawardFrom: day("2026-04-02") };
  expect(stopped({ incurredOn: asDay("2026-04-01") }, [], before)).toBe(true);
  expect(stopped({ incurredOn: asDay("2026-04-02") }, [], before)).toBe(false);
});

test("a ceiling may be reached and not passed, and equipment asks from its amount on", () => {
  const ceiling = [term({})];
  expect(stopped({ fresh: 99_99 }, ceiling, held, 900_00)).toBe(false);
  expect(stopped({ fresh: 100_00 }, ceiling, held, 900_00)).toBe(false);
  expect(stopped({ fresh: 100_01 }, ceiling, held, 900_00)).toBe(true);
  // What the ledger holds already is not counted twice.
  expect(stopped({ fresh: 0 }, ceiling, held, 1_000_01)).toBe(false);
  const equipment = (unitCents: number, approvedOn: Day | null = null) =>
    stopped({ objectClass: "equipment", unitCents }, [
      term({ kind: "equipment", objectClass: null, cents: 10_000_00, approvedOn }),
    ]);
  expect([9_999_99, 10_000_00, 10_000_01].map((cents) => equipment(cents))).toEqual([
    false,
    true,
    true,
  ]);
  expect(equipment(10_000_00, asDay("2026-10-01"))).toBe(false);
});

test.each([
  ["quarterly", "2026-09-30", "2026-10-30", 4],
  ["semiannual", "2026-12-31", "2027-01-30", 2],
  ["annual", "2027-06-30", "2027-10-28", 1],
] as const)("%s reports: the first period ends %s and is due %s", (reportEvery, to, dueOn, n) => {
  const periods = periodsOf({ ...held, reportEvery, reportEnds: "award" });
  expect(periods).toHaveLength(n);
  expect(periods[0]).toMatchObject({ from: "2026-07-01", to, dueOn });
  // The last one is final: 120 days after the end (2 CFR 200.344).
  expect(periods.at(-1)).toMatchObject({ to: "2027-06-30", dueOn: "2027-10-28", final: true });
});

test.each([
  ["quarterly", "calendar", ["2026-03-31", "2026-06-30", "2026-09-30", "2026-12-31"]],
  ["quarterly", "federal", ["2026-03-31", "2026-06-30", "2026-09-30", "2026-12-31"]],
  ["semiannual", "calendar", ["2026-06-30", "2026-12-31", "2027-06-30"]],
  ["semiannual", "federal", ["2026-03-31", "2026-09-30", "2027-03-31"]],
  ["annual", "calendar", ["2026-12-31", "2027-12-31"]],
  ["annual", "federal", ["2026-09-30", "2027-09-30"]],
  ["quarterly", "award", ["2026-05-14", "2026-08-14", "2026-11-14"]],
] as const)(
  "%s reports by the %s year end where the form says",
  (reportEvery, reportEnds, ends) => {
    const periods = periodsOf({
      periodFrom: "2026-02-15",
      periodTo: "2028-02-14",
      reportEvery,
      reportEnds,
    });
    expect(periods.slice(0, ends.length).map((p) => p.to)).toEqual(ends);
    expect(periods[0]!.from).toBe("2026-02-15");
    expect(periods.at(-1)).toMatchObject({ to: "2028-02-14", final: true });
    // Every day of the award is in one period.
    for (const [n, p] of periods.entries())
      if (n) expect(p.from).toBe(addDays(periods[n - 1]!.to, 1));
  },
);

test("an annual report that is not the last is due after ninety days", () => {
  const [first] = periodsOf({
    ...held,
    periodTo: day("2028-06-30"),
    reportEvery: "annual",
    reportEnds: "award",
  });
  expect(first).toMatchObject({ to: "2027-06-30", dueOn: "2027-09-28", final: false });
});

test("the grantor's share ends at the award's amount, and the cent that rounding left comes with the next", () => {
  expect([federalOf(999_99, 10_000, 1_000_00), federalOf(1_000_01, 10_000, 1_000_00)]).toEqual([
    999_99, 1_000_00,
  ]);
  expect(federalOf(1, 5_000, 100)).toBe(1);
  const rows = sharesOf(
    [1, 1, 1].map((cents, i) => ({ costLineId: String(i), cents })),
    5_000,
    1_00,
    { total: 0, federal: 0 },
  );
  expect(rows.map((r) => r.federal)).toEqual([1, 0, 1]);
  expect(rows.every((r) => r.federal + r.match === r.cents)).toBe(true);
});

const cost = (over: Partial<Books["costs"][number]>): Books["costs"][number] => ({
  id: "c",
  source: "invoice",
  documentId: "i",
  documentNumber: "INV-1",
  description: "Cots",
  vendor: "Silverbirch",
  accountStringId: "a",
  account: "225-PHL-5340",
  objectClass: "supplies",
  postedOn: asDay("2026-11-20"),
  incurredFrom: asDay("2026-11-20"),
  incurredTo: asDay("2026-11-20"),
  cents: 100_00,
  paid: 0,
  paidOn: null,
  moved: 0,
  claimed: 0,
  movesId: null,
  dueOn: "2026-11-28",
  requisitionId: null,
  purchaseOrderId: null,
  receiptId: null,
  invoiceId: "i",
  journalId: null,
  emergency: false,
  ...over,
});
// Two in the morning of UTC: in the agency it is still the day before.
const db = {
  scope: {
    orgId: "o",
    personId: null,
    timeZone: "America/Chicago",
    businessNow: "2026-11-26T02:00:00.000Z",
  },
} as unknown as Db;
const chosen = (
  over: Partial<Books["costs"][number]>,
  kind: "reimbursement" | "advance" = "advance",
  through = "2026-11-25",
) =>
  choicesOf(
    db,
    { ...held, advanceDays: 3 } as unknown as AwardRecord,
    [],
    { accounts: [], costs: [cost(over)], claims: [] },
    { kind, through },
  ).map(({ cents, why }) => [cents, why]);

test("an advance takes bills that fall due within its days, by the agency's day, and no later one", () => {
  expect(chosen({ dueOn: "2026-11-27" })).toEqual([[100_00, null]]);
  expect(chosen({ dueOn: "2026-11-28" })).toEqual([[100_00, null]]);
  expect(chosen({ dueOn: "2026-11-29" })).toEqual([]);
  expect(chosen({ dueOn: "2026-11-28", source: "payroll" })).toEqual([]);
});

test("a reimbursement takes what is paid of costs until its last day, to the cent", () => {
  expect(chosen({ paid: 99_99 }, "reimbursement")).toEqual([[99_99, null]]);
  expect(chosen({ paid: 99_99, claimed: 99_98 }, "reimbursement")).toEqual([[1, null]]);
  expect(chosen({ paid: 99_99, claimed: 99_99 }, "reimbursement")).toEqual([]);
  expect(chosen({ paid: 1 }, "reimbursement", "2026-11-20")).toHaveLength(1);
  expect(chosen({ paid: 1 }, "reimbursement", "2026-11-19")).toEqual([]);
});

test("a cost that begins before the period or ends after it is named and left out", () => {
  const why = (incurredFrom: string, incurredTo: string) =>
    whyNot(held, [], {
      incurredFrom: day(incurredFrom),
      incurredTo: day(incurredTo),
      objectClass: "supplies",
    }) !== null;
  expect(why("2026-06-30", "2026-07-01")).toBe(true);
  expect(why("2026-07-01", "2027-06-30")).toBe(false);
  expect(why("2027-06-30", "2027-07-01")).toBe(true);
});
