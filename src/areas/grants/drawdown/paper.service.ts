import { systemActor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { paymentsOf } from "#areas/finance/finance.server.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { award } from "../grants.tables.ts";
import { readDrawdown } from "./drawdown.read.service.ts";
import { requestDocument, sf270Document } from "./paper.model.ts";

/** Papers of a request: what the grantor reads, and the form by itself. */
export const drawdownPapers = ["request", "SF-270"] as const;
export type DrawdownPaper = (typeof drawdownPapers)[number];

/** A paper of a request as a document for its PDF, as its records stand now. 404. */
export const drawdownDocument = async (
  db: Db,
  id: string,
  paper: DrawdownPaper,
): Promise<string> => {
  const organization = await readOrganization(db);
  const actor = { ...systemActor(db.scope.orgId!), timeZone: organization.timeZone };
  const d = await readDrawdown(db, actor, id);
  if (paper === "SF-270") return inLook(sf270Document(d), organization.branding);
  const [w, payments] = await Promise.all([
    getRow(db, award, d.awardId, "award"),
    paymentsOf(
      db,
      d.lines.flatMap((line) => (line.source === "invoice" ? [line.documentId] : [])),
    ),
  ]);
  const facts = {
    agency: organization.name,
    grantor: w.grantor,
    grantorNumber: w.grantorNumber || w.number,
    payments,
  };
  return inLook(requestDocument(d, facts), organization.branding);
};

/** The papers of the requests among these records, for their evidence package. */
export const papersOfDrawdowns = async (db: Db, objectIds: readonly string[]) => {
  const orgId = db.scope.orgId!;
  const found = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from drawdown
    where org_id = ${orgId} and id = any(${[...objectIds]}::uuid[])
    order by number
  `);
  return found.flatMap(({ id, number }) =>
    drawdownPapers.map((paper) => ({
      name: `${number}-${paper}.pdf`,
      make: async () => makePdf(await drawdownDocument(db, id, paper)),
    })),
  );
};
