import { createHash } from "node:crypto";
import { joinedPairs, matchKey, matchWords } from "#areas/vendors/screening/match.model.ts";
import { newId } from "#kernel/ids.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Agency } from "./agency.ts";

export type ExcludedParty = { name: string; uei?: string | null };

/**
 * A current exclusion list with these parties (and one that nobody is like); takes the place of the
 * one before.
 */
export const makeExclusionList = async (
  database: Database,
  agency: Agency,
  parties: readonly ExcludedParty[] = [],
): Promise<string> => {
  const [fileId, listId] = [newId(), newId()];
  const rows = [{ name: "Zyxthorn Quibblefax Ltd", uei: null }, ...parties].map((p, at) => ({
    ...p,
    rowNo: at + 1,
  }));
  const sha256 = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  await database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      update exclusion_list
      set state = 'replaced'
      where org_id = ${agency.orgId} and state = 'current'
    `);
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (
        ${agency.orgId}, ${fileId}, 'SAM_Exclusions_Public_Extract_V2_26320.CSV', 'text/plain', 1,
        ${sha256}
      )
    `);
    await tx.rows(sql`
      insert into exclusion_list (
        org_id, id, file_id, file_name, sha256, list_date, state, rows_loaded, loaded_at
      )
      values (
        ${agency.orgId}, ${listId}, ${fileId}, 'SAM_Exclusions_Public_Extract_V2_26320.CSV',
        ${sha256}, '2026-11-16', 'current', ${rows.length}, now()
      )
    `);
    for (const r of rows) {
      await tx.rows(sql`
        insert into exclusion_record (
          org_id, list_id, row_no, classification, name, match_key, uei, sam_number
        )
        values (
          ${agency.orgId}, ${listId}, ${r.rowNo}, 'Firm', ${r.name}, ${matchKey(r.name)},
          ${r.uei ?? null}, ${`S4MR${String(r.rowNo).padStart(6, "0")}`}
        )
      `);
      const words = matchWords(r.name);
      for (const word of new Set([...words, ...joinedPairs(words)]))
        await tx.rows(sql`
          insert into exclusion_posting (org_id, list_id, word, row_no)
          values (${agency.orgId}, ${listId}, ${word}, ${r.rowNo})
        `);
    }
  });
  return listId;
};
