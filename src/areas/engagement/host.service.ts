import { systemActor, type Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

export type Host = { id: string; name: string; timeZone: string };

/**
 * The agency that runs this installation: the oldest one. The public site writes to it. @throws
 * Problem 503 while there is none.
 */
export const hostAgency = async (app: Pick<App, "database">): Promise<Host> => {
  const row = await identityDb(app.database).maybe<Host>(
    sql`select id, name, time_zone from organization order by created_at, id limit 1`,
  );
  if (!row)
    throw new Problem(
      "upstream",
      "not_open_yet",
      "This installation has no agency yet, so nobody would read it. Come back later.",
      { status: 503 },
    );
  return row;
};

/**
 * What the audit record calls something that a visitor sent: entries cannot be changed, so neither
 * a mail address nor words of a person are its name. What was sent stands in the entry's content,
 * which can be erased.
 */
export const visitorNumber = (id: string): string => `V-${id.slice(-8).toUpperCase()}`;

/** The public site acting in the host agency, for what visitors send. */
export const visitorIn = (host: Host): Actor =>
  systemActor(host.id, new Set(["inquiry.edit"]), "Public site");
