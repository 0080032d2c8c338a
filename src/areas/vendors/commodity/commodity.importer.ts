import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { commodityInput } from "./commodity.model.ts";
import { shippedCodes } from "./commodity.service.ts";

type Row = z.output<typeof commodityInput>;
type Known = { id: string; code: string; name: string; scheme: string };

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<string | null>[]> => {
  const known = new Map(
    (
      await db.rows<Known>(sql`
        select id, code, name, scheme
        from commodity
        where org_id = ${db.scope.orgId} and code = any(${rows.map((r) => r.code)}::text[])
      `)
    ).map((c) => [c.code, c]),
  );
  return rows.map((r) => {
    if (shippedCodes.has(r.code))
      return {
        action: "reject",
        problem: {
          column: "Code",
          expected: "a code that the product does not bring",
          found: r.code,
          fix: "Leave out NAICS and PSC codes: they come with the product.",
        },
      };
    const before = known.get(r.code);
    if (!before) return { action: "create", plan: null };
    return before.name === r.name && before.scheme === r.scheme
      ? { action: "skip" }
      : { action: "update", plan: before.id };
  });
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, string | null>[],
  importId: string,
) => {
  const ids = rows.map((r) => r.plan ?? newId());
  await tx.rows(sql`
    insert into commodity (org_id, id, code, name, scheme)
    select ${actor.orgId}::uuid, c.*
    from unnest(
      ${ids}::uuid[], ${rows.map((r) => r.row.code)}::text[],
      ${rows.map((r) => r.row.name)}::text[], ${rows.map((r) => r.row.scheme)}::text[]
    ) as c (id, code, name, scheme)
    on conflict (org_id, code)
    do update set
      name = excluded.name, scheme = excluded.scheme, active = true, retired_because = '',
      version = commodity.version + 1, updated_at = clock_timestamp()
  `);
  auditMany(
    tx,
    actor,
    rows.map((r, i) => ({
      action: "commodity.import",
      objectType: "commodity",
      objectId: ids[i]!,
      objectNumber: r.row.code,
      before: null,
      after: r.row,
      note: `Import ${importId}`,
    })),
  );
  announce(tx, actor.orgId!, "commodity.import", importId);
};

/**
 * Codes that an agency brings itself: NIGP is licensed, so every agency loads the list that it has
 * a licence for.
 */
export const commodityImporter = defineImporter({
  kind: "commodities",
  label: "commodity codes",
  permission: "vendor.import",
  schema: commodityInput,
  keys: (r) => [r.code],
  plan,
  apply,
  fields: [
    {
      name: "code",
      label: "Code",
      required: true,
      aliases: ["NIGP", "NIGP code", "Class-item", "Commodity code"],
      expected: "such as 745-67",
      type: cells.code,
    },
    {
      name: "name",
      label: "Name",
      required: true,
      aliases: ["Description", "Title"],
      expected: "what it is",
    },
    {
      name: "scheme",
      label: "Scheme",
      aliases: ["List", "Standard"],
      expected: "NIGP, UNSPSC or your own",
    },
  ],
});
