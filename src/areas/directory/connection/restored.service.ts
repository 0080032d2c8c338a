import { sql } from "#server/db/sql.ts";
import type { Closing } from "#server/restored/closing.ts";
import { revocable, toldByPrefix } from "#server/restored/revocable.ts";
import { setDirectory } from "./connection.service.ts";

type Token = { id: string; prefix: string; directoryId: string; name: string };

/** Tokens of directories after a restore: those that were revoked since, and where nothing tells, all. */
export const tokensAfterRestore = revocable<Token>({
  kind: "directoryToken",
  told: toldByPrefix("directory.revokeToken"),
  final: "A token that was revoked stays revoked. Make a new one under Directories.",
  revoke: (tx, prefix) =>
    tx.rows<Token>(sql`
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
    `),
  reopen: (tx, id) =>
    tx.maybe<Token>(sql`
      update directory_token k
      set revoked_at = null
      from directory d
      where k.org_id = ${tx.scope.orgId}
        and k.id = ${id}
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
    `),
  shown: ({ prefix, name }) => `Token ${prefix}… of ${name}`,
  record: ({ directoryId, name, prefix }) => ({
    type: "directory",
    id: directoryId,
    number: name,
    after: { prefix },
  }),
  steps: { closed: "tokenClosedAfterRestore", opened: "tokenOpenedAfterRestore" },
  over: {
    code: "token_over",
    sentence: "This token has run out, or two newer ones are good already. Keep it closed.",
  },
});

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
