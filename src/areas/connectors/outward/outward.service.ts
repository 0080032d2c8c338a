import { hash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { csvOfSearch, searchOfList } from "#server/http/export.ts";
import {
  exportedListAt,
  exportedLists,
  titleOf,
  type ExportedList,
} from "#server/http/exported.ts";
import type { ConnectorSettings } from "../connector/connector.labels.ts";
import type { ListRow } from "../connector/connector.model.ts";
import { headersFor, refuseAnswer, type Connector } from "../source/answer.ts";
import { countCall } from "../source/quota.service.ts";
import type { Ended } from "../run/ended.ts";

// What is about people, rights or proof goes out by a person's hand alone.
const mayGoOut = ({ permission }: ExportedList): boolean =>
  neverForPrograms(permission, []) === null;

/** The lists that this person may have sent out, each with its views, their own and shared ones. */
export const listsFor = async (db: Db, actor: Actor): Promise<ListRow[]> => {
  const views = await db.rows<{ list: string; name: string; query: string }>(sql`
    select list, name, query
    from saved_view
    where org_id = ${actor.orgId} and (person_id = ${actor.personId} or shared)
    order by name, id
    limit 500
  `);
  return exportedLists(actor)
    .filter(mayGoOut)
    .map(({ path, list }) => ({
      path,
      name: titleOf(list),
      views: views
        .filter((view) => view.list === list.name)
        .map(({ name, query }) => ({ name, query })),
    }));
};

/** The list that goes out. @throws Problem 422 for one that the person may not read or send. */
export const requireList = (actor: Actor, { list }: ConnectorSettings): ExportedList => {
  const found = exportedListAt(actor, list);
  if (!found || !mayGoOut(found))
    throw invalidField("settings.list", "Choose a list that you may read and export yourself.");
  return found;
};

/** Refuses a search that the list does not take, or that finds too much. @throws Problem 422. */
export const requireSearch = async (db: Db, actor: Actor, settings: ConnectorSettings) =>
  void (await searchOfList(db, actor, requireList(actor, settings).list, settings.query));

const minutes = 60_000;

/**
 * Sends the list as its owner sees it now to the connector's address, as UTF-8 CSV; the hash of the
 * bytes and that they went out are kept. A run that is taken up again sends under the same
 * Idempotency-Key. A dry run sends nothing. @throws OutgoingRefusal, Problem 502 for an answer that
 * is no success, 422 for a list that is not theirs any more.
 */
export const sendList = async (
  app: App,
  actor: Actor,
  one: Connector,
  run: { id: string; dry: boolean },
): Promise<Ended> => {
  const { list } = requireList(actor, one.settings);
  const { text, rows } = await csvOfSearch(
    app.database.read(actor),
    actor,
    list,
    one.settings.query,
  );
  const body = Buffer.from(text);
  const sha256 = hash("sha256", body);
  await app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      update connector_run
      set sha256 = ${sha256}
      where org_id = ${one.orgId} and id = ${run.id}
    `),
  );
  const tally = { read: rows, created: 0, updated: 0, skipped: 0, rejected: 0 };
  const said = `${rows} rows of ${list.name}, ${body.length.toLocaleString("en-US")} bytes`;
  if (run.dry) return { outcome: "checked", message: `${said} would be sent.`, tally };
  await countCall(app, one);
  const answer = await app.outgoing.of(one.orgId).call(one.address, {
    purpose: "connector",
    method: one.settings.method,
    body,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "idempotency-key": run.id,
      ...headersFor(one),
    },
    redirects: 0,
    limits: { wholeMs: 5 * minutes, mostBytes: 1024 * 1024, atOnce: 2 },
  });
  refuseAnswer(answer);
  answer.body.destroy();
  await app.database.transaction(actor, async (tx) =>
    note(tx, actor, "connector", one.id, {
      number: one.name,
      action: "send",
      after: { list: list.name, query: one.settings.query, rows, sha256, to: one.address },
      event: null,
    }),
  );
  return { outcome: "sent", message: `${said} were sent.`, tally, sha256 };
};
