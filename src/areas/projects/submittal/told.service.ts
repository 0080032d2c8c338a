import { contractorsOf } from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { vendorAddress } from "#areas/vendors/vendors.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import { project } from "../projects.tables.ts";
import { submittalLetter, type SubmittalEvent } from "./submittal.letter.ts";
import type { SubmittalStored } from "./submittal.noun.ts";

/** Writes to the contractor what became of its submittal; it keeps the letter. */
export const tellContractor = async (
  tx: Tx,
  row: SubmittalStored,
  event: SubmittalEvent,
  says: string,
): Promise<void> => {
  const vendorId = (await contractorsOf(tx, [row.contractId])).get(row.contractId);
  const to = vendorId ? await vendorAddress(tx, vendorId) : null;
  if (!to?.email) return;
  const p = await getRow(tx, project, row.projectId, "project");
  await queueMail(tx, {
    ...submittalLetter({
      vendor: to.name,
      number: row.number,
      revision: row.revision,
      title: row.title,
      project: p.name,
      event,
      says,
      dueOn: event === "received" ? row.dueOn : null,
      path: `/vendor-portal/projects/${row.orgId}/${row.projectId}`,
    }),
    orgId: row.orgId,
    to: to.email,
    replyTo: { personId: p.engineerId },
  });
};

/** Tells the people of a submittal's project that the contractor submitted it. */
export const tellOurs = async (tx: Tx, row: SubmittalStored, by: string): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  notify(
    tx,
    [p.engineerId, ...p.inspectors.map(({ personId }) => personId)].filter((who) => who !== null),
    {
      kind: "project",
      title: `${by} submits ${row.number}, revision ${row.revision}`.slice(0, 200),
      body: `${row.title}. Take it for review; it is due ${row.dueOn}.`.slice(0, 300),
      link: `/projects/submittals/${row.id}`,
    },
  );
};
