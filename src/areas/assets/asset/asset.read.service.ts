import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { newestPicture } from "#server/http/attachments.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { improvementsOf } from "../book/book.service.ts";
import { bookAt } from "../book/depreciation.model.ts";
import { disposalOf } from "../disposal/disposal.service.ts";
import { assetList } from "./asset.list.ts";
import { assetFields, type AssetDetail } from "./asset.model.ts";
import { assetNoun, type AssetRecord } from "./asset.noun.ts";

const partsOf = (db: Db, id: string) =>
  db.rows<AssetDetail["parts"][number]>(sql`
    select id, number, name, status
    from asset
    where org_id = ${db.scope.orgId} and parent_id = ${id}
    order by name
    limit 200
  `);
const readingsOf = (db: Db, id: string) =>
  db.rows<AssetDetail["readings"][number]>(sql`
    select
      r.id, r.read_on, r.scale, trim_scale(r.value)::text as value, r.condition, r.note,
      p.display_name as read_by
    from asset_reading r
    left join person p on p.id = r.read_by
    where r.org_id = ${db.scope.orgId} and r.asset_id = ${id}
    order by r.read_on desc, r.created_at desc
    limit 100
  `);
const downtimeOf = (db: Db, id: string) =>
  db.rows<AssetDetail["downtime"][number]>(sql`
    select id, from_at, until_at, reason
    from asset_downtime
    where org_id = ${db.scope.orgId} and asset_id = ${id}
    order by from_at desc
    limit 100
  `);

type Head = Omit<
  AssetDetail,
  | "parts"
  | "photoId"
  | "readings"
  | "downtime"
  | "book"
  | "improvements"
  | "disposalShown"
  | "disposalResultCents"
  | "canEdit"
  | "actions"
>;

const headOf = (db: Db, id: string) =>
  db.maybe<Head>(
    bind(
      `
        select
          ${recordColumns(assetList, assetFields)}, a.in_service_on, a.disposed_on,
          a.disposal_cents, a.disposal, c.condition_scale as scale, up.name as parent,
          k.display_name as custodian
        from ${assetList.from}
        left join asset up on up.org_id = a.org_id and up.id = a.parent_id
        left join person k on k.id = a.custodian_id
        where a.org_id = $1 and a.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );

// Depreciation ends on the day of disposal.
const bookOf = (
  a: Head,
  changes: AssetDetail["improvements"],
  today: string,
): AssetDetail["book"] =>
  a.costCents !== null && a.lifeMonths !== null && a.inServiceOn
    ? bookAt(
        {
          costCents: a.costCents,
          salvageCents: a.salvageCents,
          lifeMonths: a.lifeMonths,
          inServiceOn: a.inServiceOn,
          changes,
        },
        a.disposedOn ?? today,
      )
    : null;

/** An asset with its parts, readings, downtime and book, and the actor's actions. 404. */
export const readAsset = async (db: Db, actor: Actor, id: string): Promise<AssetDetail> => {
  const head = await headOf(db, id);
  if (!head) throw notFound("asset");
  const [photoId, parts, readings, downtime, improvements, disposalShown] = await Promise.all([
    newestPicture(db, "asset", id),
    partsOf(db, id),
    readingsOf(db, id),
    downtimeOf(db, id),
    improvementsOf(db, id),
    disposalOf(db, head),
  ]);
  const book = bookOf(head, improvements, businessDate(db.scope));
  return {
    ...head,
    photoId,
    parts,
    readings,
    downtime,
    improvements,
    book,
    disposalShown,
    disposalResultCents:
      book && head.disposalCents !== null ? head.disposalCents - book.bookCents : null,
    canEdit: actor.permissions.has("asset.edit") && head.status !== "disposed",
    actions: actionsFor(actor, assetNoun, head as unknown as AssetRecord),
  };
};
