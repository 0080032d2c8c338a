import { basename } from "node:path";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import type { Answer } from "#server/outgoing/outgoing.ts";
import {
  beginList,
  currentList,
  loadList,
  mostListBytes,
  type ExclusionListRecord,
} from "./exclusion-list.service.ts";
import {
  neededSource,
  noteFailed,
  noteFetched,
  type ExclusionSource,
} from "./exclusion-source.service.ts";
import { extractDate } from "./extract.model.ts";

type Progress = JobRun<unknown>["progress"];
const minutes = 60_000;

const nameOf = (address: string): string => {
  const last = basename(new URL(address).pathname);
  return /^[\w.-]{1,120}$/.test(last) ? last : "exclusions.csv";
};

/** The day of a list: by its published name, else the day on which the file was last changed. */
export const dayOf = (name: string, modified: string | null, timeZone: string): string | null => {
  const at = modified === null ? NaN : Date.parse(modified);
  return (
    extractDate(name) ??
    (at > 0 && at <= databaseMs() ? dateIn(new Date(at).toISOString(), timeZone) : null)
  );
};

const refuseStatus = ({ status, body }: Answer): void => {
  if (status === 200) return;
  body.destroy();
  throw new Problem(
    "upstream",
    "source_answers",
    status === 404 || status === 410
      ? "There is nothing at the address any more. Set the one where the list is now."
      : status === 401 || status === 403
        ? "The address does not let anybody in without signing in. Set one that does."
        : `The address answered with an error (${status}). It is asked again tomorrow.`,
  );
};

async function* told(body: Readable, total: number | null, progress: Progress) {
  let read = 0;
  for await (const chunk of body) {
    read += (chunk as Buffer).length;
    await progress(read, total, "Fetching the list");
    yield chunk;
  }
}

/** Fetches the file of the source into the store; null where it has not changed. */
const download = async (
  app: App,
  source: ExclusionSource,
  progress: Progress,
): Promise<{ answer: Answer; sha256: string; size: number; mediaType: string } | null> => {
  const answer = await app.outgoing.of(source.orgId).call(source.address, {
    purpose: "exclusion list",
    etag: source.etag,
    modified: source.modified,
    redirects: 3,
    limits: { wholeMs: 15 * minutes, mostBytes: mostListBytes, atOnce: 2 },
  });
  if (answer.status === 304) {
    answer.body.destroy();
    return null;
  }
  refuseStatus(answer);
  const total = Number(answer.headers["content-length"]) || null;
  const stored = await app.files.put(
    Readable.from(told(answer.body, total, progress)),
    mostListBytes,
  );
  if (stored.mediaType !== "text/plain")
    throw new Problem(
      "invalid",
      "file_type",
      "What is at the address is no CSV file. A ZIP is not opened: the address must give the CSV itself.",
    );
  return { answer, ...stored };
};

const begin = (
  app: App,
  actor: Actor,
  source: ExclusionSource,
  { answer, ...stored }: NonNullable<Awaited<ReturnType<typeof download>>>,
): Promise<ExclusionListRecord> =>
  app.database.transaction(actor, async (tx) => {
    const name = nameOf(source.address);
    const day = dayOf(name, answer.modified, actor.timeZone ?? "UTC");
    const uploadedBy = actor.personId;
    const id = await recordFile(tx, { ...stored, orgId: actor.orgId!, name, uploadedBy });
    return beginList(tx, actor, { id, name, sha256: stored.sha256 }, day);
  });

/**
 * Takes the list from its address and loads it as an upload is loaded; nothing new is no failure.
 * What fails stands with the source, the list before stays current. Gives the records of a list
 * that became current, else null. Throws what failed.
 */
export const fetchList = async (
  app: App,
  actor: Actor,
  progress: Progress = async () => {},
): Promise<{ loaded: number; rejected: number } | null> => {
  const { database } = app;
  const source = await neededSource(database.read(actor));
  try {
    const found = await download(app, source, progress);
    const current = await currentList(database.read(actor));
    const same = found === null || found.sha256 === current?.sha256;
    const list = same ? null : await begin(app, actor, source, found);
    const loaded = list && (await loadList(app, actor, list.id, progress));
    const { etag, modified } = found?.answer ?? source;
    const came = loaded !== null;
    await database.transaction(actor, (tx) => noteFetched(tx, source, { etag, modified, came }));
    return loaded;
  } catch (error) {
    if (error instanceof Problem)
      await database.transaction(actor, (tx) => noteFailed(tx, source, error.message));
    throw error;
  }
};
