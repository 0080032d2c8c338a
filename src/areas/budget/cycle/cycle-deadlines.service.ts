import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DeadlineRecordOf, DeadlineSource } from "#areas/workflow/workflow.server.ts";

type Dated = {
  id: string;
  number: string;
  lineNo: number | null;
  title: string;
  dueOn: Day;
  ownerId: string | null;
};

/** The dated steps of cycles that are not done, of all or of one; they become tasks and calendar days. */
export const cycleDeadlines = async (
  db: Db,
  id: string | null = null,
): Promise<DeadlineRecordOf[]> => {
  const rows = await db.rows<Dated>(sql`
    select c.id, c.number, s.line_no, s.title, s.due_on, s.owner_id
    from budget_cycle c
    left join budget_cycle_step s
      on s.org_id = c.org_id
      and s.cycle_id = c.id
      and s.done_on is null
      and c.adopted_at is null
    where c.org_id = ${db.scope.orgId}
      and (${id}::uuid is null and c.adopted_at is null or c.id = ${id}::uuid)
    order by c.id, s.line_no
  `);
  const cycles = new Map<string, DeadlineRecordOf & { deadlines: DeadlineRecordOf["deadlines"] }>();
  for (const row of rows) {
    const known = cycles.get(row.id);
    const day =
      row.lineNo === null
        ? []
        : [
            {
              key: `step-${row.lineNo}`,
              title: row.title,
              dueOn: row.dueOn,
              follows: "The calendar of the budget cycle.",
              ownerId: row.ownerId,
              notices: [7, 1],
              byHand: false,
            },
          ];
    cycles.set(row.id, {
      id: row.id,
      number: row.number,
      link: "/budget-management/cycle",
      deadlines: [...(known?.deadlines ?? []), ...day],
    });
  }
  return [...cycles.values()];
};

export const cycleDeadlineSource: DeadlineSource = {
  type: "budgetCycle",
  label: "Budget cycle",
  permission: "budget.read",
  duty: "budget_officer",
  all: (db) => cycleDeadlines(db),
};
