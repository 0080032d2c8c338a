import { contractorsOf } from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { vendorAddress } from "#areas/vendors/vendors.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import { project } from "../../projects.tables.ts";
import { proposalLetter, type ProposalEvent } from "./proposal.letter.ts";
import type { ProposalStored } from "./proposal.noun.ts";

/** How a file and its computation differ, in words. */
const findingOf = ({ differing, tasks }: ProposalStored): string =>
  differing === 0
    ? `All ${tasks} tasks have the file's dates.`
    : `${differing} of ${tasks} tasks have other dates here than in the file.`;

/** Writes to the contractor what became of its schedule; it keeps the letter. Ours needs none. */
export const tellContractor = async (
  tx: Tx,
  row: ProposalStored,
  event: ProposalEvent,
  says: string,
): Promise<void> => {
  if (row.contractId === null) return;
  const vendorId = (await contractorsOf(tx, [row.contractId])).get(row.contractId);
  const to = vendorId ? await vendorAddress(tx, vendorId) : null;
  if (!to?.email) return;
  const p = await getRow(tx, project, row.projectId, "project");
  await queueMail(tx, {
    ...proposalLetter({
      vendor: to.name,
      number: row.number,
      project: p.name,
      event,
      finding: findingOf(row),
      says,
      path: `/vendor-portal/projects/${row.orgId}/${row.projectId}`,
    }),
    orgId: row.orgId,
    to: to.email,
    replyTo: { personId: p.engineerId },
  });
};

/** Tells the engineer that a contractor handed a schedule in. */
export const tellOurs = async (tx: Tx, row: ProposalStored): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  notify(tx, p.engineerId ? [p.engineerId] : [], {
    kind: "project",
    title: `${row.handedInName} hands in ${row.number}`.slice(0, 200),
    body: `${findingOf(row)} Accept it, or return it.`.slice(0, 300),
    link: `/projects/schedule-updates/${row.id}`,
  });
};
