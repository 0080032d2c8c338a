import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { dayAfter } from "#kernel/holidays.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { businessDaysOf } from "#areas/organization/organization.server.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
  type DeadlineSpec,
} from "#areas/workflow/workflow.server.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { clockWords, type ClockOf, type ClockUnit } from "./claim.labels.ts";
import type { ClaimRecord } from "./claim.noun.ts";

/**
 * The day so many days or whole months after a day, which is not counted itself; business days are
 * those of the agency's calendar. Null where the contract sets none.
 */
export const daysAfter = async (
  db: Db,
  day: Day,
  { days, unit, count }: ClockOf,
): Promise<Day | null> => {
  if (days === null) return null;
  if (unit === "months") return monthsAfter(day, days);
  return count === "business" ? businessDaysOf(db, day, days) : dayAfter(day, days);
};

type Clock = {
  from: Day | null;
  days: number | null;
  unit: ClockUnit;
  key: string;
  title: string;
  after: string;
};

// Which of the contract's clocks runs now.
const clockOf = (c: ClaimRecord): Clock | null => {
  if (c.status === "noticed")
    return {
      from: c.noticedOn,
      days: c.submitDays,
      unit: c.submitIn,
      key: "submit",
      title: `The vendor submits ${c.number}`,
      after: "the notice",
    };
  if (c.status === "submitted" || c.status === "under_review")
    return {
      from: c.submittedOn,
      days: c.decideDays,
      unit: c.decideIn,
      key: "decide",
      title: `Decide on ${c.number}`,
      after: "the claim was submitted",
    };
  if (c.status === "part" || c.status === "denied")
    return {
      from: c.decidedOn,
      days: c.appealDays,
      unit: c.appealIn,
      key: "appeal",
      title: `The vendor appeals ${c.number} until then`,
      after: "the decision",
    };
  return null;
};

const specOf = async (db: Db, c: ClaimRecord): Promise<DeadlineSpec[]> => {
  const clock = clockOf(c);
  if (!clock?.from) return [];
  const runs = { ...clock, count: c.dayCount };
  const dueOn = await daysAfter(db, clock.from, runs);
  if (!dueOn) return [];
  return [
    {
      key: clock.key,
      title: `${clock.title}: ${c.title}`.slice(0, 200),
      dueOn,
      follows: `${clockWords(runs)} after ${clock.after} on ${formatDate(clock.from)}.`,
      citation: c.citation,
      ownerId: c.ownerId,
      notices: [14, 7, 1],
      byHand: false,
    },
  ];
};

const claimDays = async (db: Db, id: string | null): Promise<DeadlineRecordOf[]> => {
  const claims = await db.rows<ClaimRecord>(sql`
    select *
    from contract_claim
    where org_id = ${db.scope.orgId}
      and case
        when ${id}::uuid is null then status in (
          'noticed', 'submitted', 'under_review', 'part', 'denied'
        )
        else id = ${id}::uuid
      end
  `);
  return Promise.all(
    claims.map(async (c) => ({
      id: c.id,
      number: c.number,
      link: `/claims-change-orders/claims/${c.id}`,
      deadlines: await specOf(db, c),
    })),
  );
};

/** A claim's days as they follow now; called by every step of it. */
export const keepClaimDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = await claimDays(tx, id);
  await keepDeadlines(tx, actor, "claim", record!);
};

export const claimDeadlines: DeadlineSource = {
  type: "claim",
  label: "Claim",
  permission: "contract.read",
  duty: "contract_manager",
  all: (db) => claimDays(db, null),
};
