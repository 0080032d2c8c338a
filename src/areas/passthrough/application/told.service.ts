import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import type { ProgramRecord } from "../program/program.noun.ts";
import { applicationLetter, type ApplicationEvent } from "./application.letters.ts";
import type { ProgramApplicationRecord } from "./application.noun.ts";
import { applicationPaper } from "./paper.service.ts";

const titles: Readonly<Record<ApplicationEvent, string>> = {
  received: "was received",
  refused: "is not eligible",
  selected: "is selected",
  passed: "is not selected",
  withdrawn: "is withdrawn",
};

/**
 * Whoever applied hears what became of it: by a notice in the portal where somebody of them sent it,
 * and by a letter that they keep, with the application as it stands enclosed.
 */
export const tellApplicant = async (
  tx: Tx,
  a: ProgramApplicationRecord,
  p: Pick<ProgramRecord, "title">,
  event: ApplicationEvent,
  reason: string | null,
): Promise<void> => {
  if (event !== "received" && event !== "withdrawn" && a.source === "portal" && a.createdBy)
    notify(tx, [a.createdBy], {
      kind: "programApplication",
      title: `${a.number} ${titles[event]}`,
      body: `${p.title}: ${reason ?? "the agency prepares the subaward."}`,
      link: "/vendor-portal/grants",
    });
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
