import { sql } from "#server/db/sql.ts";
import { revocable, toldByPrefix } from "#server/restored/revocable.ts";

type Key = { id: string; prefix: string; deviceId: string; number: string; name: string };

/** Keys of devices after a restore: those that were revoked since, and where nothing tells, all. */
export const deviceKeysAfterRestore = revocable<Key>({
  kind: "deviceKey",
  told: toldByPrefix("device.revokeKey"),
  final: "A key that was revoked stays revoked. Make a new one on the page of the device.",
  revoke: (tx, prefix) =>
    tx.rows<Key>(sql`
      update device_key k
      set revoked_at = clock_timestamp()
      from device d
      where k.org_id = ${tx.scope.orgId}
        and d.org_id = k.org_id
        and d.id = k.device_id
        and k.revoked_at is null
        and (${prefix}::text is null or k.prefix = ${prefix})
      returning k.id, k.prefix, k.device_id, d.number, d.name
    `),
  reopen: (tx, id) =>
    tx.maybe<Key>(sql`
      update device_key k
      set revoked_at = null
      from device d
      where k.org_id = ${tx.scope.orgId}
        and k.id = ${id}
        and d.org_id = k.org_id
        and d.id = k.device_id
        and d.status <> 'retired'
        and (
          select count(*)
          from device_key o
          where o.org_id = k.org_id and o.device_id = k.device_id and o.revoked_at is null
        ) < 2
      returning k.id, k.prefix, k.device_id, d.number, d.name
    `),
  shown: ({ prefix, name }) => `Key ${prefix}… of ${name}`,
  record: ({ deviceId, number, prefix }) => ({
    type: "device",
    id: deviceId,
    number,
    after: { prefix },
  }),
  steps: { closed: "keyClosedAfterRestore", opened: "keyOpenedAfterRestore" },
  over: {
    code: "device_key_over",
    sentence: "The device is retired, or two newer keys are good already. Keep it closed.",
  },
});
