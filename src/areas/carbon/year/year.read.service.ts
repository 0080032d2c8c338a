import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { carbonLine, carbonFactor, carbonYear } from "../carbon.tables.ts";
import { potentialSets, type PotentialKey } from "../factor/potentials.data.ts";
import type { LineDetail } from "../line/line.model.ts";
import { differenceFrom } from "./difference.service.ts";
import { totalsOf } from "./totals.service.ts";
import { gateOf } from "./gate.model.ts";
import type { YearStatus } from "./year.labels.ts";
import type { Totals, YearDetail } from "./year.model.ts";
import { yearNoun, type YearStored } from "./year.noun.ts";

type Published = { id: string; number: string; year: number; base: boolean; totals: Totals };

const publishedBefore = (db: Db, year: number): Promise<Published[]> =>
  db.rows<Published>(sql`
    select y.id, y.number, y.year, y.base, y.totals
    from carbon_year y
    where y.org_id = ${db.scope.orgId}
      and y.status = 'published'
      and (y.year = ${year - 1} or (y.base and y.year <> ${year}))
  `);

const versionsOf = (db: Db, year: number): Promise<YearDetail["versions"]> =>
  db.rows<YearDetail["versions"][number]>(sql`
    select y.id, y.number, y.version_no, y.status, y.why
    from carbon_year y
    where y.org_id = ${db.scope.orgId} and y.year = ${year}
    order by y.version_no
  `);

type Open = { missing: number; twice: number; creditTons: number };
const openOf = (db: Db, { id, year }: YearStored): Promise<Open> =>
  db.one<Open>(sql`
    select
      count(*) filter (where g.kind = 'missing')::int as missing,
      count(*) filter (where g.kind = 'twice')::int as twice,
      coalesce(
        (
          select sum(c.serial_to - c.serial_from + 1)
          from carbon_credit c
          where c.org_id = ${db.scope.orgId} and c.status = 'retired' and c.retired_for = ${year}
        ),
        0
      )::bigint as credit_tons
    from carbon_gap g
    where g.org_id = ${db.scope.orgId} and g.year_id = ${id} and g.settled_as is null
  `);

const shownOf = ({ id, number, year, totals }: Published) => ({ id, number, year, totals });

/** A version of a year with what it adds up to, what waits, what it is compared with, and what may be done. 404. */
export const readYear = async (db: Db, actor: Actor, id: string): Promise<YearDetail> => {
  const row = await getRow(db, carbonYear, id, "carbon year");
  const people = [row.preparedBy, row.reviewedBy].filter((one) => one !== null);
  const [totals, difference, before, versions, open, members, actions] = await Promise.all([
    row.totals ?? totalsOf(db, id),
    row.publishedAt ? row.difference : differenceFrom(db, row),
    publishedBefore(db, row.year),
    versionsOf(db, row.year),
    openOf(db, row),
    membersNamed(db, { ids: people }),
    actionsAsked(db, actor, yearNoun, row),
  ]);
  const named = (who: string | null) => members.find((one) => one.id === who)?.name ?? "";
  const earlier = before.find((one) => one.year === row.year - 1);
  const base = before.find((one) => one.base);
  const may = actor.permissions.has("carbon.prepare");
  const { number, year, versionNo, why, countedAt, jobId, publishedAt, version } = row;
  const over = businessDate(db.scope) > `${year}-12-31`;
  const unsettled = open.missing + open.twice;
  const gated = actions.map((action) => {
    const reason = action.enabled ? gateOf(action.name, { year, unsettled, over }) : null;
    return reason ? { ...action, enabled: false, reason } : action;
  });
  return {
    ...{ id, number, year, versionNo, why, countedAt, jobId, publishedAt, version, over },
    ...{ base: row.base, totals, difference: difference ?? null, versions, ...open },
    actions: gated,
    status: row.status as YearStatus,
    potentials: row.potentials as PotentialKey,
    activities: row.setup.activities,
    before: earlier ? shownOf(earlier) : null,
    baseYear: base ? shownOf(base) : null,
    preparedBy: named(row.preparedBy),
    reviewedBy: named(row.reviewedBy),
    canEdit: row.status === "open" && may,
    canRestate:
      row.status === "published" &&
      may &&
      !versions.some(({ status }) => status === "open" || status === "reviewed"),
  };
};

const pages: Readonly<Record<string, string>> = {
  invoice: "/invoices",
  stockMovement: "/inventory/movements",
  routePlan: "/quantum-logistics",
  shipment: "/shipment-tracking",
};

const trimmed = (text: string): string =>
  text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;

/** How a line came to its grams: quantity, factor, version, gases, potentials, and its record. 404. */
export const readLine = async (db: Db, actor: Actor, id: string): Promise<LineDetail> => {
  const line = await getRow(db, carbonLine, id, "line");
  const [factor, year, members] = await Promise.all([
    getRow(db, carbonFactor, line.factorId, "emission factor"),
    getRow(db, carbonYear, line.yearId, "carbon year"),
    membersNamed(db, { ids: line.enteredBy ? [line.enteredBy] : [] }),
  ]);
  const { label, source, ch4, n2o } = potentialSets[year.potentials as PotentialKey];
  const page = pages[line.sourceType];
  const { activity, category, basis, quality, title, onDay, unit, grams, made, version } = line;
  return {
    ...{ id, activity, category, basis, quality, title, onDay, unit, grams, made, version },
    ...{ yearId: year.id, yearNumber: year.number, scope: String(line.scope) },
    ...{ quantity: trimmed(line.quantity), amount: trimmed(line.amount) },
    ...{ co2: trimmed(line.co2), ch4: trimmed(line.ch4), n2o: trimmed(line.n2o) },
    ...{ factorId: factor.id, factorNumber: factor.number, factorUnit: factor.unit },
    factorName: `${factor.name}, version ${factor.versionNo}`,
    factorSource: factor.source,
    perUnit: {
      ...{ co2: trimmed(factor.co2), ch4: trimmed(factor.ch4), n2o: trimmed(factor.n2o) },
    },
    potentials: { label, source, ch4, n2o },
    ...{ sourceNumber: line.sourceNumber, note: line.note },
    sourceHref: page && line.sourceId ? `${page}/${line.sourceId}` : null,
    enteredBy: members[0]?.name ?? "",
    canTake: made === "typed" && year.status === "open" && actor.permissions.has("carbon.prepare"),
  };
};
