import { addDays, type Day } from "#kernel/time.ts";
import type { BankSide } from "#areas/finance/finance.public.ts";
import type { BankEntry, Said } from "../statement/bai2.model.ts";

const entry = (typeCode: string, cents: number, over: Partial<BankEntry> = {}): BankEntry => ({
  typeCode,
  cents,
  bankReference: "",
  customerReference: "",
  text: "",
  ...over,
});

// What the bank moved for a payment, and when: an ACH file is one debit of its day, a check goes
// when it is presented.
const movesOf = (payments: readonly BankSide[]): [Day, BankEntry][] => {
  const files = new Map<string, BankSide[]>();
  for (const p of payments)
    if (p.method === "ach" && p.status !== "voided")
      files.set(`${p.runNumber} ${p.paidOn}`, [
        ...(files.get(`${p.runNumber} ${p.paidOn}`) ?? []),
        p,
      ]);
  const debits = [...files.values()].map((all): [Day, BankEntry] => [
    all[0]!.paidOn,
    entry("455", -all.reduce((n, p) => n + p.amount, 0), {
      bankReference: `ACH${all[0]!.runNumber.slice(-5)}`,
      text: `VENDOR PAY ${all.length} ENTRIES, PREAUTHORIZED DEBIT/ACH`,
    }),
  ]);
  const back = payments.flatMap((p): [Day, BankEntry][] =>
    p.returnedOn
      ? [
          [
            p.returnedOn,
            entry("257", p.amount, {
              bankReference: p.reference,
              text: `ACH RETURN R03 ${p.vendor.toUpperCase()}`,
            }),
          ],
        ]
      : [],
  );
  const checks = payments.flatMap((p): [Day, BankEntry][] =>
    p.method === "check" && p.clearedOn
      ? [
          [
            p.clearedOn,
            entry("475", -p.amount, { customerReference: p.reference, text: "CHECK PAID" }),
          ],
        ]
      : [],
  );
  return [...debits, ...back, ...checks];
};

// The first check that is out is presented for other cents: somebody altered it.
const alteredOf = (payments: readonly BankSide[], on: Day): [Day, BankEntry][] => {
  const out = payments.find(
    (p) => p.method === "check" && p.status === "released" && p.paidOn < on,
  );
  return out
    ? [
        [
          on,
          entry("475", -(out.amount + 9_000_00), {
            customerReference: out.reference,
            text: "CHECK PAID",
          }),
        ],
      ]
    : [];
};

/**
 * Two months of statements of the county's account until a day: what its payments moved, taxes that
 * came in, the bank's fee of each month, and one check for other cents than it was drawn for.
 */
export const demoStatements = (payments: readonly BankSide[], until: Day): Said[] => {
  const from = addDays(until, -61);
  const moves = [...movesOf(payments), ...alteredOf(payments, until)];
  for (let n = 0; n <= 61; n++) {
    const day = addDays(from, n);
    if (day.endsWith("-01"))
      moves.push([day, entry("698", -145_50, { text: "ACCOUNT ANALYSIS FEE" })]);
    if (day.endsWith("-10"))
      moves.push([
        day,
        entry("195", 1_842_310_17, {
          bankReference: "WIRE0410",
          text: "STATE TREASURER, PROPERTY TAX SETTLEMENT",
        }),
      ]);
    if (day.endsWith("-18"))
      moves.push([day, entry("301", 48_219_60, { text: "DEPOSIT, COUNTER 3/FRONT DESK" })]);
  }
  const days = [...new Set(moves.map(([day]) => day))]
    .filter((day) => day >= from && day <= until)
    .toSorted();
  let balance = 6_204_118_42;
  return days.map((onDay) => {
    const entries = moves.filter(([day]) => day === onDay).map(([, e]) => e);
    const opening = balance;
    balance += entries.reduce((n, e) => n + e.cents, 0);
    return { onDay, opening, closing: balance, entries };
  });
};
