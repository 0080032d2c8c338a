import { namesOf } from "#server/restored/clocks.ts";
import { systemActor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { extensionPoint } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import type { AfterRestore } from "#server/restored/clocks.ts";
import { isHeld } from "#server/restored/held.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { closeQuestions, closeSolicitation } from "./solicitation.service.ts";

const everything: ReadonlySet<string> = new Set(Object.keys(permissions));
/** Looks at least this often; sooner when a deadline is nearer. Milliseconds. */
const mostWait = 15_000;

/**
 * What has been done because an instant passed, and how long the next one is away (milliseconds,
 * null when none waits).
 */
export type Kept = { changed: number; nextMs: number | null };

const keepers: ((app: App) => Promise<Kept>)[] = [];

/** Lets another area keep its instants on the same clock: ends of rounds of final offers. */
export const deadlineKeepers = extensionPoint<(app: App) => Promise<Kept>>(
  "instants kept beside deadlines of solicitations",
  (keep) => void keepers.push(keep),
);

/**
 * Closes questions and solicitations whose instant has passed, in every agency; twice at once
 * closes each once.
 */
export const keepDeadlines = async (app: App): Promise<Kept> => {
  let changed = 0;
  let nextMs: number | null = null;
  for (const orgId of await organizationIds(app.database)) {
    const scope = { orgId, personId: null };
    const actor = systemActor(orgId, everything);
    const instant = sql`
      case when status = 'published' then least(due_at, questions_until) else due_at end
    `;
    const waiting = await app.database.read(scope).rows<{
      id: string;
      over: boolean;
      ms: number;
    }>(sql`
      select
        id, due_at <= clock_timestamp() as over,
        (extract(epoch from ${instant} - clock_timestamp()) * 1000)::float8 as ms
      from solicitation
      where org_id = ${orgId} and status in ('published', 'questions_closed')
      order by ${instant}
      limit 200
    `);
    for (const { id, over, ms } of waiting) {
      if (ms > 0) nextMs = Math.min(nextMs ?? ms, ms);
      else if (
        await app.database.transaction(scope, (tx) =>
          over ? closeSolicitation(tx, actor, id) : closeQuestions(tx, actor, id),
        )
      )
        changed += 1;
    }
  }
  return { changed, nextMs };
};

/** Deadlines hold by themselves: what waits after a restore is their closing, and who is told. */
export const deadlinesAfterRestore: AfterRestore = {
  kind: "openings",
  due: `
    select
      count(*)::int as due, 0 as people, min(due_at) as since,
      ${namesOf("org_id", "number || ': ' || title")}
    from solicitation
    where status in ('published', 'questions_closed') and due_at <= clock_timestamp()
  `,
};

/** One look at every deadline and every instant that other areas keep; how long the next is away. */
export const passOnce = async (
  app: App,
  passed: (app: App) => Promise<void>,
): Promise<(number | null)[]> => {
  const { changed, nextMs } = await keepDeadlines(app);
  const next = [nextMs];
  if (changed > 0) await passed(app);
  for (const keep of keepers) next.push((await keep(app)).nextMs);
  return next;
};

/**
 * Keeps every deadline while the instance runs; gives the function that stops it. The database's
 * clock decides, whatever this machine's says. `passed` runs whenever one of a solicitation has
 * passed here; other areas' keepers run each time.
 */
export const watchDeadlines = async (
  app: App,
  passed: (app: App) => Promise<void>,
): Promise<() => Promise<void>> => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const look = async () => {
    let wait = mostWait;
    try {
      const held = await isHeld(app.database, deadlinesAfterRestore);
      const next = held ? [] : await passOnce(app, passed);
      wait = Math.min(
        mostWait,
        ...next.filter((ms) => ms !== null).map((ms) => Math.max(250, ms + 20)),
      );
    } catch (error) {
      console.error("deadlines:", error);
    }
    if (!stopped) timer = setTimeout(() => void (running = look()), wait);
  };
  running = look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};
