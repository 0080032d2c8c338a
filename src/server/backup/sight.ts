import type pg from "pg";
import { BackupRefused } from "./manifest.ts";

/**
 * That an account sees the rows of every agency: what it does not see would be missing in a backup, and
 * would not be held back after a restore. @throws BackupRefused
 */
export const requireSight = async (client: pg.Client) => {
  const { rows } = await client.query<{ sees: boolean }>(
    "select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
  );
  if (!rows[0]?.sees)
    throw new BackupRefused(
      "The account of DATABASE_URL does not see every agency's rows. Set LEVEE_BACKUP_URL to an account with BYPASSRLS, as pg_dump needs it too.",
    );
};
