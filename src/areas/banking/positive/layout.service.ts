import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { checksOut, type CheckOut } from "#areas/finance/finance.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import {
  positiveChecks,
  positiveLayoutInput,
  type PositiveLayoutRow,
  type PositiveTry,
} from "./layout.model.ts";
import { positiveLayout } from "./positive.tables.ts";
import { renderChecks, type OutCheck } from "./render.model.ts";

/** How banks take checks, as administrators write it. */
export const positiveLayouts = defineDefinition({
  name: "positiveLayout",
  what: "positive pay layout",
  table: positiveLayout,
  body: positiveLayoutInput,
  checks: (_db, layout) => Promise.resolve(positiveChecks(layout)),
  file: { schema: "levee.positive-layout", version: 1 },
});

/** Layouts in all versions, by name, the newest first. */
export const listPositiveLayouts = (db: Db): Promise<PositiveLayoutRow[]> =>
  db.rows<PositiveLayoutRow>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, form, separator, quoting,
      line_end, characters, fields
    from positive_layout
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 200
  `);

/** A check as a layout writes it. */
export const outOf = (check: CheckOut, voided: boolean): OutCheck => ({
  ...{ check: check.checkNumber, cents: check.cents, issuedOn: check.issuedOn, payee: check.payee },
  voidedOn: voided ? (check.voidedOn ?? check.issuedOn) : null,
});

/**
 * The file that a layout would make of the last run with checks from an account, with digits in place of the
 * account's number. 404; 422 `no_checks` where none was released.
 */
export const tryPositiveLayout = async (
  db: Db,
  id: string,
  accountId: string,
): Promise<PositiveTry> => {
  const layout = await getRow(db, positiveLayout, id, "layout");
  const all = await checksOut(db, accountId);
  const last = all.at(-1);
  if (!last)
    throw invalidField("accountId", "No check was released from this account yet.", "no_checks");
  const of = all.filter(({ runId }) => runId === last.runId).slice(0, 50);
  const head = { account: "000000000", madeOn: businessDate(db.scope) as Day };
  const { text, faults } = renderChecks(
    layout,
    head,
    of.map((check) => outOf(check, check.status === "voided")),
  );
  return { text, checks: of.length, faults };
};
