import type { Actor } from "#kernel/access.ts";
import {
  accountsOfProject,
  projectDocuments,
  projectLedgers,
  type ProjectDocument,
  type ProjectLedger,
} from "#areas/budget/budget.server.ts";
import { chargedInvoices, type ChargedInvoice } from "#areas/finance/finance.server.ts";
import { chargedDocuments, type ChargedDocument } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { nounNamed, readsNoun } from "#server/noun.ts";
import { project } from "../projects.tables.ts";
import {
  mostRows,
  nothing,
  partOf,
  sumOf,
  type MoneyColumns,
  type MoneyRow,
  type ProjectMoney,
} from "./money.model.ts";

const posted = ["approved", "scheduled", "paid"];

/** What bears money of a segment: the ledger's documents, and those of procurement and finance. */
export type Charged = {
  ledger: ProjectLedger;
  expenses: ProjectDocument[];
  documents: ChargedDocument[];
  invoices: ChargedInvoice[];
};

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
  return {
    ledger: ledgers[0] ?? { segmentId, budget: 0, preEncumbered: 0, encumbered: 0, expended: 0 },
    expenses: written.filter((d) => d.expended !== 0),
    documents,
    invoices,
  };
};

type Said = { number: string; title: string; status: string | null } & MoneyColumns;

const rowOf = (actor: Actor, type: string, id: string, said: Said): MoneyRow => {
  const noun = nounNamed(type);
  const reads = noun !== undefined && readsNoun(actor, noun);
  return {
    ...said,
    type,
    id,
    what: noun?.cycle.noun ?? "entry of the books",
    number: reads ? said.number : null,
    href: reads && noun.page ? `${noun.page}/${id}` : null,
    title: reads ? said.title : "",
    status: reads && said.status ? (noun.cycle.statuses[said.status]?.label ?? said.status) : null,
  };
};

const ofInvoice = (i: ChargedInvoice, billed: number): Said => ({
  ...nothing,
  number: i.number,
  title: i.vendor,
  status: i.status,
  billed,
  paid: partOf(i.paid, billed, i.total),
  withheld: partOf(i.withheld, billed, i.total),
});

// What the ledger expended, by its document: of an invoice with what was paid of it and is withheld.
const expenseRows = (actor: Actor, { expenses, invoices }: Charged): MoneyRow[] =>
  expenses.map(({ documentType, documentId, documentNumber, expended }) => {
    const invoice = invoices.find((i) => i.id === documentId && posted.includes(i.status));
    const said = invoice
      ? ofInvoice(invoice, expended)
      : { ...nothing, number: documentNumber, title: "", status: null, billed: expended };
    // A journal or an entry of the books owes nobody anything.
    const paid = documentType === "invoice" ? said.paid : expended;
    return rowOf(actor, documentType, documentId, { ...said, paid });
  });

/** Rows of a project's sheet, with money only. */
const moneyRows = (actor: Actor, charged: Charged): MoneyRow[] => [
  ...charged.documents
    .filter((d) => d.asked !== 0 || d.ordered !== 0 || d.received !== 0)
    .map((d) =>
      rowOf(actor, d.type, d.id, {
        ...nothing,
        number: d.number,
        title: [d.title, d.vendor].filter(Boolean).join(", "),
        status: d.status,
        asked: d.asked,
        ordered: d.ordered,
        received: d.received,
      }),
    ),
  ...expenseRows(actor, charged),
];

/** Cents by which what the documents say differs from what the ledger says of the segment. */
export const differenceOf = ({ ledger, documents, expenses }: Charged): number =>
  Math.abs(documents.reduce((sum, d) => sum + d.asked, 0) - ledger.preEncumbered) +
  Math.abs(documents.reduce((sum, d) => sum + d.encumbered, 0) - ledger.encumbered) +
  Math.abs(expenses.reduce((sum, e) => sum + e.expended, 0) - ledger.expended);

/** A project's money by document, of our own records alone, beside the ledger. 404. */
export const readMoney = async (db: Db, actor: Actor, id: string): Promise<ProjectMoney> => {
  const row = await getRow(db, project, id, "project");
  const charged = await chargedTo(db, row.segmentId);
  const rows = moneyRows(actor, charged);
  const { budget, preEncumbered, encumbered, expended } = charged.ledger;
  return {
    budget,
    forecast: row.forecastCents,
    totals: sumOf(rows),
    ledger: { preEncumbered, encumbered, expended },
    differs: differenceOf(charged),
    documents: rows.slice(0, mostRows),
    left: Math.max(0, rows.length - mostRows),
  };
};
