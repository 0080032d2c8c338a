import { writeUbl } from "#areas/finance/finance.server.ts";
import { notFound } from "#kernel/errors.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { agencyBill } from "../billing.tables.ts";
import { operatorOf, type Operator } from "../operator/operator.service.ts";
import type { BillLine } from "./bill.model.ts";
import { numberOfBill, type BillStored } from "./bill.noun.ts";
import { billDocument } from "./paper.model.ts";

/** The lines of a bill, as they came. In the operator's scope, or of a customer's own bill. */
export const linesOfBill = (db: Db, operatorId: string, billId: string): Promise<BillLine[]> =>
  db.rows<BillLine>(sql`
    select id, kind, description, from_on, to_on, cents
    from agency_bill_line
    where org_id = ${operatorId} and bill_id = ${billId}
    order by kind = 'item', from_on, created_at, id
  `);

const readWhole = async (db: Db, id: string) => {
  const bill = await getRow(db, agencyBill, id, "bill");
  const [operator, lines, corrected] = await Promise.all([
    readOrganization(db),
    linesOfBill(db, bill.orgId, id),
    bill.creditsId ? getRow(db, agencyBill, bill.creditsId, "bill") : null,
  ]);
  return { bill, operator, lines, credits: corrected?.number ?? null };
};

/** A bill as a document for its PDF, in the operator's scope. 404. */
export const billPaper = async (db: Db, id: string): Promise<{ number: string; html: string }> => {
  const { bill, operator, lines, credits } = await readWhole(db, id);
  const number = numberOfBill(bill);
  const document = billDocument({
    ...bill,
    ...{ number, lines, credits, customer: bill.customerName },
    operator: { name: operator.name, address: operator.address, phone: operator.phone },
  });
  return { number, html: inLook(document, operator.branding) };
};

/**
 * A bill that went out as UBL 2.1, for the operator or for its customer, as row security shows it: order number,
 * period, and where its agency is exempt tax category E with its reason. 404.
 */
export const billUbl = async (
  db: Db,
  id: string,
  operator: Pick<Operator, "id" | "name" | "address">,
): Promise<{ number: string; xml: string }> => {
  const bill = await db.maybe<BillStored & { corrects: string | null }>(sql`
    select b.*, c.number as corrects
    from agency_bill b
    left join agency_bill c on c.org_id = b.org_id and c.id = b.credits_id
    where b.org_id = ${operator.id} and b.id = ${id} and b.number is not null
  `);
  if (!bill) throw notFound("bill");
  const lines = await linesOfBill(db, operator.id, id);
  const number = numberOfBill(bill);
  const { periodFrom, periodTo, exemptionNumber, exemptionReason } = bill;
  const xml = writeUbl({
    kind: bill.kind === "credit" ? "credit_note" : "invoice",
    ...{ number, note: bill.note, orderNumber: bill.orderNumber || null, credits: bill.corrects },
    ...{ issuedOn: bill.issuedOn!, dueOn: bill.dueOn },
    period: periodFrom && periodTo ? { from: periodFrom, to: periodTo } : null,
    seller: { name: operator.name, address: operator.address },
    buyer: { name: bill.customerName, address: bill.billTo },
    exemption: exemptionNumber ? { number: exemptionNumber, reason: exemptionReason } : null,
    lines: lines.map(({ description, cents, fromOn, toOn }) => ({
      ...{ description, cents },
      period: fromOn && toOn ? { from: fromOn, to: toOn } : null,
    })),
  });
  return { number, xml };
};

/** As letters name them in their papers. */
export const billPaperName = "agency_bill";
export const billUblName = "agency_bill_ubl";

export const billPaperMaker: PaperMaker = {
  name: billPaperName,
  make: async (app, orgId, id) =>
    makePdf((await billPaper(app.database.read({ orgId, personId: null }), id)).html),
};
export const billUblMaker: PaperMaker = {
  name: billUblName,
  make: async (app, orgId, id) => {
    const operator = await operatorOf(app.database);
    return Buffer.from(
      (await billUbl(app.database.read({ orgId, personId: null }), id, operator)).xml,
    );
  },
};
