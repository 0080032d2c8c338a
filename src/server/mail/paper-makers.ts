import { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import type { App } from "../app.ts";
import { extensionPoint } from "../area.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { recordFile } from "../files/stored-file.ts";

/** Makes a paper of a record for a letter that waits for it, such as the PDF of an order. */
export type PaperMaker = {
  /** As letters name it in `papers`. */
  name: string;
  make: (app: App, orgId: string, of: string) => Promise<Buffer>;
};

const makers = new Map<string, PaperMaker["make"]>();

/** An area makes papers that its letters wait for. */
export const paperMakers = extensionPoint<PaperMaker>(
  "papers of letters",
  ({ name, make }) => void makers.set(name, make),
);

type Awaited = {
  orgId: string;
  id: string;
  name: string;
  maker: string;
  madeOf: string;
  tries: number;
};

const mostTries = 3;
/** So long one try may take before another instance takes the paper up, in minutes. */
const ofOneTry = 2;

// Of a maker that this instance does not know, another one may know. Letters that still wait come
// first: those that went out have a link that waits.
const nextAwaited = ({ database }: App) =>
  identityDb(database).maybe<Awaited>(sql`
    update mail_paper
    set due_at = clock_timestamp() + make_interval(mins => ${ofOneTry}), tries = tries + 1
    where id = (
      select id
      from mail_paper
      where state = 'awaited'
        and due_at <= clock_timestamp()
        and maker = any(${[...makers.keys()]}::text[])
      order by
        not exists (
          select 1
          from mail m
          where m.id = mail_paper.mail_id and m.sent_at is null and m.failed_at is null
        ),
        due_at
      limit 1
      for update skip locked
    )
    returning org_id, id, name, maker, made_of, tries
  `);

type Wanted = Pick<Awaited, "orgId" | "id" | "name" | "maker" | "madeOf">;

/**
 * Makes one paper now, and gives its file. 503 where its maker is not at hand or fails: it is tried
 * again.
 */
export const makePaper = async (app: App, paper: Wanted): Promise<string> => {
  const make = makers.get(paper.maker);
  const later = "This paper is still being made. Try again in a minute.";
  if (!make) throw new Problem("notFound", "paper_awaited", later, { status: 503 });
  return keep(app, paper, await make(app, paper.orgId, paper.madeOf));
};

const keep = async (app: App, paper: Wanted, bytes: Buffer): Promise<string> => {
  const { orgId } = paper;
  const stored = await app.files.put(Readable.from([bytes]), undefined, "own");
  return app.database.transaction({ orgId, personId: null }, async (tx) => {
    const fileId = await recordFile(tx, { ...stored, orgId, name: paper.name });
    await tx.rows(sql`
      update mail_paper
      set state = 'ready', file_id = ${fileId}, due_at = null
      where org_id = ${orgId} and id = ${paper.id} and state = 'awaited'
    `);
    return fileId;
  });
};

const giveUp = ({ database }: App, { orgId, id }: Awaited) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update mail_paper
      set state = 'failed', due_at = null
      where org_id = ${orgId} and id = ${id} and state = 'awaited'
    `),
  );

/**
 * Makes the papers that letters wait for, one after the other; several instances never make the
 * same one at once. What fails three times, or where the server lacks what it needs, is given up,
 * and its letter says so. Gives how many were made.
 */
export const makeAwaitedPapers = async (app: App): Promise<number> => {
  let made = 0;
  // Without a mail server no letter goes out, also those of the demo story.
  if (!app.config.LEVEE_SMTP_URL) return made;
  for (;;) {
    const paper = await nextAwaited(app);
    if (!paper) return made;
    try {
      await keep(app, paper, await makers.get(paper.maker)!(app, paper.orgId, paper.madeOf));
      made++;
    } catch (error) {
      const hopeless = error instanceof Problem && error.code !== "pdf_took_too_long";
      if (!hopeless) console.error(`paper of a letter ${paper.id}:`, error);
      if (hopeless || paper.tries >= mostTries) await giveUp(app, paper);
    }
  }
};
