import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import type { WonAward } from "#areas/preaward/preaward.server.ts";
import { offerAward } from "./award.service.ts";

/**
 * Keeps what an application won as an offered award: period, amount and the budget that was applied
 * for. Accepting it asks that budget and amounts agree, so that another amount than was asked for is
 * seen.
 */
export const wonAward = async (tx: Tx, actor: Actor, won: WonAward): Promise<void> => {
  await offerAward(tx, actor, {
    applicationId: won.applicationId,
    ownerId: won.ownerId,
    grantor: won.grantor,
    grantorNumber: won.awardNumber,
    assistanceListing: won.aln,
    title: won.title,
    amountCents: won.federalCents,
    periodFrom: won.startsOn,
    periodTo: won.endsOn,
    matchCents: won.matchCents,
    budget: won.budget,
  });
};
