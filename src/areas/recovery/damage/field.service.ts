import { z } from "zod";
import type { Day } from "#kernel/time.ts";
import { attachPhotos, fieldKind, shaped, type PacketItem } from "#areas/field/field.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { damageInput } from "./damage.model.ts";
import { reportDamage } from "./damage.service.ts";

const captured = z.strictObject({
  ...damageInput.shape,
  occurredOn: z.iso.date("Enter the day of the damage.").nullish(),
});

type Open = {
  id: string;
  version: number;
  number: string;
  title: string;
  periodFrom: Day;
  periodTo: Day | null;
};

const declarationsOf = async (db: Db): Promise<PacketItem[]> =>
  (
    await db.rows<Open>(sql`
      select id, version, number, title, period_from, period_to
      from pa_declaration
      where org_id = ${db.scope.orgId} and status <> 'closed'
      order by declared_on desc, id
      limit 20
    `)
  ).map(({ id, version, ...data }) => ({
    ...{ id, version, dueAt: null, latitude: null, longitude: null, data },
    title: `${data.number} ${data.title}`,
  }));

/** Damage that a crew sees where there is no line; its place is the device's where none is given. */
export const capturedDamage = fieldKind({
  kind: "damage",
  permission: "recovery.capture",
  payload: captured,
  packet: (db) => declarationsOf(db),
  apply: async (tx, actor, { values, place, photos }) => {
    const given = (values.latitude ?? null) !== null;
    const input = shaped(damageInput, {
      ...values,
      occurredOn: values.occurredOn ?? businessDate(tx.scope),
      latitude: given ? values.latitude : (place?.latitude ?? null),
      longitude: given ? values.longitude : (place?.longitude ?? null),
    });
    const { id, number } = await reportDamage(tx, actor, input);
    const record = { type: "paDamage", id, number };
    await attachPhotos(tx, actor, record, photos);
    return record;
  },
});
