import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { hostingAgreement } from "../billing.tables.ts";
import { agreementList } from "./agreement.list.ts";
import type { AgreementDetail, AgreementRow } from "./agreement.model.ts";
import { agreementNoun } from "./agreement.noun.ts";

/** An agreement with an agency, whole, with what may be done. 404. */
export const readAgreement = async (db: Db, actor: Actor, id: string): Promise<AgreementDetail> => {
  const row = await getRow(db, hostingAgreement, id, "agreement");
  const [{ items }, people, actions] = await Promise.all([
    runList<AgreementRow>(db, actor, agreementList, { id: [id], limit: 1 }),
    membersNamed(db, { ids: [row.authorId, row.approvedBy].flatMap((each) => each ?? []) }),
    actionsAsked(db, actor, agreementNoun, row),
  ]);
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const { discountBp, noticeDays, noticeBy, orderNumber, payDays, approvedAt } = row;
  const { exemptionNumber, exemptionReason, billTo, billEmail, note } = row;
  return {
    ...items[0]!,
    ...{ discountBp, noticeDays, noticeBy, orderNumber, payDays, approvedAt, actions },
    ...{ exemptionNumber, exemptionReason, billTo, billEmail, note },
    ...{ author: nameOf(row.authorId), approvedBy: nameOf(row.approvedBy) },
  };
};
