import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { newId } from "#kernel/ids.ts";
import { askForExport } from "#areas/agencies/export/export.service.ts";
import { makeExport } from "#areas/agencies/export/make.service.ts";
import { timed, type World } from "./agency-world.ts";
import { must } from "./figures.ts";

/**
 * Milliseconds that it takes to copy the same bytes: the rows as the database writes them as JSON, and the
 * files, each into a file of its own. Nothing is packed, hashed or proved.
 */
export const plainBytes = async ({ bench, app, agency }: World): Promise<number> => {
  const folder = join(bench.dataDir, "plain");
  await mkdir(folder, { recursive: true });
  const client = new pg.Client({ connectionString: bench.url });
  await client.connect();
  const { rows } = await client.query<{ sha256: string }>(
    "select sha256 from stored_file where org_id = $1",
    [agency.orgId],
  );
  const [ms] = await timed(async () => {
    for (const table of ["department", "vendor"])
      await pipeline(
        client.query(
          copyTo(
            `copy (select row_to_json(t) from "${table}" t where org_id = '${agency.orgId}') to stdout`,
          ),
        ),
        createWriteStream(join(folder, table), { flush: true }),
      );
    for (const { sha256 } of rows)
      await pipeline(
        createReadStream(await app.files.pathOf(sha256)),
        createWriteStream(join(folder, sha256), { flush: true }),
      );
  });
  await client.end();
  await rm(folder, { recursive: true });
  return ms;
};

const megabytes = (bytes: number): number => Math.round(bytes / 1048576);

/** Memory of this process while an export runs, in MiB: the most of each quarter of its time. */
const watched = async <T>(work: () => Promise<T>): Promise<{ answer: T; quarters: number[] }> => {
  const seen: number[] = [];
  const look = setInterval(() => seen.push(process.memoryUsage.rss()), 25);
  try {
    const answer = await work();
    seen.push(process.memoryUsage.rss());
    const quarter = Math.ceil(seen.length / 4);
    const quarters = [0, 1, 2, 3].map((n) =>
      megabytes(Math.max(0, ...seen.slice(n * quarter, (n + 1) * quarter))),
    );
    return { answer, quarters };
  } finally {
    clearInterval(look);
  }
};

/** Milliseconds of an export of the whole agency, its bytes, and the memory meanwhile. */
export const wholeExport = async (
  { app, agency }: World,
  of: { rows: number; files: number },
): Promise<{ ms: number; bytes: number; quarters: number[] }> => {
  const { admin } = agency.people;
  const { id } = await app.database.transaction(admin, (tx) => askForExport(tx, admin, null));
  const job = {
    app,
    actor: { ...admin, kind: "system" as const },
    jobId: newId(),
    payload: { exportId: id },
    progress: async () => {},
  };
  const { answer, quarters } = await watched(() => timed(() => makeExport(job)));
  const [ms, made] = answer;
  must(made.status === "ready", `the export is ${made.status}: ${made.failure}`);
  must((made.rowCount ?? 0) >= of.rows, `the export has ${made.rowCount} rows`);
  must(made.fileCount === of.files, `the export has ${made.fileCount} files`);
  const place = join(app.config.files, "exports", `${id}.zip`);
  const { size } = await stat(place);
  await rm(place);
  return { ms, bytes: size, quarters };
};
