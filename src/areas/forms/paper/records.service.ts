import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { exportedListAt, exportedRecords, exportedSearch } from "#server/http/exported.ts";
import type { Asked } from "../form/form.labels.ts";
import { tellerOfRow } from "./basis.service.ts";
import type { PaperValues } from "./fill.service.ts";
import type { PaperBasis, Place, Sheet } from "./paper.labels.ts";
import { mostCopies } from "./paper.model.ts";
import { valuesFor, valuesOfAnswers } from "./values.model.ts";

/** A record with what it fills in, or why it cannot. */
export type ToFill = { id: string; number: string } & (
  | { given: PaperValues; refusal: null }
  | { given: null; refusal: string }
);
type Template = { basis: PaperBasis; places: readonly Place[]; sheet: Sheet };
/** Named records, or what a list finds by the query of its address. */
export type Chosen = { ids: readonly string[]; search: string | null };

/** Where submissions are listed. */
export const submissionsPath = "/api/v1/form-submissions";

const rowsOf = async (db: Db, actor: Actor, path: string, chosen: Chosen) => {
  const found = exportedListAt(actor, path);
  if (!found) throw notFound("list");
  const rows =
    chosen.search === null
      ? await exportedRecords(db, actor, found.list, chosen.ids)
      : await exportedSearch(db, actor, found.list, chosen.search, mostCopies);
  return { list: found.list, rows };
};

const nameOf = (row: Readonly<Record<string, unknown>>): string =>
  String(row.number ?? row.name ?? row.title ?? row.id);

type Answered = Asked & {
  id: string;
  number: string;
  definitionId: string;
  answers: Record<string, unknown>;
};

const submissionsOf = (db: Db, ids: readonly string[]): Promise<Answered[]> =>
  db.rows<Answered>(sql`
    select s.id, s.number, f.definition_id, f.pages, s.answers
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${db.scope.orgId} and s.id = any(${[...ids]}::uuid[])
    order by s.number desc
  `);

/** What submissions fill in, whoever asks having been asked whether they may see them. */
export const submissionsToFill = async (
  db: Db,
  { basis, places, sheet }: Template,
  ids: readonly string[],
): Promise<ToFill[]> =>
  (await submissionsOf(db, ids)).map((row) =>
    basis.kind === "form" && row.definitionId === basis.formId
      ? {
          id: row.id,
          number: row.number,
          given: valuesOfAnswers({ sheet, places }, row, row.answers),
          refusal: null,
        }
      : {
          id: row.id,
          number: row.number,
          given: null,
          refusal: "It was filled in on another form than this template is for.",
        },
  );

/**
 * What records fill in, as their list shows them to the actor now. 404 for a list that they may not
 * read, 422 for a template of another list and for more than 500 records.
 */
export const recordsToFill = async (
  db: Db,
  actor: Actor,
  template: Template,
  path: string,
  chosen: Chosen,
): Promise<ToFill[]> => {
  const { basis, places, sheet } = template;
  if (basis.kind === "list" ? basis.path !== path : path !== submissionsPath)
    throw invalidField("templateId", "This template is filled from another list.");
  const { list, rows } = await rowsOf(db, actor, path, chosen);
  if (basis.kind === "form")
    return submissionsToFill(
      db,
      template,
      rows.map((row) => String(row.id)),
    );
  return rows.map((row) => ({
    id: String(row.id),
    number: nameOf(row),
    given: valuesFor({ sheet, places }, tellerOfRow(list, row, actor.timeZone ?? "UTC")),
    refusal: null,
  }));
};
