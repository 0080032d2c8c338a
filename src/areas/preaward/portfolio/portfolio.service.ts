import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { runInThread } from "#server/optimum/in-thread.ts";
import { grantOpportunity, grantPortfolio, grantPursuit } from "../preaward.tables.ts";
import type {
  PortfolioAnswer,
  PortfolioCase,
  PortfolioLimits,
  PortfolioOption,
  PursuitInput,
} from "./portfolio.model.ts";

const mostOptions = 60;
const seconds = 20;

/** Every open opportunity with what pursuing it takes, where somebody said it. */
export const pursuitsOf = (db: Db) =>
  db.rows<{
    id: string;
    number: string;
    title: string;
    status: string;
    closesOn: Day | null;
    pursuit: (PursuitInput & { version: number }) | null;
  }>(sql`
    select
      o.id, o.number, o.title, o.status, o.closes_on,
      case
        when p.id is null then null
        else json_build_object(
          'askCents', p.ask_cents, 'chance', p.chance, 'hours', p.hours, 'match', p.match,
          'excludes', p.excludes, 'needs', p.needs, 'version', p.version
        )
      end as pursuit
    from grant_opportunity o
    left join grant_pursuit p on p.org_id = o.org_id and p.opportunity_id = o.id
    where o.org_id = ${db.scope.orgId}
      and o.status in ('reviewing', 'consider', 'will_apply')
      and o.posted_status in ('forecasted', 'posted')
    order by o.closes_on nulls last, o.number
    limit ${mostOptions + 1}
  `);

/** Says what pursuing an opportunity takes. 422 for one that excludes or needs itself. */
export const keepPursuit = async (
  tx: Tx,
  actor: Actor,
  opportunityId: string,
  input: PursuitInput,
): Promise<{ id: string; version: number }> => {
  const of = await getRow(tx, grantOpportunity, opportunityId, "grant opportunity");
  if ([...input.excludes, ...input.needs].includes(opportunityId))
    throw invalidField("excludes", "An opportunity neither excludes nor needs itself.");
  const before = await tx.maybe<typeof grantPursuit.$inferSelect>(sql`
    select *
    from grant_pursuit
    where org_id = ${tx.scope.orgId} and opportunity_id = ${opportunityId}
    for update
  `);
  const after = before
    ? await updateRow(tx, grantPursuit, before.id, input)
    : await insertRow(tx, grantPursuit, {
        ...input,
        orgId: tx.scope.orgId!,
        id: newId(),
        opportunityId,
      });
  note(tx, actor, "grantOpportunity", of, { action: "pursuit", before: before ?? null, after });
  return { id: opportunityId, version: after.version };
};

const caseOf = async (db: Db, limits: PortfolioLimits): Promise<PortfolioCase> => {
  const rows = await pursuitsOf(db);
  if (rows.length > mostOptions)
    throw conflict(
      "too_many",
      `${mostOptions} opportunities are compared at once. Decide on some first.`,
    );
  const options: PortfolioOption[] = rows.flatMap(({ id, number, title, pursuit }) => {
    if (!pursuit) return [];
    const { version: _version, ...rest } = pursuit;
    return [{ id, number, title, ...rest }];
  });
  if (options.length === 0)
    throw conflict("no_options", "Say first of one opportunity what pursuing it takes.");
  return { options, limits };
};

/** Works out which opportunities to pursue, in a thread, and keeps question and answer. */
export const solvePortfolio = async (
  app: App,
  actor: Actor,
  limits: PortfolioLimits,
): Promise<{ id: string }> => {
  const question = await caseOf(app.database.read(actor), limits);
  const answer = await runInThread<PortfolioAnswer>(
    new URL("./portfolio.thread.ts", import.meta.url),
    { of: question, seconds },
    { seconds: seconds * 4, ends: () => true, late: () => null },
  );
  return app.database.transaction(actor, async (tx) => {
    const row = await insertRow(tx, grantPortfolio, {
      orgId: actor.orgId!,
      id: newId(),
      limits,
      question,
      answer,
      madeBy: actor.personId!,
    });
    announce(tx, row.orgId, "grantPortfolio.create", row.id);
    return { id: row.id };
  });
};

/** The newest answer with the question that it answers; null before the first. */
export const newestPortfolio = async (db: Db) =>
  (await db.maybe<typeof grantPortfolio.$inferSelect & { madeByName: string | null }>(sql`
    select f.*, p.display_name as made_by_name
    from grant_portfolio f
    left join person p on p.id = f.made_by
    where f.org_id = ${db.scope.orgId}
    order by f.created_at desc, f.id desc
    limit 1
  `)) ?? null;
