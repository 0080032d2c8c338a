import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import { subaward } from "../passthrough.tables.ts";
import { subawardNewsLetter } from "./subaward.letters.ts";

/**
 * A subrecipient hears by a letter what became of a payment request or of a cost, and why: notices
 * are of the agency's own people.
 */
export const tellSubrecipient = async (
  tx: Tx,
  subawardId: string,
  news: string,
  more: string,
): Promise<void> => {
  const s = await getRow(tx, subaward, subawardId, "subaward");
  const vendor = await vendorFacts(tx, s.vendorId);
  if (!vendor?.email) return;
  await queueMail(tx, {
    ...subawardNewsLetter({
      subrecipient: vendor.name,
      number: s.number,
      title: s.title,
      news,
      more,
    }),
    orgId: s.orgId,
    to: vendor.email,
    ...(s.ownerId && { replyTo: { personId: s.ownerId } }),
  });
};
