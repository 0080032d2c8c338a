import { formatDate } from "#kernel/dates.ts";
import { getRow } from "#server/db/rows.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import type { Approvable } from "#areas/workflow/workflow.server.ts";
import { agencyPolicy } from "../policies.tables.ts";
import { ackGroups, policyKinds, type PolicyKind } from "./policy.labels.ts";
import { decidePolicy } from "./policy.service.ts";

/** What the end of an approval does to a version of a policy, and what approvers see of it. */
export const policyApprovable: Approvable = {
  type: "agencyPolicy",
  href: (id) => `/certifications-policies/policies/${id}`,
  approved: decidePolicy.approve,
  returned: decidePolicy.return,
  rejected: decidePolicy.return,
  dutyBefore: async (db, id) => {
    const row = await getRow(db, agencyPolicy, id, "policy");
    return { people: [row.authorId, row.ownerId], did: "wrote or owns the policy" };
  },
  summary: async (db, id) => {
    const row = await getRow(db, agencyPolicy, id, "policy");
    const people = await namesOf(db, [row.authorId]);
    return {
      facts: [
        { label: "Written by", value: people.get(row.authorId) ?? "" },
        { label: "Owner", value: row.owner },
        { label: "About", value: policyKinds[row.kind as PolicyKind] },
        { label: "Version", value: String(row.versionNo) },
        ...(row.changes ? [{ label: "What it changes", value: row.changes }] : []),
        { label: "In short", value: row.summary },
        { label: "Next review", value: formatDate(row.reviewOn) },
        {
          label: "Confirmed by",
          value: `${ackGroups[row.ackOf]}${row.ackBy ? `, until ${formatDate(row.ackBy)}` : ""}`,
        },
      ],
      lines: [],
      budget: [],
      checks: [],
    };
  },
};
