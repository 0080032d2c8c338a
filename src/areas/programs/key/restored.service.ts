import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Closing } from "#server/restored/closing.ts";
import { revocable, toldByPrefix } from "#server/restored/revocable.ts";
import { stepProgram } from "../account/program.service.ts";
import { program } from "../programs.tables.ts";

type Key = { id: string; prefix: string; programId: string; name: string };

/** Keys of programs after a restore: those that were revoked since, and where nothing tells, all. */
export const keysAfterRestore = revocable<Key>({
  kind: "programKey",
  told: toldByPrefix("program.revokeKey"),
  final: "A key that was revoked stays revoked. Whoever answers for the program makes a new one.",
  revoke: (tx, prefix) =>
    tx.rows<Key>(sql`
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
    `),
  reopen: (tx, id) =>
    tx.maybe<Key>(sql`
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
    `),
  shown: ({ prefix, name }) => `Key ${prefix}… of ${name}`,
  record: ({ programId, name, prefix }) => ({
    type: "program",
    id: programId,
    number: name,
    after: { prefix },
  }),
  steps: { closed: "keyClosedAfterRestore", opened: "keyOpenedAfterRestore" },
  over: {
    code: "key_over",
    sentence: "This key has run out, or two newer ones are good already. Keep it closed.",
  },
});

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
