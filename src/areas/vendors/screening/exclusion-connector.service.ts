import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { fileColumns } from "#server/import/file-rows.ts";
import type { SourceTaker } from "#areas/connectors/connectors.server.ts";
import { beginList, currentList, listLines, loadList } from "./exclusion-list.service.ts";
import { dayOf } from "./fetch-list.service.ts";
import { screenAll } from "./screening.service.ts";

/** Reads the extract and counts what it would bring in; nothing is written. @throws Problem 422. */
const countRows = async (app: App, actor: Actor, sha256: string) => {
  let [taken, rejected] = [0, 0];
  for await (const lines of listLines(app, app.database.read(actor), sha256))
    for (const { row } of lines)
      if (row) taken++;
      else rejected++;
  return { taken, rejected };
};

/**
 * The connector of SAM.gov's Public Exclusions extract: it loads a new list as an upload does, and
 * screens every vendor against it. A list a tenth shorter than the current one asks first.
 */
export const exclusionTaker: SourceTaker = {
  kind: "sam-exclusions",
  importer: "exclusion-list",
  permission: "vendor.screen",
  heading: ({ files }, sha256) => fileColumns(files, sha256),
  look: async (app, actor, { sha256 }) => {
    const { taken, rejected } = await countRows(app, actor, sha256);
    return {
      read: taken + rejected,
      created: taken,
      updated: 0,
      skipped: 0,
      rejected,
      message: "The list would replace the one before, and every vendor would be screened.",
    };
  },
  take: async (app, actor, file, { accepted, progress }) => {
    const none = { read: 0, created: 0, updated: 0, skipped: 0, rejected: 0 };
    const current = await currentList(app.database.read(actor));
    if (current?.sha256 === file.sha256) {
      const read = current.rowsLoaded + current.rowsRejected;
      return { ...none, read, skipped: read, message: "The same list is loaded already." };
    }
    const day = dayOf(file.name, file.modified, actor.timeZone ?? "UTC");
    const list = await app.database.transaction(actor, (tx) =>
      beginList(tx, actor, file, day, accepted),
    );
    try {
      const { loaded, rejected } = await loadList(app, actor, list.id, progress);
      const { clear, possible, excluded } = await screenAll(app.database, actor, progress);
      return {
        ...none,
        read: loaded + rejected,
        created: loaded,
        rejected,
        message: `${counted(clear + possible + excluded, "vendor")} screened against it: ${possible} possible, ${excluded} excluded.`,
      };
    } catch (error) {
      if (error instanceof Problem && error.code === "list_shorter")
        return { ...none, message: error.message, asks: true };
      throw error;
    }
  },
};
