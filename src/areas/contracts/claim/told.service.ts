import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { vendorOf } from "../change/told.service.ts";
import { contract } from "../contracts.tables.ts";
import { claimLetter, type ClaimEvent } from "./claim.letter.ts";
import { claimStatuses, type ClaimStatus } from "./claim.labels.ts";
import type { ClaimRecord } from "./claim.noun.ts";

/** Counsel and the claim's owner hear that it was submitted, or appealed. */
export const tellCounselOfClaim = async (tx: Tx, claim: ClaimRecord): Promise<void> =>
  notify(tx, [...(await peopleOnDuty(tx, "counsel")), ...(claim.ownerId ? [claim.ownerId] : [])], {
    kind: "contract",
    title: `${claim.number} is ${claimStatuses[claim.status as ClaimStatus].label.toLowerCase()}`,
    body: claim.title,
    link: `/claims-change-orders/claims/${claim.id}`,
  });

/** Mails a vendor what became of its claim, where it has an address. */
export const tellVendorOfClaim = async (
  tx: Tx,
  claim: ClaimRecord,
  event: ClaimEvent,
  reason: string | null = null,
): Promise<void> => {
  const c = await getRow(tx, contract, claim.contractId, "contract");
  const vendor = await vendorOf(tx, c.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...claimLetter({
      vendor: vendor.name,
      number: claim.number,
      title: claim.title,
      contract: c.number,
      noticedOn: claim.noticedOn,
      noticeDueOn: claim.late ? claim.noticeDueOn : null,
      path: `/vendor-portal/contracts/${c.orgId}/${c.id}`,
      event,
      reason,
    }),
    orgId: c.orgId,
    to: vendor.email,
    replyTo: { personId: claim.ownerId },
  });
};
