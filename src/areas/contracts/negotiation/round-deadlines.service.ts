import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";

type Dated = {
  id: string;
  contractId: string;
  number: string;
  roundNo: number;
  status: string;
  answerBy: Day;
  vendor: string;
  ownerId: string | null;
};

const dated = (r: Dated): DeadlineRecordOf => ({
  id: r.id,
  number: r.number,
  link: `/contracts/${r.contractId}?tab=negotiation`,
  deadlines:
    r.status === "sent"
      ? [
          {
            key: "answer",
            title: `${r.vendor} answers round ${r.roundNo}`.slice(0, 200),
            dueOn: r.answerBy,
            follows: "The day until which the round asks for the vendor's answer.",
            ownerId: r.ownerId,
            notices: [3],
            byHand: false,
          },
        ]
      : [],
});

const roundDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Dated>(sql`
      select
        r.id, r.contract_id, r.contract_number as number, r.round_no, r.status, r.answer_by,
        v.name as vendor, c.owner_id
      from negotiation_round r
      join contract c on c.org_id = r.org_id and c.id = r.contract_id
      join vendor v on v.org_id = r.org_id and v.id = r.vendor_id
      where r.org_id = ${db.scope.orgId}
        and case when ${id}::uuid is null then r.status = 'sent' else r.id = ${id}::uuid end
    `)
  ).map(dated);

/** The day of a round's answer as it follows now; called by every step of the round. */
export const keepRoundDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = await roundDays(tx, id);
  await keepDeadlines(tx, actor, "negotiationRound", record!);
};

export const roundDeadlines: DeadlineSource = {
  type: "negotiationRound",
  label: "Negotiation",
  permission: "contract.read",
  duty: "contract_manager",
  all: (db) => roundDays(db, null),
};
