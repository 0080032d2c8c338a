import { namesOf } from "#server/restored/clocks.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound, Problem } from "#kernel/errors.ts";
import { formatInstant } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import {
  allHoldings,
  endMembership,
  heldBy,
  memberById,
  notify,
  readOrganization,
  setEndOf,
  type Holding,
} from "#areas/organization/organization.server.ts";
import { leaving } from "../rights.tables.ts";
import type { Handover, LeavingInput, LeavingPage, LeavingRow } from "./leaver.model.ts";

type Plan = Awaited<ReturnType<typeof lockRow<typeof leaving>>>;

const rows = (db: Db, condition = sql`true`) =>
  db.rows<Omit<LeavingRow, "personName">>(sql`
    select
      l.id, l.person_id, l.ends_at, l.reason, l.status, l.successors, l.outcome, l.planner_name,
      l.version
    from leaving l
    where l.org_id = ${db.scope.orgId} and ${condition}
    order by l.status <> 'planned', l.ends_at desc
    limit 200
  `);

const withNames = async (db: Db, found: Omit<LeavingRow, "personName">[]): Promise<LeavingRow[]> =>
  Promise.all(
    found.map(async (row) => ({ ...row, personName: (await memberById(db, row.personId)).name })),
  );

/** Whose leaving is planned, soonest last, then those that are over. */
export const listLeavings = async (db: Db): Promise<LeavingRow[]> =>
  withNames(db, await rows(db, sql`l.status <> 'cancelled'`));

/** What hangs on a member, and their leaving where one is planned or was carried out. */
export const leavingOf = async (db: Db, personId: string): Promise<LeavingPage> => {
  const { id, name, email, active } = await memberById(db, personId);
  const [holds, found] = await Promise.all([
    heldBy(db, personId),
    rows(db, sql`l.person_id = ${personId} and l.status <> 'cancelled'`),
  ]);
  const [last] = await withNames(db, found.slice(0, 1));
  return { person: { id, name, email, active }, leaving: last ?? null, holds };
};

// A successor is an active member who stays, and takes over what can be taken over.
const checkSuccessors = async (tx: Tx, personId: string, successors: Record<string, string>) => {
  const kinds = new Map(allHoldings().map((each) => [each.kind, each]));
  for (const [kind, id] of Object.entries(successors)) {
    const holding = kinds.get(kind);
    const at = `successors.${kind}`;
    if (!holding?.takeOver || holding.endsItself)
      throw invalidField(at, "Nobody can take this over at once. Leave it out.");
    if (id === personId) throw invalidField(at, "Choose somebody else than who leaves.");
    const member = await memberById(tx, id).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    });
    if (!member?.active) throw invalidField(at, "Choose an active member of the agency.");
  }
};

const tellLeaver = async (tx: Tx, actor: Actor, personId: string, endsAt: Instant) => {
  const { timeZone } = await readOrganization(tx);
  notify(tx, [personId], {
    kind: "leaving",
    title: `Your access ends ${formatInstant(endsAt, timeZone)}`,
    body: `${actor.name} set it.`,
    link: "/notifications",
  });
};

const tellSuccessors = (tx: Tx, actor: Actor, name: string, input: LeavingInput) => {
  const successors = [...new Set(Object.values(input.successors))].filter(
    (id) => id !== actor.personId,
  );
  notify(tx, successors, {
    kind: "leaving",
    title: `You take over from ${name}`,
    body: "What waits for them comes to you when their access ends.",
    link: "/notifications",
  });
};

/**
 * Plans that a member leaves at an instant, or changes the plan. Access ends then, handed over or
 * not. The person and the successors are told once.
 * @throws Problem 403 (see `setEndOf`), 404, 422 at `endsAt` or `successors.<kind>`.
 */
export const planLeaving = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  input: LeavingInput,
): Promise<LeavingRow> => {
  const member = await setEndOf(tx, actor, personId, input.endsAt, input.reason);
  await checkSuccessors(tx, personId, input.successors);
  const before = await tx.maybe<Plan>(sql`
    select *
    from leaving
    where org_id = ${actor.orgId} and person_id = ${personId} and status = 'planned'
    for update
  `);
  const row = before
    ? await updateRow(tx, leaving, before.id, input)
    : await insertRow(tx, leaving, {
        orgId: actor.orgId!,
        id: newId(),
        personId,
        ...input,
        plannedBy: actor.personId!,
        plannerName: actor.name,
      });
  note(tx, actor, "leaving", row.id, {
    number: member.email,
    action: before ? "change" : "plan",
    before,
    after: row,
    note: input.reason,
    event: null,
  });
  // Told once of each instant; successors when the plan is made.
  if (!before || Date.parse(before.endsAt) !== Date.parse(input.endsAt))
    await tellLeaver(tx, actor, personId, input.endsAt);
  if (!before) tellSuccessors(tx, actor, member.name, input);
  return { ...row, personName: member.name };
};

/** Takes a plan back before its instant: the membership stays. @throws Problem 404, 409, 412. */
export const cancelLeaving = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<LeavingRow> => {
  const before = await lockRow(tx, leaving, id, "leaving");
  requireVersion(before.version, version);
  if (before.status !== "planned")
    throw conflict("over", "This leaving was carried out or taken back before.");
  const member = await setEndOf(tx, actor, before.personId, null, "The leaving was taken back");
  const row = await updateRow(tx, leaving, id, { status: "cancelled" });
  note(tx, actor, "leaving", id, {
    number: member.email,
    action: "cancel",
    before,
    after: row,
    event: null,
  });
  notify(tx, [before.personId], {
    kind: "leaving",
    title: "Your access does not end",
    body: `${actor.name} took the end back.`,
    link: "/notifications",
  });
  return { ...row, personName: member.name };
};

// One kind in a transaction of its own: what is refused stays where it is and stops nothing else.
const handOver = async (
  app: App,
  actor: Actor,
  plan: Plan,
  holding: Holding,
): Promise<Handover | null> => {
  const { kind, label } = holding;
  const held = (await holding.of(app.database.read(actor), plan.personId)).length;
  if (held === 0) return null;
  const successor = plan.successors[kind] ?? null;
  const left = (note: string): Handover => ({ kind, label, taken: 0, left: held, note });
  if (!holding.takeOver) return left(holding.byHand ?? "");
  if (!successor && !holding.endsItself) return left("No successor was named.");
  try {
    const taken = await app.database.transaction(actor, (tx) =>
      holding.takeOver!(tx, actor, plan.personId, successor),
    );
    return { kind, label, taken, left: 0, note: "" };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return left(error.message);
  }
};

const close = async (app: App, actor: Actor, plan: Plan, outcome: Handover[]) =>
  app.database.transaction(actor, async (tx) => {
    const before = await lockRow(tx, leaving, plan.id, "leaving");
    if (before.status !== "planned") return;
    const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
    const after = await updateRow(tx, leaving, plan.id, { status: "ended", outcome, endedAt: at });
    const member = await memberById(tx, plan.personId);
    note(tx, actor, "leaving", plan.id, {
      number: member.email,
      action: "end",
      before,
      after,
      event: null,
    });
    const open = outcome.filter((one) => one.left > 0);
    notify(tx, [plan.plannedBy], {
      kind: "leaving",
      title: `${member.name} has left`,
      body:
        open.length === 0
          ? "Everything that hung on them was handed over."
          : `Still to be handed over: ${open.map((one) => `${one.label} (${one.left})`).join(", ")}.`,
      link: `/user-management/${plan.personId}/leaving`,
    });
  });

/** Carries a plan out once its instant has come: ends the membership, then hands over. */
const carryOut = async (app: App, orgId: string, id: string): Promise<void> => {
  const plan = await app.database
    .read({ orgId, personId: null })
    .maybe<Plan>(
      sql`select * from leaving where org_id = ${orgId} and id = ${id} and status = 'planned'`,
    );
  if (!plan) throw notFound("leaving");
  const actor = systemActor(orgId, new Set(), plan.plannerName);
  await endMembership(app, actor, plan.personId, plan.reason);
  const outcome: Handover[] = [];
  // What ends by itself goes first: handing approvals over makes a delegation anew.
  const inOrder = allHoldings().toSorted((a, b) => Number(!a.endsItself) - Number(!b.endsItself));
  for (const holding of inOrder) {
    const one = await handOver(app, actor, plan, holding);
    if (one) outcome.push(one);
  }
  await close(app, actor, plan, outcome);
};

/** Every minute: leavings whose instant has come. Access ended at that instant already. */
export const leavings = {
  name: "leavings",
  cron: "* * * * *",
  afterRestore: {
    kind: "access" as const,
    due: `
      select
        count(*)::int as due, count(*)::int as people, min(leaving.ends_at) as since,
        ${namesOf("leaving.org_id", "person.display_name")}
      from leaving
      join person on person.id = leaving.person_id
      where leaving.status = 'planned' and leaving.ends_at <= clock_timestamp()
    `,
  },
  run: async (app: App): Promise<void> => {
    const due = await identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
      select org_id, id
      from leaving
      where status = 'planned' and ends_at <= clock_timestamp()
    `);
    for (const { orgId, id } of due) await carryOut(app, orgId, id);
  },
};
