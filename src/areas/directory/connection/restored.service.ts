import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Closed, Closing } from "#server/restored/closing.ts";
import { setDirectory } from "./connection.service.ts";

type Token = { id: string; prefix: string; directoryId: string; name: string };

const revoke = async (tx: Tx, actor: Actor, prefix: string | null): Promise<Closed[]> => {
  const gone = await tx.rows<Token>(sql`
    update directory_token k
    set revoked_at = clock_timestamp()
    from directory d
    where k.org_id = ${tx.scope.orgId}
      and d.org_id = k.org_id
      and d.id = k.directory_id
      and k.revoked_at is null
      and k.expires_at > clock_timestamp()
      and (${prefix}::text is null or k.prefix = ${prefix})
    returning k.id, k.prefix, k.directory_id, d.name
  `);
  for (const { prefix: shown, directoryId, name } of gone)
    note(tx, actor, "directory", directoryId, {
      number: name,
      action: "tokenClosedAfterRestore",
      after: { prefix: shown },
    });
  return gone.map(({ id, prefix: shown, name }) => ({
    subjectId: id,
    name: `Token ${shown}… of ${name}`,
    before: {},
  }));
};

/** Tokens of directories after a restore: those that were revoked since, and where nothing tells, all. */
export const tokensAfterRestore: Closing = {
  kind: "directoryToken",
  told: ({ action, changes }) => {
    if (action !== "directory.revokeToken") return null;
    const prefix = changes.find(({ field }) => field === "prefix")?.after;
    return typeof prefix === "string" ? { subject: prefix, taken: {}, sentence: "Revoked" } : null;
  },
  close: async (tx, actor, prefix) => (await revoke(tx, actor, prefix))[0] ?? null,
  closeAll: (tx, actor) => revoke(tx, actor, null),
  final: "A token that was revoked stays revoked. Make a new one under Directories.",
  open: async (tx, actor, { subjectId, reason }) => {
    const opened = await tx.maybe<Token>(sql`
      update directory_token k
      set revoked_at = null
      from directory d
      where k.org_id = ${tx.scope.orgId}
        and k.id = ${subjectId}
        and d.org_id = k.org_id
        and d.id = k.directory_id
        and k.expires_at > clock_timestamp()
        and (
          select count(*)
          from directory_token o
          where o.org_id = k.org_id
            and o.directory_id = k.directory_id
            and o.revoked_at is null
            and o.expires_at > clock_timestamp()
        ) < 2
      returning k.id, k.prefix, k.directory_id, d.name
    `);
    if (!opened)
      throw conflict(
        "token_over",
        "This token has run out, or two newer ones are good already. Keep it closed.",
      );
    note(tx, actor, "directory", opened.directoryId, {
      number: opened.name,
      action: "tokenOpenedAfterRestore",
      after: { prefix: opened.prefix },
      note: reason,
    });
    return null;
  },
};

/** Directories that were disabled after the backup stay disabled until somebody takes them up. */
export const directoriesAfterRestore: Closing = {
  kind: "directory",
  told: ({ action, objectId }) => {
    if (action === "directory.disable")
      return { subject: objectId, taken: {}, sentence: "Disabled" };
    return action === "directory.enable"
      ? { subject: objectId, taken: null, sentence: "Taken up" }
      : null;
  },
  close: async (tx, actor, id) => {
    const found = await tx.maybe<{ name: string }>(sql`
      select name
      from directory
      where org_id = ${tx.scope.orgId} and id = ${id} and status = 'active'
    `);
    if (!found) return null;
    await setDirectory(tx, actor, id, "disabled");
    return { subjectId: id, name: found.name, before: {} };
  },
  open: async (tx, actor, { subjectId }) => {
    await setDirectory(tx, actor, subjectId, "active");
    return null;
  },
};
