import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
  type DeadlineSpec,
} from "#areas/workflow/workflow.server.ts";

import { formatCents } from "#kernel/money.ts";
import { retainageStanding } from "../retainage/retainage.service.ts";
import { noticeDay, noticeWords } from "./term.model.ts";
import { keepDues } from "../obligation/due-days.service.ts";
import { keepCoverageDays } from "../coverage/coverage-deadlines.service.ts";

type Dated = {
  id: string;
  number: string;
  title: string;
  vendor: string;
  status: string;
  ownerId: string | null;
  endsOn: Day;
  options: number;
  optionsUsed: number;
  optionNoticeDays: number;
  optionNoticeMonths: number;
  kind: string;
  startsOn: Day;
  ceiling: number;
  retainagePercent: string;
  completed: boolean;
};

const running = ["active", "suspended"];
/** So many days ahead of an option's last day and of the end its owner hears. */
const ahead = [180, 120, 90, 30] as const;

const ends = (c: Dated): DeadlineSpec => ({
  key: "end",
  title: `${c.title} ends`.slice(0, 200),
  dueOn: c.endsOn,
  follows: `The term of the contract with ${c.vendor}. No order is placed under it afterwards.`,
  ownerId: c.ownerId,
  notices: ahead,
  byHand: false,
});

// Counted from the end of the term of now, not of the first one: an option that was used moves it.
const decides = (c: Dated): DeadlineSpec => ({
  key: `option-${c.optionsUsed + 1}`,
  title: `Decide on option ${c.optionsUsed + 1} of ${c.title}`.slice(0, 200),
  dueOn: noticeDay(c.endsOn, c),
  follows: `The contract asks for notice ${noticeWords(c)} before its current term ends on ${formatDate(c.endsOn)}.`,
  citation: `Contract ${c.number}, options`,
  ownerId: c.ownerId,
  notices: ahead,
});

// What may not be withheld after substantial completion, by the law of the contract's first day.
const releases = async (db: Db, c: Dated): Promise<DeadlineSpec[]> => {
  if (!c.completed || c.status === "closed") return [];
  const { completion, over, releaseBy, citation } = await retainageStanding(db, c);
  if (!completion || !releaseBy || over === 0) return [];
  return [
    {
      key: "retainage",
      title: `Release ${formatCents(over)} of retainage of ${c.title}`.slice(0, 200),
      dueOn: releaseBy,
      follows: `The work was substantially complete on ${formatDate(completion.completedOn)}.`,
      citation,
      ownerId: c.ownerId,
      notices: [30, 14, 3],
      byHand: false,
    },
  ];
};

const dated = async (db: Db, c: Dated): Promise<DeadlineRecordOf> => ({
  id: c.id,
  number: c.number,
  link: `/contracts/${c.id}`,
  deadlines: [
    ...(running.includes(c.status)
      ? [ends(c), ...(c.optionsUsed < c.options ? [decides(c)] : [])]
      : []),
    ...(await releases(db, c)),
  ],
});

const contractDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> => {
  const contracts = await db.rows<Dated>(sql`
    select
      c.id, c.number, c.title, v.name as vendor, c.status, c.owner_id, c.ends_on,
      c.option_count as options, c.options_used, c.option_notice_days, c.option_notice_months,
      c.kind, c.starts_on, c.ceiling, c.retainage_percent, d.id is not null as completed
    from contract c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    left join contract_completion d on d.org_id = c.org_id and d.id = c.id
    where c.org_id = ${db.scope.orgId}
      and case
        when ${id}::uuid is null then c.status = any(${running}::text[]) or (
          d.id is not null
          and c.status not in ('closed', 'cancelled')
        )
        else c.id = ${id}::uuid
      end
  `);
  return Promise.all(contracts.map((c) => dated(db, c)));
};

/** A contract's days as they follow now; called by every step that moves its term or its status. */
export const keepContractDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = await contractDays(tx, id);
  await keepDeadlines(tx, actor, "contract", record!);
  await keepCoverageDays(tx, actor, id);
  await keepDues(tx, actor, id);
};

export const contractDeadlines: DeadlineSource = {
  type: "contract",
  label: "Contract",
  permission: "contract.read",
  duty: "contract_manager",
  all: (db) => contractDays(db, null),
};
