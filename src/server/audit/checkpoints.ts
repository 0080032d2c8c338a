import type pg from "pg";
import { checkpointText, formatVerifierKey, originOf, signNote } from "#kernel/checkpoint.ts";
import { Frontier, type Hash } from "#kernel/merkle.ts";
import type { Instant } from "#kernel/time.ts";
import type { AuditKeys } from "../keys.ts";
import { hasher } from "./hash.ts";

/**
 * Signs a checkpoint for every agency (or one) whose tree grew since its last and whose last is older
 * than `minAge` ms. Gives how many.
 */
export const signCheckpoints = async (
  pool: pg.Pool,
  keys: AuditKeys,
  orgId: string | undefined,
  minAge: number,
): Promise<number> => {
  const { rows } = await pool.query<{ orgId: string; size: number; peaks: Hash[]; at: Instant }>({
    name: "grown",
    text: `
      select
        f.org_id as "orgId", f.size, f.peaks,
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from audit_frontier f
      where ($1::uuid is null or f.org_id = $1)
        and not exists (
          select 1
          from audit_checkpoint c
          where c.org_id = f.org_id
            and (
              c.size = f.size
              or c.at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)
            )
        )
        and f.size > 0
    `,
    values: [orgId ?? null, minAge],
  });
  for (const { orgId: org, size, peaks, at } of rows) {
    const root = new Frontier(hasher, size, peaks).root();
    const note = signNote(
      keys.verifier,
      checkpointText({ origin: originOf(org), size, root, at }),
      keys.sign,
    );
    await pool.query(
      `
        insert into audit_checkpoint (org_id, size, root, at, note)
        values ($1, $2, $3, $4, $5)
        on conflict
        do nothing
      `,
      [org, size, root, at, note],
    );
  }
  return rows.length;
};

/**
 * One database, one key: a second key would make old checkpoints unverifiable with the copy that
 * auditors hold.
 */
export const claimKey = async (pool: pg.Pool, keys: AuditKeys): Promise<void> => {
  const mine = formatVerifierKey(keys.verifier);
  await pool.query(
    `
      insert into audit_key (verifier_key)
      select $1
      where not exists (select 1 from audit_key)
      on conflict
      do nothing
    `,
    [mine],
  );
  const { rows } = await pool.query<{ key: string }>("select verifier_key as key from audit_key");
  if (!rows.some((row) => row.key === mine))
    throw new Error(
      "The audit record of this database was sealed with another key. Bring back keys/audit.key of its data folder, or set LEVEE_AUDIT_KEY to the key that the other instances use.",
    );
};
