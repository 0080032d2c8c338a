import { z } from "zod";
import { extensionPoint } from "../area.ts";
import type { App } from "../app.ts";
import { noScope } from "../db/db.ts";
import { rowsAs } from "../db/read-as.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { bind, sql } from "../db/sql.ts";

/** Gives those of these contents (SHA-256, hex) that somebody names who is no agency. */
type ContentNames = (app: App, sha256s: readonly string[]) => Promise<string[]>;
const others: ContentNames[] = [];

/** Who keeps contents beside the agencies: a company its own documents. */
export const contentNames = extensionPoint<ContentNames>("who else names contents", (one) =>
  others.push(one),
);

/** Tables whose rows name contents that lie on the disk by their SHA-256. */
export const tablesOfContents: ReadonlySet<string> = new Set([
  "stored_file",
  "bid_envelope",
  "bid_file",
  "final_offer_envelope",
  "form_file",
  "field_photo",
]);

/** Contents that the agency of a copy for practice names, or a copy of the agency: they share them. */
const namedByKin = async (
  app: App,
  orgId: string,
  sha256s: readonly string[],
): Promise<string[]> => {
  const { id } = await identityDb(app.database).one<{ id: string | null }>(
    sql`select levee_kin(${orgId}) as id`,
  );
  if (!id) return [];
  const db = app.database.read({ orgId: id, personId: null });
  const named = [...tablesOfContents].map((table) =>
    rowsAs(
      db,
      z.object({ sha256: z.string() }),
      bind(`select sha256 from "${table}" where org_id = $1 and sha256 = any($2::text[])`, [
        id,
        sha256s,
      ]),
    ),
  );
  return (await Promise.all(named)).flat().map(({ sha256 }) => sha256);
};

/**
 * Takes contents away that nobody else names: no file of another agency, no document that a company
 * keeps itself. Gives how many. `orgId` is the agency whose rows are being deleted.
 */
export const removeContents = async (
  app: App,
  orgId: string,
  sha256s: readonly string[],
): Promise<number> => {
  const all = [...new Set(sha256s)];
  if (all.length === 0) return 0;
  const named = await identityDb(app.database).rows<{ sha256: string }>(sql`
    select distinct sha256
    from stored_file
    where sha256 = any(${all}::text[]) and org_id <> ${orgId}
  `);
  const kin = await namedByKin(app, orgId, all);
  const theirs = await Promise.all(others.map((names) => names(app, all)));
  const kept = new Set([...named.map(({ sha256 }) => sha256), ...kin, ...theirs.flat()]);
  const gone = all.filter((sha256) => !kept.has(sha256));
  for (const sha256 of gone) await app.files.remove(sha256);
  await app.database.transaction(noScope, (tx) =>
    tx.rows(sql`delete from file_look where sha256 = any(${gone}::text[])`),
  );
  return gone.length;
};
