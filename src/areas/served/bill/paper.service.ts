import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { servedAgreement, servedBill, servedClient } from "../served.tables.ts";
import { billLines } from "./bill.read.service.ts";
import { billDocument } from "./paper.model.ts";

/** A bill as a document for its PDF. 404. */
export const billPaper = async (db: Db, id: string): Promise<{ number: string; html: string }> => {
  const bill = await getRow(db, servedBill, id, "bill");
  const [agency, agreement, client, lines] = await Promise.all([
    readOrganization(db),
    getRow(db, servedAgreement, bill.agreementId, "agreement"),
    getRow(db, servedClient, bill.clientId, "client"),
    billLines(db, id),
  ]);
  const document = billDocument({
    ...bill,
    ...{ agency: agency.name, client: client.name, address: client.address, lines },
    agreement: `${agreement.number} ${agreement.title}`,
  });
  return { number: bill.number, html: inLook(document, agency.branding) };
};

/** As letters name it in their papers. */
export const billPaperName = "client_bill";

export const billPaperMaker: PaperMaker = {
  name: billPaperName,
  make: async (app, orgId, id) =>
    makePdf((await billPaper(app.database.read({ orgId, personId: null }), id)).html),
};
