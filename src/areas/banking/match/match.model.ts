import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { daysBetween, type Day } from "#kernel/time.ts";
import type { BankSide } from "#areas/finance/finance.public.ts";
import type { AlarmCode, MatchKind } from "./match.labels.ts";

/** A line of a statement with what of it is not matched: cents, negative for money that left. */
export type OpenLine = {
  id: string;
  onDay: Day;
  cents: number;
  typeCode: string;
  customerReference: string;
  bankReference: string;
  text: string;
};
/** `debited`: a line is matched with it as paid; `credited`: one with its return. */
export type OpenPayment = BankSide & { debited: boolean; credited: boolean };
/** A batch of receipts that is posted and not matched. */
export type OpenReceipt = { id: string; number: string; title: string; onDay: Day; cents: number };
/** What the bank may charge by itself: lines of a type (any where empty) whose text has these words. */
export type FeeRule = { id: string; label: string; typeCode: string; words: string; most: number };

export type Part = { paymentId: string | null; journalId: string | null; cents: number };
/** What a line may be; `certain` where nothing else can be meant, so that it is matched by itself. */
export type Proposal = {
  lineId: string;
  kind: MatchKind;
  certain: boolean;
  reason: string;
  parts: Part[];
};
/** A check that was presented and must not be paid so. */
export type Alarm = { lineId: string; code: AlarmCode; reason: string; paymentId: string | null };

const digits = (text: string): string => (/^\d+$/.test(text) ? text.replace(/^0+/, "") : "");
const money = (cents: number) => formatCents(Math.abs(cents));

/** The bank's code of a return, where the line says one. */
export const returnCodeOf = (
  line: Pick<OpenLine, "customerReference" | "bankReference" | "text">,
): string | null =>
  /\bR\d\d\b/.exec(
    `${line.customerReference} ${line.bankReference} ${line.text}`.toUpperCase(),
  )?.[0] ?? null;

type Known = {
  byCheck: ReadonlyMap<string, OpenPayment>;
  byTrace: ReadonlyMap<string, OpenPayment>;
  files: ReadonlyMap<number, readonly OpenPayment[][]>;
  byAmount: ReadonlyMap<number, readonly OpenPayment[]>;
  receipts: ReadonlyMap<number, readonly OpenReceipt[]>;
  rules: readonly FeeRule[];
  /** Lines by what is open of them: two of the same cents may mean each other. */
  lines: ReadonlyMap<number, readonly OpenLine[]>;
};

const grouped = <T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
};
const sumOf = (payments: readonly OpenPayment[]) => payments.reduce((n, p) => n + p.amount, 0);

const known = (
  lines: readonly OpenLine[],
  payments: readonly OpenPayment[],
  receipts: readonly OpenReceipt[],
  rules: readonly FeeRule[],
): Known => {
  const out = payments.filter((p) => p.method === "ach" && !p.debited && p.status !== "voided");
  const files = [...grouped(out, (p) => `${p.runId} ${p.paidOn}`).values()];
  return {
    byCheck: new Map(
      payments.flatMap((p) => (p.method === "check" ? [[digits(p.reference), p] as const] : [])),
    ),
    byTrace: new Map(
      payments.flatMap((p) => (p.method === "ach" ? [[digits(p.reference), p] as const] : [])),
    ),
    files: grouped(files, sumOf),
    byAmount: grouped(
      payments.filter((p) => !p.debited && p.status === "released"),
      (p) => p.amount,
    ),
    receipts: grouped(receipts, (r) => r.cents),
    rules,
    lines: grouped(lines, (l) => l.cents),
  };
};

const isCheck = (line: OpenLine, k: Known): boolean =>
  line.cents < 0 &&
  (line.typeCode === "475" ||
    (line.typeCode === "" &&
      digits(line.customerReference) !== "" &&
      (/\bcheck\b/i.test(line.text) || k.byCheck.has(digits(line.customerReference)))));

// What is wrong with a check that was presented, or null.
const alarmOf = (line: OpenLine, p: OpenPayment | undefined): Omit<Alarm, "lineId"> | null => {
  const said = `Check ${line.customerReference || "without a number"} was presented on ${formatDate(line.onDay)} for ${money(line.cents)}`;
  if (!p)
    return {
      code: "unknown",
      paymentId: null,
      reason: `${said}; no such check was drawn on the account.`,
    };
  if (p.status === "voided")
    return {
      code: "void",
      paymentId: p.id,
      reason: `${said}; ${p.number} to ${p.vendor} is void.`,
    };
  if (p.debited)
    return {
      code: "paid_before",
      paymentId: p.id,
      reason: `${said}; the bank paid ${p.number} to ${p.vendor} before.`,
    };
  if (p.amount !== -line.cents)
    return {
      code: "other_cents",
      paymentId: p.id,
      reason: `${said}; ${p.number} to ${p.vendor} was drawn for ${money(p.amount)}.`,
    };
  return null;
};

const clearing = (
  line: OpenLine,
  kind: "check" | "ach",
  payments: readonly OpenPayment[],
  certain: boolean,
  reason: string,
): Proposal => ({
  lineId: line.id,
  kind,
  certain,
  reason,
  parts: payments.map((p) => ({ paymentId: p.id, journalId: null, cents: -p.amount })),
});

const within = (from: Day, to: Day, most: number) => {
  const days = daysBetween(from, to);
  return days >= 0 && days <= most;
};
const nearest = <T extends { onDay: Day }>(all: readonly T[], day: Day): T =>
  all.toSorted(
    (a, b) => Math.abs(daysBetween(a.onDay, day)) - Math.abs(daysBetween(b.onDay, day)),
  )[0]!;

const achTypes = new Set(["", "451", "455", "466", "469"]);
// An ACH file is one debit: all of its entries that are not matched come to what is open of the line.
const fileOf = (line: OpenLine, k: Known): Proposal | null => {
  const files = (k.files.get(-line.cents) ?? []).filter((f) => within(f[0]!.paidOn, line.onDay, 7));
  const file = files[0];
  if (!file) return null;
  const rivals = (k.lines.get(line.cents) ?? []).filter((l) => within(file[0]!.paidOn, l.onDay, 7));
  const certain = files.length === 1 && rivals.length === 1 && achTypes.has(line.typeCode);
  return clearing(
    line,
    "ach",
    file,
    certain,
    certain
      ? `The debit is what the ${file.length} entries of ${file[0]!.runNumber} come to, ${money(line.cents)}.`
      : `${money(line.cents)} is what ${file[0]!.runNumber} comes to, but not it alone.`,
  );
};

// A check that the bank paid before the day on it waits for a person: it clears from its day on.
const checkOf = (line: OpenLine, p: OpenPayment): Proposal =>
  clearing(
    line,
    "check",
    [p],
    line.onDay >= p.paidOn,
    line.onDay >= p.paidOn
      ? `${p.number} to ${p.vendor}: the check's number and cents are the same.`
      : `${p.number} to ${p.vendor} is of ${formatDate(p.paidOn)}; the bank says that it paid it on ${formatDate(line.onDay)}, before that day.`,
  );

const returnOf = (line: OpenLine, k: Known): Proposal | null => {
  const said = `${line.customerReference} ${line.bankReference} ${line.text}`;
  const payment = [...said.matchAll(/\d{8,}/g)]
    .map(([number]) => k.byTrace.get(digits(number)))
    .find(
      (p) =>
        p &&
        !p.credited &&
        p.amount === line.cents &&
        p.status !== "voided" &&
        p.paidOn <= line.onDay,
    );
  if (!payment) return null;
  const code = returnCodeOf(line);
  return {
    lineId: line.id,
    kind: "return",
    certain: payment.status === "returned" || code !== null,
    reason: `The bank gives ${payment.number} to ${payment.vendor} back by its trace number${code ? `, code ${code}` : ""}.`,
    parts: [{ paymentId: payment.id, journalId: null, cents: line.cents }],
  };
};

const receiptOf = (line: OpenLine, k: Known): Proposal | null => {
  const near = (k.receipts.get(line.cents) ?? []).filter(
    (r) => Math.abs(daysBetween(r.onDay, line.onDay)) <= 7,
  );
  if (near.length === 0) return null;
  const said = `${line.customerReference} ${line.bankReference} ${line.text}`.toLowerCase();
  const named = near.filter(
    (r) =>
      said.includes(r.number.toLowerCase()) ||
      (r.title.length >= 4 && said.includes(r.title.toLowerCase())),
  );
  const receipt = named.length === 1 ? named[0]! : nearest(near, line.onDay);
  return {
    lineId: line.id,
    kind: "receipt",
    certain: named.length === 1,
    reason:
      named.length === 1
        ? `The deposit names ${receipt.number}, ${receipt.title}, of the same cents.`
        : `${receipt.number}, ${receipt.title}, of ${formatDate(receipt.onDay)} has the same cents.`,
    parts: [{ paymentId: null, journalId: receipt.id, cents: line.cents }],
  };
};

const feeOf = (line: OpenLine, k: Known): Proposal | null => {
  const rule = k.rules.find(
    (r) =>
      (r.typeCode === "" || r.typeCode === line.typeCode) &&
      line.text.toLowerCase().includes(r.words.toLowerCase()) &&
      -line.cents <= r.most,
  );
  return rule
    ? {
        lineId: line.id,
        kind: "fee",
        certain: true,
        reason: `The rule ${rule.label} covers it, up to ${money(rule.most)}.`,
        parts: [{ paymentId: null, journalId: null, cents: line.cents }],
      }
    : null;
};

// What is left is said to be like it, and never matched by itself.
const likeOf = (line: OpenLine, k: Known): Proposal | null => {
  const near = (k.byAmount.get(-line.cents) ?? [])
    .filter((p) => within(p.paidOn, line.onDay, 30))
    .map((p) => ({ ...p, onDay: p.paidOn }));
  if (near.length === 0) return null;
  const p = nearest(near, line.onDay);
  return clearing(
    line,
    p.method === "ach" ? "ach" : "check",
    [p],
    false,
    `${p.number} to ${p.vendor} of ${formatDate(p.paidOn)} has the same cents; nothing else says that it is meant.`,
  );
};

/**
 * What open lines of an account may be, and which checks must not have been paid. Lines are looked at
 * by day; a payment or batch is proposed once. Certain is: a check's number and cents, one debit for
 * all entries of an ACH file, a return by its trace number and code, a deposit that names its batch,
 * a fee that a rule of the account covers. Amount and day alone are a proposal for a person.
 */
export const proposeMatches = (
  lines: readonly OpenLine[],
  payments: readonly OpenPayment[],
  receipts: readonly OpenReceipt[],
  rules: readonly FeeRule[],
): { proposals: Proposal[]; alarms: Alarm[] } => {
  const k = known(lines, payments, receipts, rules);
  const proposals: Proposal[] = [];
  const alarms: Alarm[] = [];
  const taken = new Set<string>();
  const paid = new Set<string>();
  const take = (proposal: Proposal | null): boolean => {
    const names = proposal?.parts.map(
      (p) => `${proposal.kind === "return"} ${p.paymentId ?? p.journalId}`,
    );
    if (!proposal || !names || names.some((n) => !n.endsWith("null") && taken.has(n))) return false;
    for (const name of names) taken.add(name);
    proposals.push(proposal);
    return true;
  };
  const ordered = lines.toSorted((a, b) =>
    a.onDay === b.onDay ? (a.id < b.id ? -1 : 1) : a.onDay < b.onDay ? -1 : 1,
  );
  const rest: OpenLine[] = [];
  for (const line of ordered) {
    if (isCheck(line, k)) {
      const found = k.byCheck.get(digits(line.customerReference));
      const payment = found && paid.has(found.id) ? { ...found, debited: true } : found;
      const alarm = alarmOf(line, payment);
      if (alarm) alarms.push({ lineId: line.id, ...alarm });
      else {
        paid.add(payment!.id);
        take(checkOf(line, payment!));
      }
    } else if (
      !take(
        line.cents < 0
          ? (fileOf(line, k) ?? feeOf(line, k))
          : (returnOf(line, k) ?? receiptOf(line, k)),
      )
    )
      rest.push(line);
  }
  for (const line of rest) if (line.cents < 0) take(likeOf(line, k));
  return { proposals, alarms };
};
