import { invalidField, notFound } from "#kernel/errors.ts";
import type { Fact, PublishCheck } from "#kernel/definition.ts";
import type { z } from "zod";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { exportedList } from "#server/http/exported.ts";
import { knownSources } from "./basis.service.ts";
import { paperChecks } from "./check.model.ts";
import { labelOf, paperFormats, type PaperSource, type Place, type Sheet } from "./paper.labels.ts";
import {
  templateFile,
  templateInput,
  type PaperTemplate,
  type TemplateInput,
} from "./paper.model.ts";
import { paper, paperTemplate } from "./paper.tables.ts";

export type TemplateRecord = typeof paperTemplate.$inferSelect;
export type PaperRecord = typeof paper.$inferSelect;

/** A PDF that was uploaded, with what was read of it. 404 for another agency's. */
export const paperOf = (db: Db, id: string): Promise<PaperRecord> =>
  getRow(db, paper, id, "PDF") as Promise<PaperRecord>;

const basisCheck = (template: TemplateInput, known: boolean): PublishCheck =>
  template.basis.kind === "form"
    ? {
        sentence: known ? "Its form is in force." : "Its form is not in force. Publish that first.",
        ok: known,
        path: "basis",
      }
    : {
        sentence: known
          ? "Its list can be exported."
          : "There is no such list. Choose another one.",
        ok: known,
        path: "basis",
      };

const checksOf = async (db: Db, template: TemplateInput): Promise<PublishCheck[]> => {
  const [{ sheet }, known] = await Promise.all([
    paperOf(db, template.paperId),
    knownSources(db, template.basis),
  ]);
  return [
    basisCheck(template, known !== null),
    ...paperChecks(sheet, template.places, known ?? (() => true)),
  ];
};

const sourceInWords = (source: PaperSource): string =>
  source.from === "text"
    ? `“${source.text}”`
    : source.from === "column"
      ? `column ${source.key}`
      : `answer ${source.key}${source.row > 0 ? `, row ${source.row}, ${source.column}` : ""}`;

const placeInWords = (place: Place): string =>
  [
    sourceInWords(place.source),
    ...(place.format === "shown" ? [] : [paperFormats[place.format]]),
    ...(place.equals ? [`ticked where it is ${place.equals}`] : []),
    ...place.options.map(({ value, option }) => `${value} ticks ${option}`),
    ...(place.box
      ? [
          `page ${place.box.page + 1} at ${place.box.x}, ${place.box.y}: ${place.box.width} by ${place.box.height}`,
        ]
      : []),
    ...(place.size ? [`${place.size} points`] : []),
    ...(place.align === "left" ? [] : [place.align]),
  ].join("; ");

const factsOf = (template: TemplateRecord, { name, sha256, sheet }: PaperRecord): Fact[] => [
  ["Name", template.name],
  ["PDF", `${name} (${sha256.slice(0, 12)})`],
  ["Filled from", template.basis.kind === "form" ? template.basis.formId : template.basis.path],
  ["Empty PDF offered", template.offered ? "yes" : "no"],
  ...template.places.map((place, at): Fact => [
    `${labelOf(place, sheet as Sheet)} (${at + 1})`,
    placeInWords(place),
  ]),
];

type FileContent = z.output<typeof templateFile>;

const slugOf = async (db: Db, formId: string): Promise<string | null> =>
  (
    await db.maybe<{ slug: string }>(sql`
      select slug
      from form_definition
      where org_id = ${db.scope.orgId} and definition_id = ${formId}
      order by version_no desc
      limit 1
    `)
  )?.slug ?? null;

const writeFile = async (db: Db, template: TemplateRecord): Promise<FileContent> => {
  const { basis, name, offered, places } = template;
  return {
    name,
    offered,
    places,
    pdf: (await paperOf(db, template.paperId)).sha256,
    form: basis.kind === "form" ? await slugOf(db, basis.formId) : null,
    list: basis.kind === "list" ? basis.path : null,
  };
};

const readFile = async (db: Db, file: FileContent): Promise<TemplateInput> => {
  const [sheet, form] = await Promise.all([
    db.maybe<{ id: string }>(sql`
      select id
      from paper
      where org_id = ${db.scope.orgId} and sha256 = ${file.pdf}
      order by created_at desc
      limit 1
    `),
    db.maybe<{ definitionId: string }>(sql`
      select definition_id
      from form_definition
      where org_id = ${db.scope.orgId} and slug = ${file.form} and status = 'published'
      limit 1
    `),
  ]);
  if (!sheet)
    throw invalidField(
      "definition.pdf",
      "Upload this template's PDF first: it is found by its content.",
    );
  if (file.form !== null && !form)
    throw invalidField("definition.form", `No form in force has the address ${file.form}.`);
  if (file.form === null && !exportedList(file.list ?? ""))
    throw invalidField("definition.list", "There is no such list here.");
  const { name, offered, places } = file;
  return {
    name,
    offered,
    places,
    paperId: sheet.id,
    basis: form ? { kind: "form", formId: form.definitionId } : { kind: "list", path: file.list! },
  };
};

/** The agency's PDF templates. A run holds the id of the version that it fills in. */
export const templates = defineDefinition({
  name: "paperTemplate",
  what: "PDF template",
  table: paperTemplate,
  body: templateInput,
  checks: checksOf,
  facts: async (db, versions) =>
    Promise.all(
      versions.map(async (version) =>
        factsOf(version as TemplateRecord, await paperOf(db, version.paperId)),
      ),
    ),
  file: {
    schema: "levee.paper-template",
    version: 1,
    elsewhere: { content: templateFile, write: writeFile, read: readFile },
  },
});

/** 422 at `paperId` for a PDF that this agency does not have. */
export const requirePaper = async (db: Db, id: string | undefined): Promise<void> => {
  if (id === undefined) return;
  const found = await db.maybe(
    sql`select 1 as ok from paper where org_id = ${db.scope.orgId} and id = ${id}`,
  );
  if (!found) throw invalidField("paperId", "Upload this PDF first.");
};

const columns = sql`
  
    id, definition_id, version_no, name, status, published_at, version, paper_id, basis, offered,
    places
`;

/** All versions, by name, newest first. */
export const listTemplates = (db: Db): Promise<PaperTemplate[]> =>
  db.rows<PaperTemplate>(sql`
    select ${columns}
    from paper_template
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** Templates in force, of a form's family where one is named. */
export const templatesInForce = (db: Db, formId: string | null = null): Promise<PaperTemplate[]> =>
  db.rows<PaperTemplate>(sql`
    select ${columns}
    from paper_template
    where org_id = ${db.scope.orgId}
      and status = 'published'
      and (${formId}::uuid is null or basis ->> 'formId' = ${formId}::text)
    order by name, id
    limit 500
  `);

/** A version in force with its PDF; 404 for none, and for one that is not in force. */
export const templateToFill = async (
  db: Db,
  id: string,
): Promise<{ template: TemplateRecord; sheet: PaperRecord }> => {
  const template = (await getRow(db, paperTemplate, id, "PDF template")) as TemplateRecord;
  if (template.status !== "published") throw notFound("PDF template");
  return { template, sheet: await paperOf(db, template.paperId) };
};
