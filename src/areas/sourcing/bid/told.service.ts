import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { SubmitInput } from "./bid.model.ts";
import { bidReceiptLetter, bidWithdrawnLetter } from "../letters.service.ts";
import type { solicitation } from "../solicitation/solicitation.tables.ts";

type Solicitation = typeof solicitation.$inferSelect;

/** A sealed bid as its receipt names it. */
type Taken = {
  bid: { id: string; revision: number };
  at: string;
  entry: string;
  manifests: SubmitInput["manifests"];
};

/**
 * Sends whoever handed in a sealed bid its receipt. The letter is of no agency: its list of letters
 * would tell before the opening who has bid.
 */
export const tellTaken = async (
  tx: Tx,
  who: Actor,
  { number, title, dueAt }: Pick<Solicitation, "number" | "title" | "dueAt">,
  { bid, at, entry, manifests }: Taken,
): Promise<void> => {
  const { name: agency, timeZone } = await readOrganization(tx);
  const shown = (instant: string) => formatInstant(instant as Instant, timeZone);
  const envelopes = manifests.map((m) => ({
    name: m.binding.envelope,
    sha256: m.ciphertextSha256,
  }));
  const when = { due: shown(dueAt!), at: shown(at) };
  const which = { bidId: bid.id, revision: bid.revision, entry, envelopes };
  await queueMail(tx, {
    ...bidReceiptLetter({ agency, number, title, ...when, ...which }),
    orgId: null,
    to: who.email,
  });
};

/** Sends whoever took a sealed bid back the receipt of it. */
export const tellTakenBack = async (
  tx: Tx,
  who: Actor,
  { number, title }: Pick<Solicitation, "number" | "title">,
  { bidId, at }: { bidId: string; at: string },
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
