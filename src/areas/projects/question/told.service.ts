import { contractorsOf } from "#areas/contracts/contracts.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { vendorAddress } from "#areas/vendors/vendors.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { queueMail } from "#server/mail/mail.ts";
import { project } from "../projects.tables.ts";
import { rfiLetter, type RfiEvent } from "./rfi.letter.ts";
import type { RfiStored } from "./rfi.noun.ts";

const wordsOf = (row: RfiStored, event: RfiEvent): string =>
  event === "answered" ? row.answer : row.question;

/** Writes to the contractor what became of a question; it keeps the letter. */
export const tellContractor = async (
  tx: Tx,
  row: RfiStored,
  event: RfiEvent,
  says: string = wordsOf(row, event),
): Promise<void> => {
  if (row.contractId === null) return;
  const vendorId = (await contractorsOf(tx, [row.contractId])).get(row.contractId);
  const to = vendorId ? await vendorAddress(tx, vendorId) : null;
  if (!to?.email) return;
  const p = await getRow(tx, project, row.projectId, "project");
  await queueMail(tx, {
    ...rfiLetter({
      vendor: to.name,
      number: row.number,
      title: row.title,
      project: p.name,
      event,
      says,
      dueOn: row.status === "open" ? row.dueOn : null,
      path: `/vendor-portal/projects/${row.orgId}/${row.projectId}`,
    }),
    orgId: row.orgId,
    to: to.email,
    replyTo: { personId: p.engineerId },
  });
};

/** Tells the people of a question's project, and whoever of ours asked it. */
export const tellOurs = async (
  tx: Tx,
  row: RfiStored,
  title: string,
  body: string,
): Promise<void> => {
  const p = await getRow(tx, project, row.projectId, "project");
  const asker = row.side === "agency" ? row.askedBy : null;
  const people = [p.engineerId, asker, ...p.inspectors.map(({ personId }) => personId)];
  notify(
    tx,
    people.filter((who) => who !== null),
    {
      kind: "project",
      title: title.slice(0, 200),
      body: `${row.title}. ${body}`.slice(0, 300),
      link: `/projects/rfis/${row.id}`,
    },
  );
};
