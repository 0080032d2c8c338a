import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { missingNumbers } from "../capture/chain.service.ts";
import { fieldDeviceList } from "./device.list.ts";
import type { DeviceDetail, DeviceRow } from "./device.model.ts";
import { fieldDeviceNoun, seesDevice, type DeviceStored } from "./device.noun.ts";
import { gapWords } from "./gap.model.ts";

type Head = DeviceRow & {
  statusReason: string;
  endedBy: string | null;
  endedAt: Instant | null;
  waited: number;
  inReview: number;
};

const headOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(fieldDeviceList, {}), actor)}, d.status_reason, d.ended_by,
      d.ended_at, d.waited,
      (
        select count(*)::int
        from field_capture c
        where c.org_id = d.org_id and c.device_id = d.id and c.status = 'in_review'
      ) as in_review
    from ${raw(fieldDeviceList.from)}
    where d.org_id = ${db.scope.orgId} and d.id = ${id}
  `);

/** What lay on a device by the packet that it was given last, by kind. */
const lastPacket = async (db: Db, id: string) => {
  const packet = await db.maybe<{ held: Record<string, string>; createdAt: Instant }>(sql`
    select held, created_at
    from field_packet
    where org_id = ${db.scope.orgId} and device_id = ${id}
    order by created_at desc
    limit 1
  `);
  const kinds = Object.keys(packet?.held ?? {}).map((key) => key.split(" ")[0]!);
  return {
    held: [...new Set(kinds)].toSorted().map((kind) => ({
      kind,
      items: kinds.filter((one) => one === kind).length,
    })),
    heldAt: packet?.createdAt ?? null,
  };
};

/** A device with what is missing of it and what lies on it, for whom it belongs to or manages devices. 404. */
export const readDevice = async (db: Db, actor: Actor, id: string): Promise<DeviceDetail> => {
  const head = await headOf(db, actor, id);
  if (!head || !seesDevice(actor, head)) throw notFound("field device");
  const [missing, packet, names] = await Promise.all([
    missingNumbers(db, id, head.highest),
    lastPacket(db, id),
    namesOf(db, [head.endedBy]),
  ]);
  return {
    ...head,
    endedBy: (head.endedBy && names.get(head.endedBy)) ?? null,
    ...packet,
    told: gapWords(head, missing),
    missingNumbers: missing,
    actions: actionsFor(actor, fieldDeviceNoun, head as unknown as DeviceStored),
  };
};
