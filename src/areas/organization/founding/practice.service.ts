import type pg from "pg";

type Settings = Record<string, unknown>;

/**
 * The row of a copy for practice beside that of its origin, by the role that copies and in its
 * transaction. `settingsOf` gives the copy's settings from the origin's.
 */
export const beginPracticeAgency = async (
  client: pg.ClientBase,
  { orgId, copyId }: { orgId: string; copyId: string },
  settingsOf: (settings: Settings) => Settings,
): Promise<void> => {
  const { rows } = await client.query<{ settings: Settings }>(
    "select settings from organization where id = $1",
    [orgId],
  );
  if (!rows[0]) throw new Error("no such agency");
  await client.query(
    `
      insert into organization (
        id, name, slug, time_zone, currency, fiscal_year_start_month, settings
      )
      select
        $2::uuid, name || ' (practice copy)', slug || '-practice-' || right($2::uuid::text, 6),
        time_zone, currency, fiscal_year_start_month, $3::jsonb
      from organization
      where id = $1
    `,
    [orgId, copyId, settingsOf(rows[0].settings)],
  );
};
