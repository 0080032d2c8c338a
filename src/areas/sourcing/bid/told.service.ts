import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { bidReceiptLetter, bidWithdrawnLetter } from "../letters.service.ts";
import type { Solicitation } from "./submit.service.ts";

/** A sealed bid as its receipt names it. */
type Taken = {
  bidId: string;
  revision: number;
  at: string;
  entry: string;
  envelopes: readonly { name: string; sha256: string }[];
};

/**
 * Sends whoever handed in a sealed bid its receipt. The letter is of no agency: its list of letters
 * would tell before the opening who has bid.
 */
export const tellTaken = async (
  tx: Tx,
  who: Actor,
  { number, title, dueAt }: Pick<Solicitation, "number" | "title" | "dueAt">,
  { at, ...taken }: Taken,
): Promise<void> => {
  const { name: agency, timeZone } = await readOrganization(tx);
  const shown = (instant: string) => formatInstant(instant as Instant, timeZone);
  await queueMail(tx, {
    ...bidReceiptLetter({ agency, number, title, due: shown(dueAt!), at: shown(at), ...taken }),
    orgId: null,
    to: who.email,
  });
};

/** Sends whoever took a sealed bid back the receipt of it. */
export const tellTakenBack = async (
  tx: Tx,
  who: Actor,
  { number, title }: Pick<Solicitation, "number" | "title">,
  { bidId, at }: Pick<Taken, "bidId" | "at">,
): Promise<void> => {
  const { name: agency, timeZone } = await readOrganization(tx);
  await queueMail(tx, {
    ...bidWithdrawnLetter({
      agency,
      number,
      title,
      bidId,
      at: formatInstant(at as Instant, timeZone),
    }),
    orgId: null,
    to: who.email,
  });
};
