import { type Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Closed, Closing } from "#server/restored/closing.ts";
import { stepProgram } from "../account/program.service.ts";
import { program } from "../programs.tables.ts";

type Key = { id: string; prefix: string; programId: string; name: string };

const shownOf = ({ prefix, name }: Key): string => `Key ${prefix}… of ${name}`;

const revoke = async (tx: Tx, actor: Actor, prefix: string | null): Promise<Closed[]> => {
  const gone = await tx.rows<Key>(sql`
    update program_key k
    set revoked_at = clock_timestamp()
    from program_account p
    where k.org_id = ${tx.scope.orgId}
      and p.org_id = k.org_id
      and p.id = k.program_id
      and k.revoked_at is null
      and k.expires_at > clock_timestamp()
      and (${prefix}::text is null or k.prefix = ${prefix})
    returning k.id, k.prefix, k.program_id, p.name
  `);
  for (const key of gone)
    note(tx, actor, "program", key.programId, {
      number: key.name,
      action: "keyClosedAfterRestore",
      after: { prefix: key.prefix },
    });
  return gone.map((key) => ({ subjectId: key.id, name: shownOf(key), before: {} }));
};

const openKey = async (tx: Tx, actor: Actor, id: string, reason: string): Promise<void> => {
  const opened = await tx.maybe<Key>(sql`
    update program_key k
    set revoked_at = null
    from program_account p
    where k.org_id = ${tx.scope.orgId}
      and k.id = ${id}
      and p.org_id = k.org_id
      and p.id = k.program_id
      and k.expires_at > clock_timestamp()
      and (
        select count(*)
        from program_key o
        where o.org_id = k.org_id
          and o.program_id = k.program_id
          and o.revoked_at is null
          and o.expires_at > clock_timestamp()
      ) < 2
    returning k.id, k.prefix, k.program_id, p.name
  `);
  if (!opened)
    throw conflict(
      "key_over",
      "This key has run out, or two newer ones are good already. Keep it closed.",
    );
  note(tx, actor, "program", opened.programId, {
    number: opened.name,
    action: "keyOpenedAfterRestore",
    after: { prefix: opened.prefix },
    note: reason,
  });
};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Keys of programs after a restore: those that were revoked since, and where nothing tells, all. */
export const keysAfterRestore: Closing = {
  kind: "programKey",
  told: ({ action, changes }) => {
    if (action !== "program.revokeKey") return null;
    const prefix = textOf(changes.find(({ field }) => field === "prefix")?.after);
    return prefix ? { subject: prefix, taken: {}, sentence: "Revoked" } : null;
  },
  close: async (tx, actor, prefix) => (await revoke(tx, actor, prefix))[0] ?? null,
  closeAll: (tx, actor) => revoke(tx, actor, null),
  final: "A key that was revoked stays revoked. Whoever answers for the program makes a new one.",
  open: async (tx, actor, { subjectId, reason }) => {
    await openKey(tx, actor, subjectId, reason);
    return null;
  },
};

const sentences: Record<string, string> = {
  "program.pause": "Paused",
  "program.end": "Ended",
};

/** Programs that were paused or ended after the backup rest until somebody lets them work again. */
export const programsAfterRestore: Closing = {
  kind: "program",
  told: ({ action, objectId }) => {
    const sentence = sentences[action];
    if (sentence) return { subject: objectId, taken: {}, sentence };
    return action === "program.resume"
      ? { subject: objectId, taken: null, sentence: "Works again" }
      : null;
  },
  close: async (tx, actor, id) => {
    const found = await tx.maybe<{ name: string }>(sql`
      select name
      from program_account
      where org_id = ${tx.scope.orgId} and id = ${id} and status = 'active'
    `);
    if (!found) return null;
    const reason = "Paused or ended after the backup that was restored.";
    await stepProgram(tx, actor, "pause", { id, reason, version: null });
    return { subjectId: id, name: found.name, before: {} };
  },
  open: async (tx, actor, { subjectId, reason }) => {
    const { status } = await getRow(tx, program, subjectId, "program");
    if (status === "paused")
      await stepProgram(tx, actor, "resume", { id: subjectId, reason, version: null });
    return null;
  },
};
