import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { servedAgreement, servedClient } from "../served.tables.ts";
import { agreementDocument } from "./paper.model.ts";

/** An agreement as a document: what both sides sign, and keep. 404. */
export const agreementPaper = async (
  db: Db,
  id: string,
): Promise<{ number: string; html: string }> => {
  const row = await getRow(db, servedAgreement, id, "agreement");
  const [agency, client] = await Promise.all([
    readOrganization(db),
    getRow(db, servedClient, row.clientId, "client"),
  ]);
  const html = inLook(agreementDocument(row, agency.name, client), agency.branding);
  return { number: row.number, html };
};

/** As letters name it in their papers. */
export const agreementPaperName = "client_agreement";

export const agreementPaperMaker: PaperMaker = {
  name: agreementPaperName,
  make: async (app, orgId, id) =>
    makePdf((await agreementPaper(app.database.read({ orgId, personId: null }), id)).html),
};
