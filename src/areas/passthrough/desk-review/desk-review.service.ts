import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { deskReview as table, deskReviewLine, subaward } from "../passthrough.tables.ts";
import { deskReview, doneInput, drawInput, type DeskReview } from "./desk-review.model.ts";
import { exceededClasses } from "../request/classes.service.ts";
import { questionCosts, questionedOf } from "../questioned/questioned.service.ts";
import { drawSample, populationDigest, type Drawable } from "#kernel/sampling/random.ts";

const populationOf = (tx: Tx, subawardId: string): Promise<Drawable[]> =>
  tx.rows<Drawable>(sql`
    select c.id, c.cents
    from subaward_cost c
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where c.org_id = ${tx.scope.orgId} and r.subaward_id = ${subawardId} and r.status = 'accepted'
    order by c.id
  `);

/**
 * Draws a sample of the costs in a subaward's accepted requests. The seed comes from the operating
 * system and is kept with the digest of the population, so that the draw can be done again.
 */
export const drawReview = async (tx: Tx, actor: Actor, subawardId: string, size: number) => {
  const s = await lockRow(tx, subaward, subawardId, "subaward");
  const costs = await populationOf(tx, subawardId);
  if (costs.length === 0)
    throw conflict("rule", "There is no cost to review: no payment request is accepted.");
  const seed = randomBytes(16).toString("hex");
  const sample = drawSample(costs, seed, size);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  const id = newId();
  return create(
    tx,
    actor,
    { name: "deskReview", table },
    {
      number: { kind: "DSK", year: year.year },
      row: {
        orgId: s.orgId,
        id,
        subawardId,
        seed,
        population: costs.length,
        populationCents: costs.reduce((n, c) => n + c.cents, 0),
        populationSha256: populationDigest(costs),
        drawnBy: actor.personId,
      },
      content: { sample: sample.map((c) => c.id) },
      store: () =>
        insertRows(
          tx,
          deskReviewLine,
          sample.map((c, i) => ({ orgId: s.orgId, reviewId: id, costId: c.id, place: i + 1 })),
        ).then(() => undefined),
      action: "draw",
    },
  );
};

/** Ends a desk review: every drawn cost has its result, what is not supported its reason. */
export const finishReview = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { conclusion, lines }: z.output<typeof doneInput>,
) => {
  const before = await lockRow(tx, table, id, "desk review");
  if (before.status === "done") throw conflict("rule", "This review is done and stays as it is.");
  const drawn = await tx.rows<{ costId: string; cents: number }>(sql`
    select l.cost_id, c.cents
    from desk_review_line l
    join subaward_cost c on c.org_id = l.org_id and c.id = l.cost_id
    where l.org_id = ${before.orgId} and l.review_id = ${id}
  `);
  const given = new Map(lines.map((l) => [l.costId, l]));
  if (drawn.some((d) => !given.has(d.costId)))
    throw invalidField("lines", "Say of every drawn cost what you found.");
  for (const [i, l] of lines.entries()) {
    const cost = drawn.find((d) => d.costId === l.costId);
    if (!cost) throw invalidField(`lines.${i}`, "This cost was not drawn.");
    if (l.questioned > Math.abs(cost.cents))
      throw invalidField(`lines.${i}.questioned`, "More is questioned than the cost is.");
    await tx.rows(sql`
      update desk_review_line
      set result = ${l.result}, questioned = ${l.questioned}, note = ${l.note}
      where org_id = ${before.orgId} and review_id = ${id} and cost_id = ${l.costId}
    `);
  }
  const after = await updateRow(tx, table, id, {
    status: "done",
    conclusion,
    doneBy: actor.personId,
    doneOn: businessDate(tx.scope),
  });
  await questionCosts(tx, before, lines);
  note(tx, actor, "deskReview", before, { action: "finish", before, after: { ...after, lines } });
  return after;
};

type Line = Omit<DeskReview["lines"][number], "standing" | "classFinding"> & { reviewId: string };
const linesOf = (db: Db, subawardId: string) =>
  db.rows<Line>(sql`
    select
      l.review_id, l.cost_id, r.number as request, c.incurred_on, c.payee, c.description,
      c.object_class, c.cents, l.result, l.questioned, l.note
    from desk_review_line l
    join desk_review d on d.org_id = l.org_id and d.id = l.review_id
    join subaward_cost c on c.org_id = l.org_id and c.id = l.cost_id
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where l.org_id = ${db.scope.orgId} and d.subaward_id = ${subawardId}
    order by l.place
  `);

/** The desk reviews of a subaward, newest first. */
const reviewsOf = async (db: Db, subawardId: string): Promise<DeskReview[]> => {
  const s = await getRow(db, subaward, subawardId, "subaward");
  const [rows, lines, questioned, exceeded] = await Promise.all([
    db.rows<Omit<DeskReview, "lines">>(sql`
      select *
      from desk_review
      where org_id = ${db.scope.orgId} and subaward_id = ${subawardId}
      order by created_at desc
      limit 50
    `),
    linesOf(db, subawardId),
    questionedOf(db, subawardId),
    exceededClasses(db, s),
  ]);
  const standingOf = (l: Line) => {
    const found = questioned.find((q) => q.reviewId === l.reviewId && q.costId === l.costId);
    if (!found) return null;
    const { reviewId: _review, ...standing } = found;
    return standing;
  };
  const people = await membersNamed(db, {
    ids: rows.flatMap((r) => [r.drawnBy, r.doneBy]).filter((each) => each !== null),
  });
  const nameOf = (id: string | null) => people.find((p) => p.id === id)?.name ?? null;
  return rows.map((r) => ({
    ...r,
    drawnBy: nameOf(r.drawnBy),
    doneBy: nameOf(r.doneBy),
    lines: lines
      .filter((l) => l.reviewId === r.id)
      .map((l) => {
        const { reviewId: _r, ...line } = l;
        return {
          ...line,
          standing: standingOf(l),
          classFinding: exceeded.get(l.objectClass) ?? null,
        };
      }),
  }));
};

const written = ({ id, number, status, version }: z.output<typeof writtenRecord>) => ({
  id,
  number,
  status,
  version,
});
export const deskReviewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/subawards/{id}/desk-reviews",
    permission: "subaward.read",
    summary: "The desk reviews of a subaward with what was drawn",
    params: idParams,
    response: z.object({ items: z.array(deskReview) }),
    handler: async ({ db, params }) => ({ items: await reviewsOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/subawards/{id}/desk-reviews",
    permission: "subaward.review",
    summary: "Draw a random sample of a subaward's costs",
    params: idParams,
    status: 201,
    body: drawInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await drawReview(tx, actor, params.id, body.size)),
  }),
  recordAct("/api/v1/desk-reviews", "finish", {
    permission: "subaward.review",
    summary: "Say what a desk review found",
    body: doneInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await finishReview(tx, actor, params.id, body)),
  }),
];
