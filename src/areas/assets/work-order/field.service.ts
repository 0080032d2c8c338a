import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import {
  attachPhotos,
  dueBy,
  fieldKind,
  type PacketItem,
  type ToApply,
} from "#areas/field/field.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { workOrder } from "../assets.tables.ts";
import { readingOfMeter } from "../meter/meter.model.ts";
import { recordReading } from "../meter/meter.service.ts";
import { needInput } from "../need/need.model.ts";
import { addNeed } from "../need/need.service.ts";
import { completeInput, holdInput } from "./work-order.model.ts";
import { completeWork, holdWork, startWork, tickTask } from "./work-order.service.ts";

/** What a crew does at a work order where there is no line, one thing a capture. */
const captured = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("start") }),
  z.strictObject({ action: z.literal("hold"), ...holdInput.shape }),
  z.strictObject({ action: z.literal("tick"), taskId: z.uuid(), done: z.boolean() }),
  z.strictObject({
    action: z.literal("read"),
    ...{ kind: readingOfMeter.shape.kind, value: readingOfMeter.shape.value },
    ...{ rollover: readingOfMeter.shape.rollover, rolledAt: readingOfMeter.shape.rolledAt },
  }),
  z.strictObject({ action: z.literal("need"), ...needInput.shape }),
  z.strictObject({ action: z.literal("complete"), ...completeInput.shape }),
]);
type Captured = z.output<typeof captured>;
type Of<A extends Captured["action"]> = Extract<Captured, { action: A }>;

type Own = {
  id: string;
  version: number;
  number: string;
  status: string;
  title: string;
  description: string;
  kind: string;
  priority: string;
  location: string;
  dueOn: Day | null;
  scheduledOn: Day | null;
  assetId: string | null;
  asset: string | null;
  tag: string | null;
  latitude: number | null;
  longitude: number | null;
  certificates: string;
  lockout: boolean;
  digs: boolean;
  locateTicket: string;
  tasks: unknown[];
  meters: unknown[];
};

// Led by somebody or with them in the crew, as far as it is open.
const ownOf = (db: Db, actor: Actor) =>
  db.rows<Own>(sql`
    select
      w.id, w.version, w.number, w.status, w.title, w.description, w.kind, w.priority, w.location,
      w.due_on, w.scheduled_on, w.asset_id, a.name as asset, a.tag, a.latitude::float8 as latitude,
      a.longitude::float8 as longitude, w.certificates, w.lockout, w.digs, w.locate_ticket,
      array(
        select jsonb_build_object(
            'id', t.id, 'title', t.title, 'mandatory', t.mandatory, 'done', t.done_at is not null
          )
        from work_order_task t
        where t.org_id = w.org_id and t.work_order_id = w.id
        order by t.line_no
      ) as tasks,
      array(
        select jsonb_build_object('kind', m.kind, 'value', trim_scale(m.value)::text)
        from asset_meter m
        where m.org_id = w.org_id and m.asset_id = w.asset_id
        order by m.kind
      ) as meters
    from work_order w
    left join asset a on a.org_id = w.org_id and a.id = w.asset_id
    where w.org_id = ${db.scope.orgId}
      and w.status in ('approved', 'scheduled', 'in_progress', 'on_hold')
      and (
        w.lead_id = ${actor.personId}
        or exists (
          select
          from work_order_member m
          where m.org_id = w.org_id and m.work_order_id = w.id and m.person_id = ${actor.personId}
        )
      )
    order by coalesce(w.scheduled_on, w.due_on) nulls last, w.id
    limit 100
  `);

const itemOf =
  (zone: string | undefined) =>
  ({ id, version, latitude, longitude, ...data }: Own): PacketItem => ({
    ...{ id, version, latitude, longitude, data: { ...data } },
    title: `${data.number} ${data.title}`,
    dueAt: dueBy(data.scheduledOn ?? data.dueOn, zone),
  });

// How it stands, and each task by its id.
const standing = async (db: Db, _actor: Actor, id: string) => {
  const row = await db.maybe<{
    number: string;
    version: number;
    status: string;
    tasks: Record<string, boolean>;
  }>(sql`
    select
      w.number, w.version, w.status,
      coalesce(
        (
          select jsonb_object_agg(t.id, t.done_at is not null)
          from work_order_task t
          where t.org_id = w.org_id and t.work_order_id = w.id
        ),
        '{}'
      ) as tasks
    from work_order w
    where w.org_id = ${db.scope.orgId} and w.id = ${id}
  `);
  if (!row) return null;
  const { number, version, status, tasks } = row;
  return { number, version, values: { status, ...tasks } };
};

const readMeter = async (tx: Tx, actor: Actor, id: string, at: string, of: Of<"read">) => {
  const { assetId } = await getRow(tx, workOrder, id, "work order");
  if (assetId === null) throw invalidField("kind", "This work order is at no asset.", "no_asset");
  const { action: _action, ...reading } = of;
  await recordReading(tx, actor, { ...reading, assetId, readAt: at, source: "typed" });
};

const take = (
  tx: Tx,
  actor: Actor,
  { id, status, at }: { id: string; status: string; at: string },
  values: Captured,
): Promise<unknown> => {
  const step = { id, version: null };
  switch (values.action) {
    case "start":
      return startWork(tx, actor, status === "on_hold" ? "resume" : "start", step);
    case "hold":
      return holdWork(tx, actor, step, values);
    case "tick":
      return tickTask(tx, actor, { id, taskId: values.taskId, done: values.done });
    case "read":
      return readMeter(tx, actor, id, at, values);
    case "need": {
      const { action: _action, ...need } = values;
      return addNeed(tx, actor, id, need);
    }
    case "complete": {
      const { action: _action, ...said } = values;
      return completeWork(tx, actor, step, said);
    }
  }
};

/** What a crew does at a work order where there is no line. */
export const capturedWork = fieldKind({
  kind: "work_order_step",
  permission: "workOrder.work",
  payload: captured,
  packet: async (db, actor) => (await ownOf(db, actor)).map(itemOf(db.scope.timeZone)),
  stands: standing,
  adds: ({ action }) => action === "read" || action === "need",
  apply: async (tx, actor, { recordId, values, at, photos }: ToApply<Captured>) => {
    const id = recordId!;
    const { status, number } = await getRow(tx, workOrder, id, "work order");
    await take(tx, actor, { id, status, at }, values);
    const record = { type: "workOrder", id, number };
    await attachPhotos(tx, actor, record, photos);
    return record;
  },
});
