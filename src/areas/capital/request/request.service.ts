import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { departmentById } from "#areas/organization/organization.server.ts";
import { requireSegment } from "#areas/budget/budget.server.ts";
import { capitalCriteria, capitalRequest, capitalScore, capitalSource } from "../capital.tables.ts";
import type { RequestAction } from "./request.labels.ts";
import {
  weighted,
  type Criterion,
  type criteriaInput,
  type RequestInput,
  type scoreInput,
  type sourceInput,
} from "./request.model.ts";
import { requestNoun, type RequestRecord } from "./request.noun.ts";

/** The criteria in force: the newest version; null before the first. */
export const criteriaNow = async (
  db: Db,
): Promise<{ id: string; versionNo: number; items: Criterion[] } | null> =>
  (await db.maybe<{ id: string; versionNo: number; items: Criterion[] }>(sql`
    select id, version_no, items
    from capital_criteria
    where org_id = ${db.scope.orgId}
    order by version_no desc
    limit 1
  `)) ?? null;

/** Publishes criteria and weights as a new version; requests that are scored keep theirs. */
export const publishCriteria = async (
  tx: Tx,
  actor: Actor,
  { items }: z.output<typeof criteriaInput>,
): Promise<{ id: string; versionNo: number }> => {
  const last = await criteriaNow(tx);
  const row = await insertRow(tx, capitalCriteria, {
    orgId: tx.scope.orgId!,
    id: newId(),
    versionNo: (last?.versionNo ?? 0) + 1,
    items,
    publishedBy: actor.personId,
  });
  note(tx, actor, "capitalCriteria", row.id, {
    number: `Version ${row.versionNo}`,
    action: "publish",
    before: last,
    after: row,
    event: "capitalRequest.criteria",
  });
  return { id: row.id, versionNo: row.versionNo };
};

/** Adds a source of capital money, which is spent from a fund. 422 where its code is taken. */
export const addSource = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof sourceInput>,
): Promise<{ id: string }> => {
  await requireSegment(tx, "fund", input.fundId, "fundId");
  const there = await tx.maybe(sql`
    select id
    from capital_source
    where org_id = ${tx.scope.orgId} and code = ${input.code}
  `);
  if (there) throw invalidField("code", `${input.code} exists already.`, "already_exists");
  const row = await insertRow(tx, capitalSource, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
  });
  note(tx, actor, "capitalSource", row.id, {
    number: row.code,
    action: "create",
    after: row,
    event: "capitalRequest.source",
  });
  return { id: row.id };
};

/** The sources of the agency, by code. */
export const listSources = (db: Db) =>
  db.rows<typeof capitalSource.$inferSelect>(sql`
    select *
    from capital_source
    where org_id = ${db.scope.orgId}
    order by code
  `);

const checked = async (tx: Tx, actor: Actor, input: RequestInput, id: string) => {
  await departmentById(tx, input.departmentId);
  if (
    !actor.permissions.has("capital.edit") &&
    actor.departmentIds.length > 0 &&
    !actor.departmentIds.includes(input.departmentId)
  )
    throw invalidField("departmentId", "You ask for your own department.");
  await requireSegment(tx, "account", input.accountId, "accountId");
  const sources = new Set((await listSources(tx)).filter((s) => s.active).map((s) => s.id));
  for (const [at, { sourceId }] of input.funding.entries())
    if (!sources.has(sourceId))
      throw invalidField(`funding.${at}.sourceId`, "Choose a source that is in use.");
  const others = [...new Set([...input.requires, ...input.excludes])];
  if (others.includes(id))
    throw invalidField("requires", "A request neither requires nor excludes itself.");
  const { found } = await tx.one<{ found: number }>(sql`
    select count(*)::int as found
    from capital_request
    where org_id = ${tx.scope.orgId} and id = any(${others}::uuid[])
  `);
  if (found !== others.length) throw invalidField("requires", "One of these requests is not here.");
};

const place = ({ latitude, longitude }: RequestInput) => ({
  latitude: latitude == null || longitude == null ? null : String(latitude),
  longitude: latitude == null || longitude == null ? null : String(longitude),
});

/** Asks for a capital project. */
export const askCapital = async (
  tx: Tx,
  actor: Actor,
  input: RequestInput,
): Promise<RequestRecord> => {
  const id = newId();
  await checked(tx, actor, input, id);
  return (await create(tx, actor, requestNoun, {
    number: { kind: "CR", year: input.earliest },
    row: { ...input, ...place(input), orgId: actor.orgId!, id, requestedBy: actor.personId },
  })) as RequestRecord;
};

/** Changes a request while it is a draft. */
export const changeRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RequestInput,
  version: number | null,
) => {
  return change(tx, actor, requestNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.status !== "draft" && !actor.permissions.has("capital.edit"))
        throw conflict(
          "not_in_this_status",
          "It was submitted: whoever keeps the plan changes it.",
        );
      if (["adopted", "active", "closed", "declined"].includes(before.status))
        throw conflict("not_in_this_status", "What was decided on is not changed any more.");
      await checked(tx, actor, input, id);
      return { patch: { ...input, ...place(input) } };
    },
  });
};

/**
 * Scores a submitted request by the criteria in force, without sight of the others. Whoever asked
 * for it does not score it; scoring again replaces one's own while the scoring is open.
 */
export const scoreRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { points, note: why }: z.output<typeof scoreInput>,
): Promise<{ id: string }> => {
  const request = await lockRow(tx, capitalRequest, id, "capital request");
  if (request.status !== "submitted")
    throw conflict("scoring_closed", "The scoring of this request is not open.");
  if (request.requestedBy === actor.personId)
    throw conflict("own_request", "You asked for it, so other people score it.");
  const criteria = await criteriaNow(tx);
  if (!criteria) throw conflict("no_criteria", "Criteria are published first.");
  for (const { key, name } of criteria.items)
    if (points[key] === undefined) throw invalidField(`points.${key}`, `Give points for ${name}.`);
  await tx.rows(sql`
    delete from capital_score
    where org_id = ${tx.scope.orgId} and request_id = ${id} and person_id = ${actor.personId}
  `);
  const row = await insertRow(tx, capitalScore, {
    orgId: request.orgId,
    id: newId(),
    requestId: id,
    personId: actor.personId!,
    criteriaId: criteria.id,
    points: Object.fromEntries(criteria.items.map(({ key }) => [key, points[key]!])),
    score: weighted(criteria.items, points),
    note: why,
  });
  // The history says that somebody scored, not what: others score without sight of it.
  note(tx, actor, "capitalRequest", id, {
    number: request.number,
    action: "points",
    after: { by: actor.name },
  });
  return { id: row.id };
};

/** Moves a request on; closing the scoring keeps the mean of all scores. */
export const moveRequest = (
  tx: Tx,
  actor: Actor,
  action: RequestAction,
  {
    id,
    version,
    reason = null,
    patch = {},
  }: {
    id: string;
    version: number | null;
    reason?: string | null;
    patch?: Partial<typeof capitalRequest.$inferSelect>;
  },
) =>
  transition(tx, actor, requestNoun, {
    id,
    action,
    version,
    reason,
    effect: async () => {
      if (action !== "score") return { patch: { ...patch, statusReason: reason ?? "" } };
      const { score } = await tx.one<{ score: number }>(sql`
        select round(avg(score))::int as score
        from capital_score
        where org_id = ${tx.scope.orgId} and request_id = ${id}
      `);
      return { patch: { score } };
    },
  });
