import { isDate, type Day } from "#kernel/time.ts";
import { bai2Fault, Fields, recordsOf, type Record2 } from "./bai2.records.ts";

/** One transaction: cents are negative for money that left the account. */
export type BankEntry = {
  typeCode: string;
  cents: number;
  bankReference: string;
  /** The check's number, of a check. */
  customerReference: string;
  text: string;
};

/** What one statement says, whoever read it. */
export type Said = {
  onDay: Day;
  opening: number;
  closing: number;
  entries: readonly BankEntry[];
};

/** What a file says of one account and day. Amounts in cents of `currency`. */
export type AccountDay = {
  line: number;
  account: string;
  currency: string;
  onDay: Day;
  opening: number;
  closing: number;
  entries: BankEntry[];
};

type Group = {
  record: Record2;
  onDay: Day;
  currency: string;
  total: number;
  accounts: number;
  records: number;
};
type Open = {
  record: Record2;
  day: Omit<AccountDay, "opening" | "closing">;
  summaries: Map<string, number>;
  total: number;
  records: number;
};

const dayOf = (record: Record2, text: string): Day => {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!/^\d{6}$/.test(text) || !isDate(day))
    throw bai2Fault(
      record,
      `the as-of date is no day as YYMMDD: ${text.slice(0, 20) || "it is empty"}.`,
    );
  return day as Day;
};

const sameCount = (record: Record2, what: string, said: number | null, found: number) => {
  if (said !== found)
    throw bai2Fault(record, `it says ${said ?? "nothing"} of ${what}; the file has ${found}.`);
};

const groupOf = (record: Record2): Group => {
  const fields = new Fields(record);
  fields.next();
  fields.next();
  const status = fields.next();
  if (status !== "1")
    throw bai2Fault(
      record,
      `group status ${status || "(empty)"} is no update (1): ask the bank for the whole report of the day.`,
    );
  const onDay = dayOf(record, fields.next());
  fields.next();
  const currency = fields.next() || "USD";
  const modifier = fields.next();
  if (modifier === "1" || modifier === "3")
    throw bai2Fault(record, "it is an interim report: load the final one of the day.");
  return { record, onDay, currency, total: 0, accounts: 0, records: 1 };
};

const accountOf = (record: Record2, group: Group): Open => {
  const fields = new Fields(record);
  const account = fields.next();
  if (!/^[0-9A-Za-z-]{1,34}$/.test(account)) throw bai2Fault(record, "it names no account.");
  const currency = fields.next() || group.currency;
  const summaries = new Map<string, number>();
  let total = 0;
  while (!fields.done) {
    const type = fields.next();
    const amount = fields.number(`the amount of type ${type}`);
    fields.next();
    fields.skipAvailability();
    if (type === "") continue;
    if (!/^\d{3}$/.test(type)) throw bai2Fault(record, `${type.slice(0, 12)} is no type code.`);
    summaries.set(type, amount ?? 0);
    total += amount ?? 0;
  }
  return {
    record,
    day: { line: record.line, account, currency, onDay: group.onDay, entries: [] },
    summaries,
    total,
    records: record.parts.length,
  };
};

/** 1 for type codes of money that came in, -1 for what left, 0 for what moves no money. */
export const signOf = (typeCode: string): 1 | -1 | 0 | null => {
  const code = Number(typeCode);
  if (!/^\d{3}$/.test(typeCode)) return null;
  if (code === 890) return 0;
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 1;
  if ((code >= 400 && code <= 699) || (code >= 960 && code <= 999)) return -1;
  return null;
};

const addEntry = (open: Open, record: Record2) => {
  const fields = new Fields(record);
  const typeCode = fields.next();
  const sign = signOf(typeCode);
  if (sign === null)
    throw bai2Fault(
      record,
      `type code ${typeCode.slice(0, 12) || "(empty)"} is neither a credit nor a debit.`,
    );
  const amount = fields.number("the amount") ?? 0;
  if (amount < 0) throw bai2Fault(record, "the amount of a transaction has no sign.");
  fields.skipAvailability();
  const bankReference = fields.next();
  const customerReference = fields.next();
  const text = fields.rest();
  open.total += amount;
  open.records += record.parts.length;
  if (sign !== 0 && amount !== 0)
    open.day.entries.push({
      typeCode,
      cents: sign * amount,
      bankReference,
      customerReference,
      text,
    });
};

// What the account's record sums up, against its transactions.
const closed = (open: Open): AccountDay => {
  const opening = open.summaries.get("010");
  const closing = open.summaries.get("015");
  if (opening === undefined || closing === undefined)
    throw bai2Fault(
      open.record,
      `the ${opening === undefined ? "opening ledger (010)" : "closing ledger (015)"} is missing.`,
    );
  const sum = (sign: 1 | -1) =>
    open.day.entries.reduce((n, e) => n + (Math.sign(e.cents) === sign ? sign * e.cents : 0), 0);
  for (const [code, sign, what] of [
    ["100", 1, "credits"],
    ["400", -1, "debits"],
  ] as const) {
    const said = open.summaries.get(code);
    if (said !== undefined && said !== sum(sign))
      throw bai2Fault(
        open.record,
        `its ${what} (${code}) are ${said}; its transactions come to ${sum(sign)}.`,
      );
  }
  const reached = opening + sum(1) - sum(-1);
  if (reached !== closing)
    throw bai2Fault(
      open.record,
      `it opens with ${opening} and closes with ${closing}; with its transactions it comes to ${reached}.`,
    );
  return { ...open.day, opening, closing };
};

type Reading = {
  found: AccountDay[];
  group: Group | null;
  open: Open | null;
  begun: boolean;
  ended: boolean;
  total: number;
  groups: number;
  records: number;
};

const misplaced = (record: Record2) => bai2Fault(record, "it stands at a wrong place.");

// The record that ends a file, a group or an account: what it says against what was read.
const checked = (
  record: Record2,
  read: { total: number; of: string; parts?: number; what?: string; records: number },
) => {
  const fields = new Fields(record);
  const total = fields.number("the control total");
  if (total !== read.total)
    throw bai2Fault(
      record,
      `its control total is ${total ?? "empty"}; ${read.of} come to ${read.total}.`,
    );
  if (read.what)
    sameCount(record, read.what, fields.number(`the number of ${read.what}`), read.parts!);
  sameCount(record, "records", fields.number("the number of records"), read.records);
};

const steps: Record<string, (r: Reading, record: Record2) => void> = {
  "01": (r, record) => {
    if (r.begun) throw misplaced(record);
    r.begun = true;
    r.records = 1;
  },
  "02": (r, record) => {
    if (r.group) throw misplaced(record);
    r.group = groupOf(record);
  },
  "03": (r, record) => {
    if (!r.group || r.open) throw misplaced(record);
    r.open = accountOf(record, r.group);
  },
  "16": (r, record) => {
    if (!r.open) throw misplaced(record);
    addEntry(r.open, record);
  },
  "49": (r, record) => {
    if (!r.group || !r.open) throw misplaced(record);
    const { open, group } = r;
    open.records += 1;
    checked(record, {
      total: open.total,
      of: "the amounts of the account",
      records: open.records,
    });
    r.found.push(closed(open));
    group.total += open.total;
    group.records += open.records;
    group.accounts += 1;
    r.open = null;
  },
  "98": (r, record) => {
    if (!r.group || r.open) throw misplaced(record);
    const { group } = r;
    group.records += 1;
    checked(record, {
      total: group.total,
      of: "its accounts",
      what: "accounts",
      parts: group.accounts,
      records: group.records,
    });
    r.total += group.total;
    r.records += group.records;
    r.groups += 1;
    r.group = null;
  },
  "99": (r, record) => {
    if (r.group) throw misplaced(record);
    r.records += 1;
    checked(record, {
      total: r.total,
      of: "its groups",
      what: "groups",
      parts: r.groups,
      records: r.records,
    });
    r.ended = true;
  },
};

/**
 * Reads a BAI2 file (Cash Management Balance Reporting Specifications, version 2) into what it says
 * of each account and day. Records that go on, texts with commas and slashes, and the counts and
 * control totals of file, group and account are read; balances must come to each other by the
 * transactions. 422 `bai2` with the line and record of the first fault.
 */
export const readBai2 = (text: string): AccountDay[] => {
  const records = recordsOf(text);
  const reading: Reading = {
    found: [],
    group: null,
    open: null,
    begun: false,
    ended: false,
    total: 0,
    groups: 0,
    records: 0,
  };
  for (const record of records) {
    if (reading.ended || (record.code !== "01" && !reading.begun)) throw misplaced(record);
    steps[record.code]!(reading, record);
  }
  if (!reading.ended)
    throw bai2Fault(
      { line: text.trimEnd().split("\n").length, code: records.at(-1)?.code ?? "01" },
      "the file ends before its record 99: it was cut off.",
    );
  return reading.found;
};
