import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import type { connectorRun } from "../connectors.tables.ts";
import type { Connector } from "../source/answer.ts";
import { fetchNew } from "../source/fetch.service.ts";
import type { SourceTaker, TakenFile } from "../source/taker.service.ts";
import type { Ended } from "./ended.ts";
import { headingChanged, sameHeading } from "./heading.ts";

type Run = typeof connectorRun.$inferSelect;
type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;
type Fetched = NonNullable<Awaited<ReturnType<typeof fetchNew>>>;

/** Keeps what was fetched with its run, and what the source says of it. */
const keep = (app: App, actor: Actor, one: Connector, run: Run, fetched: Fetched) =>
  app.database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      update connector_run
      set sha256 = ${fetched.file.sha256}
      where org_id = ${one.orgId} and id = ${run.id}
    `);
    if (!run.dry)
      await tx.rows(sql`
        update connector
        set etag = ${fetched.etag}, modified = ${fetched.modified}
        where org_id = ${one.orgId} and id = ${one.id}
      `);
  });

const look = async (
  app: App,
  actor: Actor,
  one: Connector,
  taker: SourceTaker,
  { file, columns }: { file: TakenFile; columns: string[] },
): Promise<Ended> => {
  const { message, ...tally } = await taker.look(app, actor, file);
  await app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update connector
      set columns = ${columns}::text[]
      where org_id = ${one.orgId} and id = ${one.id}
    `),
  );
  return { outcome: "checked", message, tally };
};

/**
 * Fetches a file and hands it whole to the area that takes it. A run that was stopped fetches anew:
 * whoever takes it takes the same file once. @throws Problem as fetching and taking do.
 */
export const takeWhole = async (
  app: App,
  actor: Actor,
  { one, run, taker }: { one: Connector; run: Run; taker: SourceTaker },
  progress: Progress,
): Promise<Ended> => {
  // What asked or was cut off before was seen, and did not come in.
  const again = run.accepted || run.sha256 !== null;
  const fetched = await fetchNew(
    app,
    actor,
    again ? { ...one, etag: null, modified: null } : one,
    run.dry,
  );
  if (!fetched) return { outcome: "unchanged", message: null };
  await keep(app, actor, one, run, fetched);
  const { sha256 } = fetched.file;
  const file = { id: fetched.fileId, name: fetched.name, sha256, modified: fetched.modified };
  const columns = await taker.heading(app, sha256);
  if (run.dry) return look(app, actor, one, taker, { file, columns });
  if (!sameHeading(one.columns, columns))
    return { outcome: "stopped", message: headingChanged(one, { columns }) };
  const { message, asks, ...tally } = await taker.take(app, actor, file, {
    accepted: run.accepted,
    progress,
  });
  return asks
    ? { outcome: "asks", message, tally: { ...tally, created: 0, updated: 0 } }
    : { outcome: "done", message, tally, sha256 };
};
