import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { negotiationLetter } from "./negotiation.letters.ts";
import type { negotiationRound } from "./negotiation.tables.ts";

type Round = typeof negotiationRound.$inferSelect;

/** Writes to the vendor of a round, where it has an address. */
export const tellVendorOfRound = async (
  tx: Tx,
  round: Round,
  ownerId: string | null,
  event: "sent" | "settled" | "withdrawn",
  words: string,
): Promise<void> => {
  const vendor = await tx.one<{ name: string; email: string | null }>(sql`
    select name, email
    from vendor
    where org_id = ${round.orgId} and id = ${round.vendorId}
  `);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...negotiationLetter({
      vendor: vendor.name,
      number: round.contractNumber,
      title: round.contractTitle,
      round: round.roundNo,
      event,
      answerBy: round.answerBy,
      words,
    }),
    orgId: round.orgId,
    to: vendor.email,
    replyTo: { personId: ownerId },
  });
};

/** Tells the contract's owner, else contract managers, what came from the vendor. */
export const tellOwnerOfRound = async (
  tx: Tx,
  round: Round,
  ownerId: string | null,
  title: string,
  body: string,
): Promise<void> =>
  notify(tx, ownerId ? [ownerId] : await peopleOnDuty(tx, "contract_manager"), {
    kind: "contract",
    title,
    body,
    link: `/contracts/${round.contractId}?tab=negotiation`,
  });
