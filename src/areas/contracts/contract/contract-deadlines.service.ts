import { dayAfter } from "#kernel/holidays.ts";
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
  dueOn: dayAfter(c.endsOn, -c.optionNoticeDays),
  follows: `The contract asks for notice ${c.optionNoticeDays} days before its current term ends on ${formatDate(c.endsOn)}.`,
  citation: `Contract ${c.number}, options`,
  ownerId: c.ownerId,
  notices: ahead,
});

const dated = (c: Dated): DeadlineRecordOf => ({
  id: c.id,
  number: c.number,
  link: `/contracts/${c.id}`,
  deadlines: running.includes(c.status)
    ? [ends(c), ...(c.optionsUsed < c.options ? [decides(c)] : [])]
    : [],
});

const contractDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Dated>(sql`
      select
        c.id, c.number, c.title, v.name as vendor, c.status, c.owner_id, c.ends_on,
        c.option_count as options, c.options_used, c.option_notice_days
      from contract c
      join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
      where c.org_id = ${db.scope.orgId}
        and case
          when ${id}::uuid is null then c.status = any(${running}::text[])
          else c.id = ${id}::uuid
        end
    `)
  ).map(dated);

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
