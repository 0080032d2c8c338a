import { systemActor, type Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { agencyAccounts, checksOut } from "#areas/finance/finance.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { endTasks, giveTask } from "#areas/workflow/workflow.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { exceptionList } from "./exception.list.ts";
import { atNow, exceptionNoun, type ExceptionStored } from "./exception.noun.ts";
import {
  causeOf,
  type ExceptionDetail,
  type ExceptionInput,
  type ExceptionRow,
} from "./positive.model.ts";
import { checkException } from "./positive.tables.ts";

const link = (id: string): string => `/payments/check-exceptions/${id}`;

// Whoever may decide: controllers and treasurers, without the one who released the run.
const decidersOf = async (tx: Tx, releasedBy: string | null): Promise<string[]> => [
  ...new Set(
    [...(await peopleOnDuty(tx, "controller")), ...(await peopleOnDuty(tx, "treasurer"))].filter(
      (id) => id !== releasedBy,
    ),
  ),
];

const ask = async (tx: Tx, actor: Actor, row: ExceptionStored): Promise<void> => {
  const people = await decidersOf(tx, row.releasedBy);
  const title = `Pay or return check ${row.checkNumber} of ${formatCents(row.presentedCents)}`;
  const [first] = people;
  if (first) {
    const task = await giveTask(tx, actor, {
      ...{ personId: first, kind: "follow_up", title, detail: row.says, link: link(row.id) },
      dueAt: row.cutOffAt,
    });
    await tx.rows(sql`
      update check_exception
      set task_id = ${task.id}
      where org_id = ${tx.scope.orgId} and id = ${row.id}
    `);
  }
  notify(tx, people, {
    ...{ kind: "checkException.create", title, link: link(row.id) },
    body: `${row.says} Undecided, it goes back.`,
  });
};

/**
 * Takes in a check that the bank asks about, and asks those who may decide. 409 `known_exception` for one that was
 * taken in before; 422 `account_unknown`, `cut_off_over`.
 */
export const enterException = async (
  tx: Tx,
  actor: Actor,
  { accountId, checkNumber, cents, payee, presentedOn, cutOff }: ExceptionInput,
): Promise<ExceptionStored> => {
  const account = (await agencyAccounts(tx)).find(({ id }) => id === accountId);
  if (!account)
    throw invalidField("accountId", "Choose an account of the agency.", "account_unknown");
  const wall = `${businessDate(tx.scope)}T${cutOff}`;
  const cutOffAt = new Date(instantIn(wall, tx.scope.timeZone ?? "UTC")).toISOString() as Instant;
  if (Date.parse(cutOffAt) <= databaseMs())
    throw invalidField("cutOff", "This cut-off has passed: the bank has decided.", "cut_off_over");
  const [known] = await tx.rows<{ number: string }>(sql`
    select number
    from check_exception
    where org_id = ${tx.scope.orgId}
      and agency_account_id = ${accountId}
      and check_number = ${checkNumber}
      and presented_on = ${presentedOn}
      and presented_cents = ${cents}
  `);
  if (known) throw conflict("known_exception", `${known.number} asks this already.`);
  const [issued] = await checksOut(tx, accountId, [checkNumber]);
  const row = await create(tx, actor, exceptionNoun, {
    number: { kind: "PPX" },
    row: {
      ...{ id: newId(), orgId: tx.scope.orgId!, agencyAccountId: accountId, checkNumber },
      ...{ accountName: account.name, presentedCents: cents, presentedPayee: payee, presentedOn },
      ...causeOf({ cents, payee, presentedOn }, issued ?? null),
      ...{ paymentId: issued?.id ?? null, releasedBy: issued?.releasedBy ?? null, cutOffAt },
      enteredBy: actor.personId,
    },
  });
  await ask(tx, actor, row);
  return row;
};

/**
 * Decides about a check before the bank's cut-off: *pay* with the reason, or *return*. 403, 404, 409 after the
 * cut-off and for whoever released its run, 412, 422.
 */
export const decideException = (
  tx: Tx,
  actor: Actor,
  action: "pay" | "return",
  at: TakenStep,
): Promise<ExceptionStored> =>
  transition(tx, actor, exceptionNoun, {
    ...at,
    action,
    effect: async ({ taskId }) => {
      await endTasks(tx, actor, taskId ? [taskId] : []);
      return {
        patch: {
          ...{ decidedBy: actor.personId, decidedName: actor.name ?? "" },
          ...{ decidedAt: businessNow(tx.scope).toISOString(), reason: at.reason?.trim() ?? "" },
        },
      };
    },
  });

/** Returns what nobody decided by its cut-off, by the clock of the database; who may decide is told. */
export const returnUndecided = async (tx: Tx): Promise<number> => {
  const actor = asSystem(systemActor(tx.scope.orgId!));
  const over = await tx.rows<{ id: string }>(sql`
    select id
    from check_exception
    where org_id = ${tx.scope.orgId} and status = 'open' and cut_off_at <= clock_timestamp()
    order by cut_off_at
    limit 500
  `);
  for (const { id } of over) {
    const row = await transition(tx, actor, exceptionNoun, {
      ...{ id, action: "lapse" },
      effect: async ({ taskId }) => {
        await endTasks(tx, actor, taskId ? [taskId] : []);
        return { patch: { reason: "Nobody decided before the cut-off" } };
      },
    });
    notify(tx, await decidersOf(tx, row.releasedBy), {
      ...{ kind: "checkException.lapse", link: link(id), body: row.says },
      title: `Check ${row.checkNumber} goes back: nobody decided`,
    });
  }
  return over.length;
};

/** An exception with what may be done of it. 404. */
export const readException = async (db: Db, actor: Actor, id: string): Promise<ExceptionDetail> => {
  const row = await getRow(db, checkException, id, "check exception");
  const { items } = await runList<ExceptionRow>(db, actor, exceptionList, { id: [id], limit: 1 });
  return {
    ...items[0]!,
    ...{ paymentId: row.paymentId, decidedAt: row.decidedAt },
    actions: await actionsAsked(db, actor, exceptionNoun, atNow(row)),
  };
};
