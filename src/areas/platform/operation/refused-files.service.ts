import { systemActor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { addressOfSender, takeRefused } from "#server/files/refused.ts";
import {
  administratorsOf,
  memberById,
  notify,
  organizationIds,
} from "#areas/organization/organization.server.ts";

const isMember = (tx: Tx, personId: string): Promise<boolean> =>
  memberById(tx, personId).then(
    (member) => member.active,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

const refusedLetter = defineLetter({
  kind: "file_refused",
  why: "You get this letter because a file was sent to {agency} from your account.",
  write: ({ name, signature }: { name: string; signature: string }) => ({
    subject: `${name} was refused`,
    paragraphs: [
      `The virus scanner found ${signature} in the file ${name}. Nobody gets it. Clean the machine that it comes from, and send a clean copy.`,
    ],
  }),
  sample: { name: "prices.xlsx", signature: "Win.Test.EICAR_HDB-1" },
});

/**
 * Tells who sent a file that the scanner refused, once: a member by a notification, a vendor's
 * person by mail; where no member did, the administrators too. The audit record names the file and what it holds.
 */
export const tellRefusedFiles = async ({ database }: Pick<App, "database">): Promise<void> => {
  for (const orgId of await organizationIds(database))
    await database.transaction({ orgId, personId: null }, async (tx) => {
      const refused = await takeRefused(tx);
      if (refused.length === 0) return;
      const administrators = await administratorsOf(tx);
      for (const { id, name, sha256, signature, uploadedBy } of refused) {
        const letter = refusedLetter({ name, signature });
        const [title, body] = [letter.subject, letter.paragraphs[0]];
        const member = uploadedBy !== null && (await isMember(tx, uploadedBy));
        notify(tx, member ? [uploadedBy] : administrators, { kind: "file.refused", title, body });
        const to = uploadedBy && !member ? await addressOfSender(database, uploadedBy) : null;
        if (to) await queueMail(tx, { ...letter, orgId, to });
        note(tx, systemActor(orgId), "storedFile", id, {
          number: name,
          action: "refuse",
          after: { file: name, sha256, signature },
          event: null,
        });
      }
    });
};
