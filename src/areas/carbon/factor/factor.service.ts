import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  actionsAsked,
  asSystem,
  transition,
  type StepAt,
  type TakenStep,
} from "#server/lifecycle.ts";
import type { CountingFactor } from "../line/count.model.ts";
import { carbonFactor } from "../carbon.tables.ts";
import type { FactorStatus } from "./factor.labels.ts";
import type { FactorDetail, FactorInput } from "./factor.model.ts";
import { factorNoun, type FactorStored } from "./factor.noun.ts";
import { shippedFactors, shippedFrom, shippedSource } from "./shipped-factors.data.ts";

const versionsOf = (db: Db, key: string): Promise<FactorDetail["versions"]> =>
  db.rows<FactorDetail["versions"][number]>(sql`
    select f.id, f.number, f.version_no, f.status, f.from_on, f.until_on
    from carbon_factor f
    where f.org_id = ${db.scope.orgId} and f.factor_key = ${key}
    order by f.version_no
  `);

/**
 * Brings in a version of a factor, unverified: it computes nothing until another person confirmed it. Two at once
 * for one key wait for each other.
 */
export const addFactor = async (
  tx: Tx,
  actor: Actor,
  input: FactorInput,
): Promise<FactorStored> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(
        'carbon factor ' || ${tx.scope.orgId!} || ${input.factorKey}, 0
      ))::text as locked
  `);
  const versions = await versionsOf(tx, input.factorKey);
  return create(tx, actor, factorNoun, {
    number: { kind: "EMF" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      versionNo: (versions.at(-1)?.versionNo ?? 0) + 1,
      enteredBy: actor.personId,
    },
  });
};

/** Brings in the factors that come with the product, where the agency lacks them: law, so nobody confirms them. */
export const ensureShippedFactors = async (tx: Tx, actor: Actor): Promise<void> => {
  const there = new Set(
    (
      await tx.rows<{ key: string }>(sql`
        select factor_key as key
        from carbon_factor
        where org_id = ${tx.scope.orgId} and shipped
      `)
    ).map(({ key }) => key),
  );
  for (const { key, ...factor } of shippedFactors)
    if (!there.has(key))
      await create(tx, asSystem(actor), factorNoun, {
        number: { kind: "EMF" },
        row: {
          ...factor,
          ...{ orgId: tx.scope.orgId!, id: newId(), factorKey: key, versionNo: 1 },
          ...{ status: "verified", shipped: true, place: "United States" },
          ...{ fromOn: shippedFrom, source: shippedSource },
        },
      });
};

// What held before ends where the new version begins; what it covers wholly is replaced.
const giveWay = async (tx: Tx, actor: Actor, factor: FactorStored): Promise<void> => {
  const before = await tx.rows<{ id: string; fromOn: Day; untilOn: Day | null }>(sql`
    select f.id, f.from_on, f.until_on
    from carbon_factor f
    where f.org_id = ${tx.scope.orgId}
      and f.factor_key = ${factor.factorKey}
      and f.status = 'verified'
      and daterange(f.from_on, f.until_on, '[]') && daterange(
        ${factor.fromOn}::date, ${factor.untilOn}::date, '[]'
      )
    order by f.from_on
  `);
  for (const { id, fromOn, untilOn } of before) {
    const further = factor.untilOn !== null && (untilOn === null || untilOn > factor.untilOn);
    if (further)
      throw conflict(
        "days_overlap",
        "An older version holds beyond the last day of this one. Leave its last day open, or bring both in anew.",
      );
    if (fromOn >= factor.fromOn)
      await transition(tx, asSystem(actor), factorNoun, { id, action: "replace" });
    else
      await change(
        tx,
        asSystem(actor),
        { name: factorNoun.name, table: carbonFactor, called: "emission factor" },
        { id, action: "end", patch: { untilOn: addDays(factor.fromOn, -1) } },
      );
  }
};

/**
 * Confirms that a factor stands in its source as it was brought in; an older version ends where it begins. 403 for
 * who brought it in, 404, 409 `days_overlap`, 412.
 */
export const confirmFactor = (tx: Tx, actor: Actor, { id, version }: StepAt) =>
  transition(tx, actor, factorNoun, {
    ...{ id, version, action: "confirm" },
    effect: async () => {
      await giveWay(tx, actor, await getRow(tx, carbonFactor, id, "emission factor"));
      return { patch: { confirmedBy: actor.personId } };
    },
  });

/** Takes back a factor that nobody confirmed, with the reason. 404, 409, 412, 422 without one. */
export const withdrawFactor = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, factorNoun, { ...at, action: "withdraw" });

/** A factor with all of its versions and what may be done of it. 404. */
export const readFactor = async (db: Db, actor: Actor, id: string): Promise<FactorDetail> => {
  const row = await getRow(db, carbonFactor, id, "emission factor");
  const { enteredBy, confirmedBy, createdAt: _at, updatedAt: _then, orgId: _org, ...shown } = row;
  const people = [enteredBy, confirmedBy].filter((one) => one !== null);
  const [versions, members, used, actions] = await Promise.all([
    versionsOf(db, row.factorKey),
    membersNamed(db, { ids: people }),
    db.one<{ lines: number }>(sql`
      select count(*)::int as lines
      from carbon_line l
      where l.org_id = ${db.scope.orgId} and l.factor_id = ${id}
    `),
    actionsAsked(db, actor, factorNoun, row),
  ]);
  const named = (who: string | null) => members.find((one) => one.id === who)?.name ?? "";
  return {
    ...shown,
    status: row.status as FactorStatus,
    ...{ enteredBy: named(enteredBy), confirmedBy: named(confirmedBy), lines: used.lines },
    ...{ versions, actions },
  };
};

/** Every version by which lines may be computed, or that waits to be confirmed. */
export const countingFactors = (db: Db): Promise<CountingFactor[]> =>
  db.rows<CountingFactor>(sql`
    select
      f.id, f.factor_key, f.unit, f.status = 'verified' as verified, f.from_on, f.until_on,
      trim_scale(f.co2)::text as co2, trim_scale(f.ch4)::text as ch4, trim_scale(f.n2o)::text as n2o
    from carbon_factor f
    where f.org_id = ${db.scope.orgId} and f.status in ('verified', 'unverified')
    order by f.factor_key, f.version_no desc
  `);
