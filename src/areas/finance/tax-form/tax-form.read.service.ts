import { segmentsNamed } from "#areas/budget/budget.server.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { partsOf } from "./count.service.ts";
import { mostReturns } from "./iris.model.ts";
import { taxBoxes, type BoxKey } from "./tax-form.labels.ts";
import { taxYearList } from "./tax-form.list.ts";
import type { OwnTaxForm, TaxAccountRow, TaxYearDetail, TaxYearRow } from "./tax-form.model.ts";
import { taxYearNoun } from "./tax-form.noun.ts";
import { taxYear } from "./tax-form.tables.ts";
import { limitOf } from "./tax-limit.data.ts";

const accountsOf = async (db: Db, year: number): Promise<TaxAccountRow[]> => {
  const paid = new Map<string, number>();
  for (const { accountId, cents, status } of await partsOf(db, year))
    if (accountId && (status === "released" || status === "cleared"))
      paid.set(accountId, (paid.get(accountId) ?? 0) + cents);
  const [segments, placed] = await Promise.all([
    segmentsNamed(db, [...paid.keys()]),
    db.rows<{ id: string; box: BoxKey | null }>(sql`
      select account_id as id, box
      from tax_account
      where org_id = ${db.scope.orgId}
    `),
  ]);
  return segments.map((segment) => {
    const said = placed.find(({ id }) => id === segment.id);
    return {
      ...segment,
      set: said !== undefined,
      box: said?.box ?? null,
      paid: paid.get(segment.id)!,
    };
  });
};

const filesOf = (db: Db, yearId: string) =>
  db.rows<TaxYearDetail["files"][number]>(sql`
    select form, ceil(count(*) / ${mostReturns}::numeric)::int as parts
    from tax_form
    where org_id = ${db.scope.orgId} and year_id = ${yearId} and corrects_id is null
    group by form
    order by form desc
  `);

/** A year with its accounts, limits and what may be done. 404. */
export const readTaxYear = async (db: Db, actor: Actor, id: string): Promise<TaxYearDetail> => {
  const row = await getRow(db, taxYear, id, "tax year");
  const [{ items }, accounts, files, actions] = await Promise.all([
    runList<TaxYearRow>(db, actor, taxYearList, { id: [id], limit: 1 }),
    accountsOf(db, row.year),
    filesOf(db, id),
    actionsAsked(db, actor, taxYearNoun, row),
  ]);
  const limits = (Object.keys(taxBoxes) as BoxKey[]).flatMap((box) => {
    const limit = limitOf(box, row.year);
    return limit
      ? [{ box, cents: limit.cents, citation: limit.citation, verified: limit.verified }]
      : [];
  });
  const { payerName, countedAt, unmapped, reference } = row;
  return {
    ...items[0]!,
    ...{ payerName, countedAt, unmapped, reference, accounts, limits, files, actions },
  };
};

/** Forms that went out to the vendor, in every agency; read as the vendor. */
export const ownTaxForms = async (side: Db): Promise<OwnTaxForm[]> => {
  const rows = await side.rows<Omit<OwnTaxForm, "agency">>(sql`
    select
      f.id, f.org_id, f.year, f.form, f.total, f.corrects_id is not null as correction, p.consent_on
    from tax_form f
    left join tax_payee p on p.org_id = f.org_id and p.vendor_id = f.vendor_id
    order by f.year desc, f.org_id, f.form desc, f.id
    limit 200
  `);
  const names = await agencyNames(side, [...new Set(rows.map(({ orgId }) => orgId))]);
  return rows.map((row) => ({ ...row, agency: names.get(row.orgId) ?? "" }));
};
