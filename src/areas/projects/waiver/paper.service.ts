import { formatInstant } from "#kernel/dates.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { signedOf } from "./waiver.service.ts";
import { waiverDocument } from "./paper.model.ts";
import { payWaiver } from "./waiver.tables.ts";

/** A waiver as a document for its PDF, as it was signed. 404. */
export const waiverPaper = async (
  db: Db,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [w, organization] = await Promise.all([
    getRow(db, payWaiver, id, "waiver"),
    readOrganization(db),
  ]);
  const at = formatInstant(w.signedAt, db.scope.timeZone ?? "UTC");
  return { title: w.number, document: inLook(waiverDocument(w, at), organization.branding) };
};

/** The waivers of applications, for the evidence package. */
export const papersOfWaivers = async (db: Db, applicationIds: readonly string[]) => {
  const signed = (await Promise.all(applicationIds.map((id) => signedOf(db, id)))).flat();
  return signed.map(({ id, number }) => ({
    name: `${number}-waiver.pdf`,
    make: async () => makePdf((await waiverPaper(db, id)).document),
  }));
};
