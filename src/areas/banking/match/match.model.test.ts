import { expect, test } from "vitest";
import { addDays, day, type Day } from "#kernel/time.ts";
import {
  proposeMatches,
  returnCodeOf,
  type FeeRule,
  type OpenLine,
  type OpenPayment,
  type OpenReceipt,
} from "./match.model.ts";

const today = day("2026-11-12");
let serial = 0;
const line = (over: Partial<OpenLine>): OpenLine => ({
  id: `line-${String(++serial).padStart(6, "0")}`,
  onDay: today,
  cents: -100_00,
  typeCode: "475",
  customerReference: "",
  bankReference: "",
  text: "",
  ...over,
});
const payment = (over: Partial<OpenPayment>): OpenPayment => ({
  id: `payment-${++serial}`,
  number: `PAY-${serial}`,
  vendorId: "v",
  vendor: "Northline",
  method: "check",
  reference: String(1000 + serial),
  amount: 100_00,
  status: "released",
  runId: "run",
  runNumber: "RUN-1",
  paidOn: addDays(today, -3),
  clearedOn: null,
  returnedOn: null,
  debited: false,
  credited: false,
  ...over,
});
const receipt = (over: Partial<OpenReceipt>): OpenReceipt => ({
  id: `receipt-${++serial}`,
  number: `JRN-${serial}`,
  title: `Deposit ${serial}`,
  onDay: today,
  cents: 500_00,
  ...over,
});
const fee: FeeRule = { id: "f", label: "Analysis", typeCode: "698", words: "fee", most: 200_00 };
const propose = (
  lines: OpenLine[],
  payments: OpenPayment[] = [],
  receipts: OpenReceipt[] = [],
  rules: FeeRule[] = [fee],
) => {
  const { proposals, alarms } = proposeMatches(lines, payments, receipts, rules);
  return {
    found: proposals.map(
      (p) =>
        `${p.kind} ${p.certain} ${p.parts.map((x) => x.paymentId ?? x.journalId ?? "-").join()}`,
    ),
    alarms: alarms.map((a) => a.code),
    reasons: [...proposals, ...alarms].map((p) => p.reason),
  };
};

test("a check is certain by its number and cents, whatever zeros stand before it", () => {
  const p = payment({ reference: "1007" });
  expect(propose([line({ customerReference: "0001007" })], [p]).found).toEqual([
    `check true ${p.id}`,
  ]);
  const typed = line({ typeCode: "", customerReference: "1007", text: "withdrawal" });
  expect(propose([typed], [p]).found).toEqual([`check true ${p.id}`]);
});

test("a check that the bank paid before the day on it is certain no more, and a return before it is none", () => {
  const p = payment({ reference: "1007", paidOn: addDays(today, 1) });
  expect(propose([line({ customerReference: "1007" })], [p])).toMatchObject({
    found: [`check false ${p.id}`],
    alarms: [],
    reasons: [expect.stringMatching(/is of Nov 13, 2026; .* on Nov 12, 2026, before that day/)],
  });
  const ach = payment({ method: "ach", reference: "091000010000001", paidOn: addDays(today, 1) });
  const back = line({
    typeCode: "257",
    cents: 100_00,
    bankReference: ach.reference,
    text: "RETURN R03",
  });
  expect(propose([back], [ach]).found).toEqual([]);
  expect(propose([back], [{ ...ach, paidOn: today }]).found).toEqual([`return true ${ach.id}`]);
});

test("a check that is void, unknown, paid before or of other cents is an alarm and no proposal", () => {
  const p = payment({ reference: "1007" });
  const at = (over: Partial<OpenLine> = {}) => line({ customerReference: "1007", ...over });
  expect(propose([at()], [{ ...p, status: "voided" }])).toMatchObject({
    found: [],
    alarms: ["void"],
  });
  expect(propose([at()], [{ ...p, debited: true }])).toMatchObject({
    found: [],
    alarms: ["paid_before"],
  });
  expect(propose([at({ cents: -900_00 })], [p])).toMatchObject({
    found: [],
    alarms: ["other_cents"],
    reasons: [
      expect.stringMatching(/for \$900\.00; PAY-\d+ to Northline was drawn for \$100\.00\./),
    ],
  });
  expect(propose([at()], [])).toMatchObject({ found: [], alarms: ["unknown"] });
  expect(propose([line({ text: "CHECK" })], []).reasons[0]).toMatch(/^Check without a number/);
  expect(propose([at(), at()], [p])).toMatchObject({
    found: [`check true ${p.id}`],
    alarms: ["paid_before"],
  });
});

test("one debit covers all entries of an ACH file; where two could be meant nothing is certain", () => {
  const ach = (amount: number, over: Partial<OpenPayment> = {}) =>
    payment({
      method: "ach",
      reference: `09100001${String(serial).padStart(7, "0")}`,
      amount,
      ...over,
    });
  const file = [ach(60_00), ach(30_00, { status: "returned" }), ach(10_00, { status: "cleared" })];
  const debit = line({ typeCode: "455" });
  const ids = file.map((p) => p.id).join();
  expect(propose([debit], file).found).toEqual([`ach true ${ids}`]);
  expect(propose([debit], [...file, ach(5_00, { status: "voided" })]).found).toEqual([
    `ach true ${ids}`,
  ]);
  expect(propose([debit, line({ typeCode: "455" })], file).found).toEqual([`ach false ${ids}`]);
  const other = ach(100_00, { runId: "other", runNumber: "RUN-2" });
  expect(propose([debit], [...file, other]).found).toEqual([`ach false ${ids}`]);
  expect(propose([line({ typeCode: "495" })], file).found).toEqual([`ach false ${ids}`]);
  // What was taken back of it is open alone.
  const rest = file.map((p, n) => ({ ...p, debited: n > 0 }));
  expect(propose([{ ...debit, cents: -60_00 }], rest).found).toEqual([`ach true ${file[0]!.id}`]);
  expect(propose([{ ...debit, onDay: addDays(today, 30) }], file).found).toEqual([]);
});

test("a return goes to its payment by the trace number, certain where the bank says its code", () => {
  const p = payment({ method: "ach", reference: "091000010000123", status: "cleared" });
  const back = (over: Partial<OpenLine>) =>
    line({ typeCode: "257", cents: 100_00, bankReference: "91000010000123", ...over });
  expect(propose([back({ text: "ACH RETURN R03" })], [p]).found).toEqual([`return true ${p.id}`]);
  expect(propose([back({})], [p]).found).toEqual([`return false ${p.id}`]);
  expect(propose([back({})], [{ ...p, status: "returned" }]).found).toEqual([
    `return true ${p.id}`,
  ]);
  expect(propose([back({ cents: 99_00 })], [p]).found).toEqual([]);
  expect(propose([back({})], [{ ...p, credited: true }]).found).toEqual([]);
  expect(returnCodeOf(back({ text: "r20 bank" }))).toBe("R20");
});

test("a deposit that names its batch is certain; one of the same cents is a proposal", () => {
  const r = receipt({ title: "Deposit 77" });
  const deposit = (text: string) => line({ typeCode: "301", cents: 500_00, text });
  expect(propose([deposit("COUNTER DEPOSIT 77/FRONT")], [], [r]).found).toEqual([
    `receipt true ${r.id}`,
  ]);
  expect(propose([deposit("COUNTER")], [], [r]).found).toEqual([`receipt false ${r.id}`]);
  const later = receipt({ onDay: addDays(today, -5) });
  expect(propose([deposit("COUNTER")], [], [later, r]).found).toEqual([`receipt false ${r.id}`]);
  expect(propose([deposit("COUNTER")], [], [{ ...r, onDay: addDays(today, -20) }]).found).toEqual(
    [],
  );
});

test("a fee is certain by the account's rule and up to its amount alone", () => {
  const charged = (cents: number, text = "ANALYSIS FEE") => line({ typeCode: "698", cents, text });
  expect(propose([charged(-145_50)]).found).toEqual(["fee true -"]);
  expect(propose([charged(-200_01)]).found).toEqual([]);
  expect(propose([charged(-5_00, "WIRE")]).found).toEqual([]);
});

test("amount and day alone are said and never certain", () => {
  const p = payment({ method: "ach", amount: 77_00, runId: "x" });
  const wire = line({ typeCode: "495", cents: -77_00, onDay: addDays(today, 15) });
  const result = propose([wire], [p]);
  expect(result.found).toEqual([`ach false ${p.id}`]);
  expect(result.reasons[0]).toMatch(/has the same cents; nothing else says that it is meant\.$/);
});

// A month as a bank tells it, drawn from a seed, with what each line really is.
const drawn = (seed: number) => {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const lines: OpenLine[] = [];
  const payments: OpenPayment[] = [];
  const truth = new Map<string, string>();
  const add = (one: OpenLine, meant: readonly OpenPayment[]) => {
    lines.push(one);
    truth.set(
      one.id,
      meant
        .map((p) => p.id)
        .toSorted()
        .join(),
    );
  };
  for (let run = 0; run < 12; run++) {
    const paidOn: Day = addDays(today, -next(28));
    const over = { runId: `run-${run}`, runNumber: `RUN-${run}`, paidOn };
    const entries = Array.from({ length: 1 + next(5) }, (_, n) =>
      payment({
        ...over,
        method: "ach",
        reference: `0910000${run}${seed}${n}`.padEnd(15, "5"),
        amount: (1 + next(40)) * 25_00,
      }),
    );
    const checks = Array.from({ length: next(8) }, () =>
      payment({ ...over, reference: String(20_000 + ++serial), amount: (1 + next(40)) * 25_00 }),
    );
    payments.push(...entries, ...checks);
    add(
      line({
        typeCode: "455",
        onDay: addDays(paidOn, next(3)),
        cents: -entries.reduce((n, p) => n + p.amount, 0),
      }),
      entries,
    );
    for (const check of checks) {
      const kind = next(12);
      const onDay = addDays(paidOn, 1 + next(20));
      if (kind === 0) continue;
      if (kind === 1)
        add(line({ customerReference: check.reference, onDay, cents: -check.amount - 1_00 }), []);
      else add(line({ customerReference: check.reference, onDay, cents: -check.amount }), [check]);
    }
    // A wire of somebody else's with the cents of a payment.
    if (next(3) === 0)
      add(line({ typeCode: "495", onDay: paidOn, cents: -entries[0]!.amount, text: "WIRE" }), []);
  }
  return { lines, payments, truth };
};

test("drawn months: no wrong automatic match, and 95 of 100 lines are proposed rightly", () => {
  let meant = 0;
  let right = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const { lines, payments, truth } = drawn(seed);
    const { proposals } = proposeMatches(lines, payments, [], [fee]);
    const said = new Map(
      proposals.map((p) => [
        p.lineId,
        {
          ...p,
          ids: p.parts
            .map((x) => x.paymentId)
            .toSorted()
            .join(),
        },
      ]),
    );
    for (const [id, ids] of truth) {
      const proposal = said.get(id);
      if (proposal?.certain) expect([seed, id, proposal.ids]).toEqual([seed, id, ids]);
      if (ids === "") continue;
      meant++;
      if (proposal?.ids === ids) right++;
    }
  }
  expect(meant).toBeGreaterThan(5_000);
  expect(right / meant).toBeGreaterThan(0.95);
});

test("fifty thousand lines against sixty thousand payments are proposed within seconds", () => {
  const payments = Array.from({ length: 60_000 }, (_, n) =>
    payment({ reference: String(100_000 + n), amount: 10_00 + (n % 977) }),
  );
  const lines = payments
    .slice(0, 50_000)
    .map((p) => line({ customerReference: p.reference, cents: -p.amount }));
  const began = performance.now();
  expect(proposeMatches(lines, payments, [], []).proposals).toHaveLength(50_000);
  expect(performance.now() - began).toBeLessThan(30_000);
});
