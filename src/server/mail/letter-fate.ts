import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** What became of a letter; `said` is the mail server's word or ours. */
export type LetterFate = {
  id: string;
  state: "waiting" | "refused" | "sent" | "failed";
  attempts: number;
  said: string | null;
  sentAt: string | null;
};

/** What became of these letters; of unknown ids nothing. */
export const fatesOf = (db: Db, ids: readonly string[]): Promise<LetterFate[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.rows<LetterFate>(sql`
      select
        id, attempts, sent_at,
        case
          when failed_at is not null then 'failed'
          when sent_at is not null then 'sent'
          when attempts > 0 then 'refused'
          else 'waiting'
        end as state,
        coalesce(delivery_note, last_error) as said
      from mail
      where id = any(${ids}::uuid[])
    `);

/**
 * Stops a letter of the scope's agency that has not gone out. False where it has, or was given up:
 * whoever sends it at this moment is waited for.
 */
export const stopLetter = async (tx: Tx, id: string, why: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      update mail
      set failed_at = clock_timestamp(), last_error = ${why.slice(0, 300)}
      where id = ${id} and sent_at is null and failed_at is null
      returning id
    `)
  ).length > 0;
