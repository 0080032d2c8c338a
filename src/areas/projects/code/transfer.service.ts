import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { newId } from "#kernel/ids.ts";
import { costCodesOf } from "#areas/budget/budget.server.ts";
import { membersNamed, notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked, asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import type { Matter } from "../project/matters.service.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { freeOfCode } from "./codes.service.ts";
import { transferRow, type TransferDetail, type TransferInput } from "./code.model.ts";
import { costTransfer } from "./code.tables.ts";
import { transferList } from "./transfer.list.ts";
import { transferNoun, type TransferStored } from "./transfer.noun.ts";

const running: ReadonlySet<string> = new Set([
  "approved",
  "active",
  "on_hold",
  "substantially_complete",
]);

const refuseIdle = ({ status, number }: ProjectStored): void => {
  if (!running.has(status))
    throw conflict(
      "project_not_running",
      `${number} is not approved yet, or has ended: its codes are not changed by transfers now.`,
    );
};

const shortWords = (code: string, free: number): string =>
  `${code} has ${formatCents(Math.max(0, free))} that is not asked for, ordered or billed. Move no more than that.`;

const tellDeciders = async (tx: Tx, actor: Actor, p: ProjectStored, row: TransferStored) => {
  const people = await peopleWhoMay(tx, "project.approve");
  notify(
    tx,
    people.filter((who) => who !== actor.personId),
    {
      kind: "costTransfer.asked",
      title: `${actor.name} asks to move ${formatCents(row.cents)} between codes of ${p.number}`,
      body: row.why,
      link: `/projects/transfers/${row.id}`,
    },
  );
};

/**
 * Asks to move money from one code of a project to another. 404, 409 `project_not_running`; 422 at
 * the field, `code_short` where the code has less that is free.
 */
export const askTransfer = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: TransferInput,
): Promise<TransferStored> => {
  const p = await lockRow(tx, project, projectId, "project");
  refuseIdle(p);
  const codes = await costCodesOf(tx, [input.fromCodeId, input.toCodeId]);
  const [from, to] = [codes.get(input.fromCodeId), codes.get(input.toCodeId)];
  if (!from) throw invalidField("fromCodeId", "There is no such cost code.");
  if (!to?.active)
    throw invalidField("toCodeId", "There is no such cost code in use. Choose one of the list.");
  const free = await freeOfCode(tx, p, input.fromCodeId);
  if (input.cents > free) throw invalidField("cents", shortWords(from.label, free), "code_short");
  const row = await create(tx, actor, transferNoun, {
    number: { kind: "CCT" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      projectId,
      fromCode: from.label,
      toCode: to.label,
      askedBy: actor.personId!,
    },
    from: [{ type: "project", id: projectId }],
  });
  await tellDeciders(tx, actor, p, row);
  return row;
};

const decision = (tx: Tx, actor: Actor, reason: string | null) => ({
  decidedBy: actor.personId,
  decidedAt: businessNow(tx.scope).toISOString(),
  statusReason: reason ?? "",
});

const tellAsker = (tx: Tx, row: TransferStored, what: string): void =>
  notify(tx, [row.askedBy], {
    kind: "costTransfer.decided",
    title: `${row.number} is ${what}`,
    body: row.why,
    link: `/projects/transfers/${row.id}`,
  });

const moveMoney = async (tx: Tx, t: TransferStored): Promise<void> => {
  await tx.rows(sql`
    update project_cost_budget
    set cents = cents - ${t.cents}
    where org_id = ${tx.scope.orgId}
      and project_id = ${t.projectId}
      and cost_code_id = ${t.fromCodeId}
  `);
  await tx.rows(sql`
    insert into project_cost_budget (org_id, project_id, cost_code_id, cents)
    values (${tx.scope.orgId}, ${t.projectId}, ${t.toCodeId}, ${t.cents})
    on conflict (org_id, project_id, cost_code_id)
    do update set cents = project_cost_budget.cents + excluded.cents
  `);
};

/**
 * Approves a transfer: the money moves at once. Not by who asked for it. The errors of a step; 409
 * `project_not_running`, `code_short` where the code has less that is free by now.
 */
export const approveTransfer = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<TransferStored> =>
  transition(tx, actor, transferNoun, {
    id,
    action: "approve",
    version,
    reason,
    effect: async (row) => {
      const p = await lockRow(tx, project, row.projectId, "project");
      refuseIdle(p);
      const free = await freeOfCode(tx, p, row.fromCodeId);
      if (row.cents > free) throw conflict("code_short", shortWords(row.fromCode, free));
      await moveMoney(tx, row);
      tellAsker(tx, row, "approved");
      return { patch: decision(tx, actor, reason ?? null) };
    },
  });

/** Refuses a transfer with the reason. Not by who asked for it. The errors of a step. */
export const refuseTransfer = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<TransferStored> =>
  transition(tx, actor, transferNoun, {
    id,
    action: "refuse",
    version,
    reason,
    effect: (row) => {
      tellAsker(tx, row, `refused: ${reason ?? ""}`);
      return Promise.resolve({ patch: decision(tx, actor, reason ?? null) });
    },
  });

/** Takes a transfer back before it is decided. The errors of a step. */
export const withdrawTransfer = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<TransferStored> =>
  transition(tx, actor, transferNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: () => Promise.resolve({ patch: { statusReason: reason ?? "" } }),
  });

/** A project that is cancelled ends the transfers that wait. */
export const endTransfers = async (tx: Tx, actor: Actor, projectId: string): Promise<void> => {
  for (const { id } of await waitingOf(tx, projectId))
    await withdrawTransfer(tx, asSystem(actor), {
      id,
      version: null,
      reason: "The project is cancelled.",
    });
};

const waitingOf = (db: Db, projectId: string) =>
  db.rows<{ id: string; number: string }>(sql`
    select id, number
    from cost_transfer
    where org_id = ${db.scope.orgId} and project_id = ${projectId} and status = 'asked'
    order by number
    limit 50
  `);

/** A project is closed when no transfer of it waits. */
export const openTransfers = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (await waitingOf(db, id)).map((t) => ({
    what: t.number,
    says: "a transfer between codes that waits",
    href: `/projects/transfers/${t.id}`,
  }));

const headColumns = recordColumns(transferList, {});

/** A transfer with who asked, who decided, and what its code has. 404. */
export const readTransfer = async (db: Db, actor: Actor, id: string): Promise<TransferDetail> => {
  const head = await maybeAs(
    db,
    transferRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from cost_transfer t
      join project p on p.org_id = t.org_id and p.id = t.project_id
      where t.org_id = ${db.scope.orgId} and t.id = ${id}
    `,
  );
  if (!head) throw notFound("transfer between codes");
  const t = await getRow(db, costTransfer, id);
  const p = await getRow(db, project, t.projectId, "project");
  const [named, free] = await Promise.all([
    membersNamed(db, { ids: [t.askedBy, t.decidedBy].filter((who) => who !== null) }),
    freeOfCode(db, p, t.fromCodeId),
  ]);
  const nameOf = (who: string) => named.find((each) => each.id === who)?.name ?? "A former member";
  return {
    ...head,
    projectNumber: p.number,
    fromCodeId: t.fromCodeId,
    toCodeId: t.toCodeId,
    asker: nameOf(t.askedBy),
    decider: t.decidedBy && nameOf(t.decidedBy),
    decidedAt: t.decidedAt,
    statusReason: t.statusReason,
    free,
    actions: await actionsAsked(db, actor, transferNoun, t),
  };
};
