import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import type { ProgramRecord } from "../program/program.noun.ts";
import { applicationLetter, type ApplicationEvent } from "./application.letters.ts";
import type { ProgramApplicationRecord } from "./application.noun.ts";
import { applicationPaper } from "./paper.service.ts";

/**
 * Whoever applied hears what became of it by a letter that they keep, with the application as it
 * stands enclosed.
 */
export const tellApplicant = async (
  tx: Tx,
  a: ProgramApplicationRecord,
  p: Pick<ProgramRecord, "title">,
  event: ApplicationEvent,
  reason: string | null,
): Promise<void> => {
  const vendor = await vendorFacts(tx, a.vendorId);
  const to = a.contactEmail || vendor?.email;
  if (!to) return;
  await queueMail(tx, {
    ...applicationLetter({
      applicant: vendor?.name ?? a.contactName,
      number: a.number,
      title: a.title,
      program: p.title,
      event,
      reason,
    }),
    orgId: a.orgId,
    to,
    papers: [{ maker: applicationPaper, of: a.id, name: `${a.number}.pdf` }],
  });
};
