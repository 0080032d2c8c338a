import type { Actor } from "#kernel/access.ts";
import {
  accountsOfProject,
  projectDocuments,
  projectLedgers,
} from "#areas/budget/budget.server.ts";
import { chargedInvoices } from "#areas/finance/finance.server.ts";
import { chargedDocuments, codesOfOrderLines } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { nounNamed, readsNoun } from "#server/noun.ts";
import { project } from "../projects.tables.ts";
import { moneyParts, type Charged, type MoneyPart } from "./parts.service.ts";
import {
  grouped,
  moneyColumns,
  mostRows,
  nothing,
  sumOf,
  type Cell,
  type MoneyRow,
  type ProjectMoney,
} from "./money.model.ts";

/** Everything that charges a segment, drafts too. */
export const chargedTo = async (db: Db, segmentId: string): Promise<Charged> => {
  const [accountIds, written, ledgers] = await Promise.all([
    accountsOfProject(db, segmentId),
    projectDocuments(db, segmentId),
    projectLedgers(db, [segmentId]),
  ]);
  const of = (...types: string[]) =>
    written.filter((d) => types.includes(d.documentType)).map((d) => d.documentId);
  const documents = accountIds.length
    ? await chargedDocuments(db, { accountIds, ids: of("requisition", "purchaseOrder") })
    : [];
  const orderIds = documents.filter((d) => d.type === "purchaseOrder").map((d) => d.id);
  const invoices = accountIds.length
    ? await chargedInvoices(db, { accountIds, ids: of("invoice"), orderIds })
    : [];
  const codes = await codesOfOrderLines(
    db,
    invoices.flatMap(({ parts }) => parts.flatMap(({ orderLineId }) => orderLineId ?? [])),
  );
  return {
    ledger: ledgers[0] ?? { segmentId, budget: 0, preEncumbered: 0, encumbered: 0, expended: 0 },
    expenses: written.filter((d) => d.expended !== 0),
    documents,
    invoices,
    codes,
  };
};

const holdsMoney = (part: Pick<MoneyPart, (typeof moneyColumns)[number]>): boolean =>
  moneyColumns.some((column) => part[column] !== 0);

const rowOf = (actor: Actor, parts: readonly MoneyPart[]): MoneyRow => {
  const { type, id, number, title, status } = parts[0]!;
  const noun = nounNamed(type);
  const reads = noun !== undefined && readsNoun(actor, noun);
  return {
    ...sumOf(parts),
    type,
    id,
    what: noun?.cycle.noun ?? "entry of the books",
    number: reads ? number : null,
    href: reads && noun.page ? `${noun.page}/${id}` : null,
    title: reads ? title : "",
    status: reads && status ? (noun.cycle.statuses[status]?.label ?? status) : null,
  };
};

/** Rows of a project's sheet, each document once, with money only. */
const moneyRows = (actor: Actor, parts: readonly MoneyPart[]): MoneyRow[] =>
  [...grouped(parts, ({ type, id }) => `${type} ${id}`).values()]
    .map((of) => rowOf(actor, of))
    .filter(holdsMoney);

const inCell =
  ({ code, column }: Cell) =>
  (part: MoneyPart): boolean =>
    (code === undefined || (part.costCodeId ?? "none") === code) &&
    (column === undefined || part[column] !== 0);

/** Cents by which what the documents say differs from what the ledger says of the segment. */
export const differenceOf = ({ ledger, documents, expenses }: Charged): number =>
  Math.abs(documents.reduce((sum, d) => sum + d.asked, 0) - ledger.preEncumbered) +
  Math.abs(documents.reduce((sum, d) => sum + d.encumbered, 0) - ledger.encumbered) +
  Math.abs(expenses.reduce((sum, e) => sum + e.expended, 0) - ledger.expended);

/**
 * A project's money by document, of our own records alone, beside the ledger; of one cell of its
 * codes those documents that stand in it. 404.
 */
export const readMoney = async (
  db: Db,
  actor: Actor,
  id: string,
  cell: Cell = {},
): Promise<ProjectMoney> => {
  const row = await getRow(db, project, id, "project");
  const charged = await chargedTo(db, row.segmentId);
  const parts = moneyParts(charged).filter(inCell(cell));
  const rows = moneyRows(actor, parts);
  const { budget, preEncumbered, encumbered, expended } = charged.ledger;
  return {
    budget,
    forecast: row.forecastCents,
    totals: rows.length ? sumOf(rows) : nothing,
    ledger: { preEncumbered, encumbered, expended },
    differs: differenceOf(charged),
    documents: rows.slice(0, mostRows),
    left: Math.max(0, rows.length - mostRows),
  };
};
