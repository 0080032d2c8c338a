import type { Actor } from "#kernel/access.ts";
import { notFound, Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import type { ListPage, ListQuery } from "#server/http/list.ts";
import { sessionsIn, signInsOf, type SignIn } from "#areas/identity/identity.server.ts";
import { departmentById } from "../department/department.service.ts";
import { allHoldings } from "../member/holdings.service.ts";
import { memberById } from "../member/member.service.ts";
import { notify } from "../notification/notification.service.ts";
import { dormancyOf, quietMembers } from "./dormancy.service.ts";
import { endMembership } from "./ending.service.ts";
import { peopleList } from "./people.list.ts";
import type { ManyAnswer, PersonFile, PersonOfAgency } from "./people.model.ts";
import { rightsOf } from "./right.service.ts";

type Apps = Pick<App, "database">;

const noSignIn: Omit<SignIn, "personId"> = {
  lastSignInAt: null,
  strength: null,
  secondFactor: false,
  sessions: 0,
};

/** So long without a sign-in somebody counts as dormant where the agency has no rule. */
const usualDays = 90;

const dormantIds = async (app: Apps, db: Db): Promise<Set<string>> => {
  const [{ days }, quiet] = await Promise.all([dormancyOf(db), quietMembers(app, db)]);
  return new Set(
    quiet.filter((one) => one.quietDays >= (days ?? usualDays)).map((one) => one.personId),
  );
};

const asked = (query: ListQuery, name: string) => query[name] === "true";

// The ids of those whom the filters on sign-ins leave; null where none is set.
const bySignIn = async (app: Apps, db: Db, query: ListQuery): Promise<string[] | null> => {
  const [never, dormant, without] = ["never", "dormant", "withoutFactor"].map((name) =>
    asked(query, name),
  );
  if (!never && !dormant && !without) return null;
  const [all, quiet] = await Promise.all([
    signInsOf(identityDb(app.database), db.scope.orgId!),
    dormant ? dormantIds(app, db) : null,
  ]);
  return all
    .filter((one) => !never || one.lastSignInAt === null)
    .filter((one) => !without || !one.secondFactor)
    .filter((one) => !quiet || quiet.has(one.personId))
    .map((one) => one.personId);
};

const withSignIns = async (
  app: Apps,
  orgId: string,
  rows: readonly PersonOfAgency[],
): Promise<PersonOfAgency[]> => {
  const found = await signInsOf(
    identityDb(app.database),
    orgId,
    rows.map((row) => row.id),
  );
  const of = new Map(found.map((one) => [one.personId, one]));
  return rows.map((row) => {
    const { lastSignInAt, strength, secondFactor, sessions } = of.get(row.id) ?? noSignIn;
    return { ...row, lastSignInAt, strength, secondFactor, sessions };
  });
};

/** A page of everyone of the agency, with how they sign in. */
export const listPeople = async (
  app: Apps,
  db: Db,
  actor: Actor,
  query: ListQuery,
): Promise<ListPage<PersonOfAgency>> => {
  const ids = await bySignIn(app, db, query);
  const nobody = "00000000-0000-0000-0000-000000000000";
  const page = await runList<PersonOfAgency>(db, actor, peopleList, {
    ...query,
    ...(ids && { ids: ids.length > 0 ? ids : [nobody] }),
  });
  return { ...page, items: await withSignIns(app, actor.orgId!, page.items) };
};

const onePerson = async (app: Apps, db: Db, actor: Actor, id: string) => {
  const { items } = await runList<PersonOfAgency>(db, actor, peopleList, { ids: [id], limit: 1 });
  if (!items[0]) throw notFound("person");
  return (await withSignIns(app, actor.orgId!, items))[0]!;
};

/** What hangs on a person, by kind; kinds with nothing are left out. */
export const heldBy = async (db: Db, personId: string): Promise<PersonFile["waits"]> => {
  const kinds = await Promise.all(
    allHoldings().map(async (holding) => ({ holding, items: await holding.of(db, personId) })),
  );
  return kinds
    .filter(({ items }) => items.length > 0)
    .map(({ holding, items }) => ({
      kind: holding.kind,
      label: holding.label,
      items,
      byHand: holding.byHand ?? null,
      successor: holding.takeOver !== undefined && !holding.endsItself,
    }));
};

/** Everything of one person: rights, sessions of this agency, what waits for them. */
export const personFileOf = async (
  app: Apps,
  db: Db,
  actor: Actor,
  id: string,
): Promise<PersonFile> => {
  const person = await onePerson(app, db, actor, id);
  const [rights, sessions, waits] = await Promise.all([
    rightsOf(db, id),
    sessionsIn(identityDb(app.database), actor.orgId!, id),
    heldBy(db, id),
  ]);
  return {
    person,
    rights,
    sessions: sessions.map(({ id: session, createdAt, seenAt, address, userAgent, assurance }) => ({
      id: session,
      createdAt,
      seenAt,
      address,
      userAgent,
      assurance,
    })),
    waits,
  };
};

const forEach = async (
  db: Db,
  ids: readonly string[],
  act: (id: string) => Promise<string | null>,
): Promise<ManyAnswer> => {
  const answer: ManyAnswer = { done: 0, refused: [] };
  for (const id of new Set(ids)) {
    const refused = async (reason: string) => {
      const member = await memberById(db, id).catch(() => null);
      answer.refused.push({ id, name: member?.name ?? "Unknown", reason });
    };
    try {
      const reason = await act(id);
      if (reason === null) answer.done++;
      else await refused(reason);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await refused(error.message);
    }
  }
  return answer;
};

/** Ends memberships now; who stays, and why, is told one by one. Nobody ends their own. */
export const endMany = (
  app: Apps,
  actor: Actor,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<ManyAnswer> =>
  forEach(app.database.read(actor), ids, async (id) => {
    if (id === actor.personId) return "Your own membership: another administrator ends it.";
    return (await endMembership(app, actor, id, reason))
      ? null
      : "Ended before, the agency's only administrator, or the platform's operator.";
  });

/** Moves members to a department. Each is told once. */
export const moveMany = async (
  tx: Tx,
  actor: Actor,
  { ids, departmentId }: { ids: readonly string[]; departmentId: string },
): Promise<ManyAnswer> => {
  const to = await departmentById(tx, departmentId);
  return forEach(tx, ids, async (id) => {
    const before = await memberById(tx, id);
    if (before.departmentId === departmentId) return `Is in ${to.name} already.`;
    await tx.rows(sql`
      update organization_member
      set department_id = ${departmentId}, version = version + 1, updated_at = clock_timestamp()
      where org_id = ${actor.orgId} and person_id = ${id}
    `);
    note(tx, actor, "member", id, {
      number: before.email,
      action: "edit",
      before,
      after: await memberById(tx, id),
      event: null,
    });
    if (id !== actor.personId)
      notify(tx, [id], {
        kind: "member.moved",
        title: `You work in ${to.name} now`,
        body: `${actor.name} moved you there.`,
        link: "/team",
      });
    return null;
  });
};
