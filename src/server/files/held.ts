import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Why nobody gets a content: it waits for the scanner, was refused, or cannot be looked at. */
export type Held = "waiting" | "infected" | "unscannable";

/** Which of these contents the scanner holds, and why. */
export const heldContents = async (
  db: Db,
  sha256s: readonly string[],
): Promise<ReadonlyMap<string, Held>> => {
  if (sha256s.length === 0) return new Map();
  const rows = await db.rows<{ sha256: string; state: Held }>(sql`
    select sha256, state
    from file_look
    where sha256 = any(${[...sha256s]}::text[]) and state in ('waiting', 'infected', 'unscannable')
  `);
  return new Map(rows.map(({ sha256, state }) => [sha256, state]));
};
