import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { qrPicture } from "#server/labels/paper.ts";
import { personCertificate } from "../training.tables.ts";
import { seesCertificate } from "./certificate.noun.ts";
import { certificateDocument } from "./paper.model.ts";

/**
 * A certificate that the agency issued, as a document for its PDF, with the code by which anybody asks
 * whether it is valid. 404; 409 `certificate_of_others` for one that somebody else issued.
 */
export const certificatePaper = async (
  db: Db,
  actor: Actor,
  id: string,
  origin: string,
): Promise<{ title: string; document: string }> => {
  const row = await getRow(db, personCertificate, id, "certificate");
  if (!(await seesCertificate(db, actor, row))) throw notFound("certificate");
  if (!row.proof)
    throw conflict(
      "certificate_of_others",
      "Somebody else issued it: its own paper counts, not one of ours.",
    );
  const { name, branding } = await readOrganization(db);
  const address = `${origin}/certifications-policies`;
  const document = certificateDocument({
    ...{ agency: name, number: row.number, holder: row.holderName, title: row.title },
    ...{ code: row.code, validFrom: row.validFrom, validUntil: row.validUntil },
    ...{ proof: row.proof, address, picture: qrPicture(`${address}?code=${row.proof}`) },
  });
  return { title: row.number, document: inLook(document, branding) };
};
