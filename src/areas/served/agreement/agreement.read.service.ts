import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { newestApproval } from "#areas/workflow/workflow.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { servedAgreement } from "../served.tables.ts";
import { agreementList } from "./agreement.list.ts";
import type { AgreementDetail, AgreementRow } from "./agreement.model.ts";
import { agreementNoun } from "./agreement.noun.ts";

/** An agreement with what is billed under it. 404. */
export const readAgreement = async (db: Db, actor: Actor, id: string): Promise<AgreementDetail> => {
  const row = await getRow(db, servedAgreement, id, "agreement");
  const [{ items }, people, approval, actions] = await Promise.all([
    runList<AgreementRow>(db, actor, agreementList, { id: [id], limit: 1 }),
    membersNamed(db, {
      ids: [row.authorId, row.ownerId, row.approvedBy].flatMap((each) => each ?? []),
    }),
    newestApproval(db, id),
    actionsAsked(db, actor, agreementNoun, row),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const { services, overheadOn, overheadBp, payDays, terms, ownerId, approvedAt } = row;
  const { agencySignedOn, agencySigner, clientSignedOn, clientSigner, endedOn } = row;
  return {
    ...items[0]!,
    ...{ services, overheadOn, overheadBp, payDays, terms, ownerId, approvedAt },
    ...{ agencySignedOn, agencySigner, clientSignedOn, clientSigner, endedOn, actions },
    owner: nameOf(ownerId) ?? "",
    author: nameOf(row.authorId) ?? "",
    approvedBy: nameOf(row.approvedBy),
    approvalId: approval?.id ?? null,
  };
};
