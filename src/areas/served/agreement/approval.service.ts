import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { day } from "#kernel/time.ts";
import type { Approvable, Signable } from "#areas/workflow/workflow.server.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { servedAgreement, servedClient } from "../served.tables.ts";
import { overheadRules } from "./agreement.labels.ts";
import { decideAgreement, signAgreement } from "./agreement.service.ts";
import { agreementPaper } from "./paper.service.ts";

/** What the end of an approval does to an agreement, and what approvers see of it. */
export const agreementApprovable: Approvable = {
  type: "clientAgreement",
  href: (id) => `/clients/agreements/${id}`,
  approved: decideAgreement.approve,
  returned: decideAgreement.return,
  rejected: decideAgreement.return,
  dutyBefore: async (db, id) => {
    const row = await getRow(db, servedAgreement, id, "agreement");
    return { people: [row.authorId, row.ownerId], did: "wrote or looks after the agreement" };
  },
  summary: async (db, id) => {
    const row = await getRow(db, servedAgreement, id, "agreement");
    const client = await getRow(db, servedClient, row.clientId, "client");
    return {
      facts: [
        { label: "Client", value: client.name },
        { label: "Term", value: `${formatDate(row.startsOn)} to ${formatDate(row.endsOn)}` },
        { label: "Billed at most", value: formatCents(row.ceiling) },
        { label: "Services", value: row.services.map(({ name }) => name).join(", ") },
        {
          label: "Overhead",
          value:
            row.overheadBp === 0
              ? overheadRules.none
              : `${row.overheadBp / 100} %, ${overheadRules[row.overheadOn].toLowerCase()}`,
        },
      ],
      lines: [],
      budget: [],
      checks: [],
    };
  },
};

/** Signs for the agency: whoever holds the authority, never who wrote the agreement. */
export const agreementSignable: Signable = {
  type: "clientAgreement",
  permission: "served.write",
  subject: async (db, id) => {
    const row = await getRow(db, servedAgreement, id, "agreement");
    const waits = row.status === "approved" && !row.agencySignedOn;
    return {
      number: row.number,
      title: row.title,
      link: `/clients/agreements/${id}`,
      amount: row.ceiling,
      vendorId: null,
      vendor: null,
      companyId: null,
      but: [row.authorId],
      version: row.version,
      refusal: waits ? null : `${row.number} is signed for the agency once, after its approval.`,
    };
  },
  document: async (db, _actor, id) => (await agreementPaper(db, id)).html,
  begun: async (tx, _actor, id, version) => {
    const row = await lockRow(tx, servedAgreement, id, "agreement");
    if (version !== null) requireVersion(row.version, version);
  },
  completed: async (tx, actor, id, { signedOn, ours }) => {
    const signer = ours.map(({ name }) => name).join(", ");
    await signAgreement(tx, actor, id, { side: "agency", signedOn: day(signedOn), signer });
  },
};
