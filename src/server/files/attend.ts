import type { App } from "../app.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { setPrivateApart } from "./apart.ts";
import { readContents } from "./contents.service.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

const everyMs = 10_000;
const unlookedEveryMs = 10 * 60_000;
const mostAtOnce = 500;

const agencies = async ({ database }: Pick<App, "database">): Promise<string[]> =>
  (
    await identityDb(database).rows<{ id: string }>(sql`select id from organization order by id`)
  ).map(({ id }) => id);

/**
 * Brings files from before there was a scanner to it, some hundred of an agency at a time; they are
 * given out meanwhile.
 */
export const bringUnlooked = async (app: Pick<App, "database">): Promise<void> => {
  for (const orgId of await agencies(app))
    await app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        insert into file_look (sha256, state, due_at)
        select distinct f.sha256, 'unscanned', clock_timestamp()
        from stored_file f
        where f.org_id = ${orgId}
          and not exists (select 1 from file_look l where l.sha256 = f.sha256)
        limit ${mostAtOnce}
        on conflict
        do nothing
      `),
    );
};

/** How many contents of all agencies the scanner has not answered for. */
export const waitingForScanner = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(
      sql`select count(*)::int as n from file_look where state = 'waiting'`,
    )
  ).n;

/** An agency's contents by how they stand with the scanner. */
type LookCounts = { waiting: number; infected: number; unscannable: number };
export const lookCounts = (db: Db): Promise<LookCounts> =>
  db.one<LookCounts>(sql`
    select
      count(*) filter (where l.state = 'waiting') as waiting,
      count(*) filter (where l.state = 'infected') as infected,
      count(*) filter (where l.state = 'unscannable') as unscannable
    from file_look l
    where l.state in ('waiting', 'infected', 'unscannable')
      and exists (
        select 1
        from stored_file f
        where f.org_id = ${db.scope.orgId} and f.sha256 = l.sha256
      )
  `);

/**
 * Looks after stored files while the instance runs: has the scanner look at what waits, puts private
 * ones apart, and reads what they hold. Gives what ends it.
 */
export const attendFiles = async (app: App): Promise<() => Promise<void>> => {
  let stopped = false;
  let failed = false;
  let broughtMs = -Infinity;
  const round = async () => {
    if (app.files.scanned && performance.now() - broughtMs > unlookedEveryMs) {
      broughtMs = performance.now();
      await bringUnlooked(app);
    }
    await app.files.lookDue();
    for (const orgId of await agencies(app)) {
      if (stopped) return;
      await setPrivateApart(app, orgId);
      await readContents(app, orgId);
    }
  };
  const again = async () => {
    await round().then(
      () => void (failed = false),
      (error: Error) => {
        if (!failed && !stopped) console.error(`stored files: ${error.message}`);
        failed = true;
      },
    );
    if (!stopped) timer = setTimeout(() => void (running = again()), everyMs);
  };
  let running = Promise.resolve();
  let timer = setTimeout(() => void (running = again()), everyMs);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};
