import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { day, type Day } from "#kernel/time.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { auditMany } from "#server/audit/audit.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { announce } from "#server/lifecycle.ts";
import { cardNumberIn, lastFourOf, merchantKey } from "../cards.model.ts";
import { cardLine } from "../cards.tables.ts";
import { watchLines } from "../finding/watch.service.ts";
import { merchantsOf } from "./merchant.service.ts";

const text = (most: number) => z.string().trim().max(most).default("");
const cents = z.number("Enter an amount such as 1,234.56.").int();
const rowSchema = z.object({
  reference: z.string().trim().min(1, "Every line has the bank's reference.").max(80),
  card: z.string().trim().min(1).max(40),
  holder: text(200),
  postedOn: z.iso.date("Enter a date such as 2026-11-20.").transform(day),
  purchasedOn: z.iso.date().transform(day).optional(),
  merchant: z.string().trim().min(1, "Name the merchant.").max(200),
  category: text(10),
  amount: cents.refine((amount) => amount !== 0, "A line of nothing is no line."),
  tax: cents.default(0),
  currency: text(10),
  text: text(500),
});
type Row = z.output<typeof rowSchema>;

type Card = {
  id: string;
  bankId: string;
  lastFour: string;
  holderId: string;
  holderName: string;
  departmentId: string;
  accountStringId: string;
  accountCode: string;
  status: string;
};
type Known = {
  number: string;
  bankId: string;
  lastFour: string;
  merchant: string;
  cents: number;
  postedOn: Day;
};
type Cycle = { id: string; number: string; bankId: string; status: string; from: Day; until: Day };
type Plan = { card: Card; cycleId: string | null };

const reject = (column: string, expected: string, found: string, fix: string): Verdict<Plan> => ({
  action: "reject",
  problem: { column, expected, found, fix },
});

const labels = {
  reference: "Reference",
  card: "Card",
  holder: "Holder",
  merchant: "Merchant",
  text: "Text",
} as const;

// A file that holds whole card numbers is none to keep: the cell is named, its digits are not repeated.
const lastFourOnly = "Ask the bank for a file with the last four digits only, and delete this one.";
const wholeNumber = (row: Row): Verdict<Plan> | null => {
  const held = (Object.keys(labels) as (keyof typeof labels)[]).find(
    (name) => cardNumberIn(row[name]) !== null || (name === "card" && /\d{12,}/.test(row[name])),
  );
  return held === undefined
    ? null
    : reject(labels[held], "the last four digits", "a whole card number", lastFourOnly);
};

const cardsOf = (row: Row, cards: readonly Card[]): Card | Verdict<Plan> => {
  const four = lastFourOf(row.card);
  if (four === null)
    return reject("Card", "the last four digits", row.card, "Write the last four digits: 1234.");
  const its = cards.filter(({ lastFour }) => lastFour === four);
  const named = its.filter(
    ({ holderName }) => row.holder && holderName.toLowerCase() === row.holder.toLowerCase(),
  );
  const open = its.filter(({ status }) => status !== "closed");
  const found = named.length === 1 ? named : open.length === 1 ? open : its;
  if (found.length === 1) return found[0]!;
  return found.length === 0
    ? reject("Card", "a card of the agency", four, `No card ends in ${four}: enter it first.`)
    : reject(
        "Holder",
        "whose card it is",
        row.holder,
        `${found.length} cards end in ${four}: name the holder as the card does.`,
      );
};

const onKnown = (row: Row, known: Known): Verdict<Plan> =>
  verdictOnKnown(
    `${known.number} ${known.merchant}`,
    [
      { column: "Amount", onFile: formatCents(known.cents), inFile: formatCents(row.amount) },
      { column: "Posted", onFile: formatDate(known.postedOn), inFile: formatDate(row.postedOn) },
      { column: "Merchant", onFile: known.merchant, inFile: row.merchant },
      { column: "Card", onFile: known.lastFour, inFile: lastFourOf(row.card) ?? "" },
    ],
    "Ask the bank which is right: a line that is on file is not changed by a file.",
  );

type Facts = {
  cards: readonly Card[];
  known: readonly Known[];
  cycles: readonly Cycle[];
  currency: string;
  today: string;
};

const verdict = (row: Row, { cards, known, cycles, currency, today }: Facts): Verdict<Plan> => {
  const whole = wholeNumber(row);
  if (whole) return whole;
  if (row.currency && row.currency.toUpperCase() !== currency)
    return reject(
      "Currency",
      currency,
      row.currency,
      `Cards are kept in ${currency}: is this file of another account? Ask the bank for the amounts that it bills.`,
    );
  if (row.category && !/^\d{4}$/.test(row.category))
    return reject(
      "Category",
      "four digits",
      row.category,
      "Write the merchant category code: 5812.",
    );
  const card = cardsOf(row, cards);
  if ("action" in card) return card;
  const same = known.find(
    ({ number, bankId }) => number === row.reference && bankId === card.bankId,
  );
  if (same) return onKnown(row, same);
  if (row.postedOn > today)
    return reject("Posted", "a day that has come", formatDate(row.postedOn), "Correct the day.");
  const cycle = cycles.find(
    ({ bankId, from, until }) =>
      bankId === card.bankId && from <= row.postedOn && row.postedOn <= until,
  );
  return cycle && (cycle.status === "reconciled" || cycle.status === "invoiced")
    ? reject(
        "Posted",
        "a day of a cycle that is not reconciled",
        formatDate(row.postedOn),
        `${cycle.number} is reconciled without this line: ask the bank to post it in the next cycle, or open it again.`,
      )
    : { action: "create", plan: { card, cycleId: cycle?.id ?? null } };
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const [cards, known, cycles, { currency }] = await Promise.all([
    db.rows<Card>(sql`
      select
        id, bank_id, last_four, holder_id, holder_name, department_id, account_string_id,
        account_code, status
      from purchase_card
      where org_id = ${db.scope.orgId}
        and last_four = any(${rows.map(({ card }) => lastFourOf(card) ?? "")}::text[])
    `),
    db.rows<Known>(sql`
      select l.number, l.bank_id, c.last_four, l.merchant, l.cents, l.posted_on
      from card_line l
      join purchase_card c on c.org_id = l.org_id and c.id = l.card_id
      where l.org_id = ${db.scope.orgId}
        and l.number = any(${rows.map(({ reference }) => reference)}::text[])
    `),
    db.rows<Cycle>(sql`
      select id, number, bank_id, status, opens_on as from, closes_on as until
      from card_cycle
      where org_id = ${db.scope.orgId}
      order by opens_on desc
      limit 200
    `),
    readOrganization(db),
  ]);
  const facts = { cards, known, cycles, currency, today: businessDate(db.scope) };
  return rows.map((row) => verdict(row, facts));
};

const rowOf = (orgId: string, { row, plan: { card, cycleId } }: Planned<Row, Plan>) => ({
  ...{ orgId, id: newId(), number: row.reference, bankId: card.bankId, cardId: card.id, cycleId },
  ...{ holderId: card.holderId, departmentId: card.departmentId, merchant: row.merchant },
  ...{ category: row.category, cents: row.amount, taxCents: row.tax, says: row.text },
  postedOn: row.postedOn,
  purchasedOn: row.purchasedOn ?? row.postedOn,
  splits: [{ accountStringId: card.accountStringId, code: card.accountCode, cents: row.amount }],
});

/** Enters lines as their bank posted them, each on its card's default account, and watches them by the rules. */
const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Plan>[],
  importId: string,
): Promise<void> => {
  const merchants = await merchantsOf(
    tx,
    rows.map(({ row }) => row.merchant),
  );
  const lines = rows.map((each) => ({
    ...rowOf(tx.scope.orgId!, each),
    merchantId: merchants.get(merchantKey(each.row.merchant))!,
  }));
  await insertRows(tx, cardLine, lines);
  auditMany(
    tx,
    actor,
    lines.map((line) => ({
      ...{ action: "cardLine.create", objectType: "cardLine", objectId: line.id },
      ...{ objectNumber: line.number, before: null, after: { ...line, importId } },
    })),
  );
  announce(tx, tx.scope.orgId!, "cardLine.import", importId);
  await watchLines(
    tx,
    lines.map(({ id }) => id),
  );
};

/** Lines of purchase cards from the bank's file: each once, by the bank's reference. */
export const lineImporter = defineImporter({
  kind: "card-lines",
  label: "card lines",
  permission: "cards.administer",
  confidential: true,
  refusesCell: (cell) =>
    cardNumberIn(cell) === null ? null : `This file holds whole card numbers. ${lastFourOnly}`,
  batch: 500,
  schema: rowSchema,
  keys: (row) => [`${lastFourOf(row.card) ?? row.card} ${row.reference}`],
  sum: "amount",
  plan,
  apply,
  fields: [
    {
      ...{ name: "reference", label: "Reference", required: true, type: cells.code },
      aliases: ["Transaction ID", "Transaction number", "Reference number"],
    },
    {
      ...{ name: "card", label: "Card", required: true, type: cells.code },
      expected: "the last four digits",
      aliases: ["Card number", "Account number", "Last four", "Card ends in"],
    },
    { name: "holder", label: "Holder", aliases: ["Cardholder", "Cardholder name", "Employee"] },
    {
      ...{ name: "postedOn", label: "Posted", required: true, type: cells.recentDay },
      aliases: ["Posting date", "Post date", "Date posted"],
    },
    {
      ...{ name: "purchasedOn", label: "Purchased", type: cells.recentDay },
      aliases: ["Transaction date", "Purchase date", "Date"],
    },
    {
      ...{ name: "merchant", label: "Merchant", required: true },
      aliases: ["Merchant name", "Supplier", "Description"],
    },
    {
      ...{ name: "category", label: "Category code", type: cells.code },
      aliases: ["MCC", "Merchant category code"],
    },
    {
      ...{ name: "amount", label: "Amount", required: true, type: cells.money },
      aliases: ["Billing amount", "Transaction amount", "Total"],
    },
    { name: "tax", label: "Sales tax", type: cells.money, aliases: ["Tax", "Tax amount"] },
    {
      ...{ name: "currency", label: "Currency", type: cells.code },
      aliases: ["Billing currency", "Currency code"],
    },
    { name: "text", label: "Text", aliases: ["Memo", "Note", "Details"] },
  ],
});
