import { dateIn, formatInstant } from "#kernel/dates.ts";
import type { Actor } from "#kernel/access.ts";
import { isInstant, isDate } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { named } from "#server/http/export.ts";
import { exportedColumns, exportedList, exportedLists, titleOf } from "#server/http/exported.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { fieldsOf, type FormPage } from "../form/form.labels.ts";
import type { Known } from "./check.model.ts";
import type { PaperBasis } from "./paper.labels.ts";
import type { Bases } from "./paper.model.ts";
import { toldCents, toldDay, toldText, toldYesNo, type Teller, type Told } from "./values.model.ts";

type FormInForce = { formId: string; name: string; pages: FormPage[] };

/** The forms in force of the agency, or the one of a family. */
const formsInForce = (db: Db, formId: string | null = null): Promise<FormInForce[]> =>
  db.rows<FormInForce>(sql`
    select definition_id as form_id, name, pages
    from form_definition
    where org_id = ${db.scope.orgId}
      and status = 'published'
      and (${formId}::uuid is null or definition_id = ${formId})
    order by name, definition_id
    limit 500
  `);

const wordsOf = ({ columns }: ListDefinition, key: string) => {
  const codes = columns[key]?.codes;
  return codes && typeof codes === "object"
    ? Object.keys(codes).map((code) => ({ key: code, label: String(named(codes, code)) }))
    : [];
};

/** What the actor may fill a template from: forms in force, and lists that they may export. */
export const basesFor = async (db: Db, actor: Actor): Promise<Bases> => ({
  forms: (await formsInForce(db)).map(({ formId, name, pages }) => ({
    formId,
    name,
    fields: fieldsOf({ pages }).map((field) => ({
      key: field.key,
      label: field.label,
      kind: field.kind,
      columns: field.columns.map(({ key, label }) => ({ key, label })),
      values: field.options.map(({ value, label }) => ({ key: value, label })),
    })),
  })),
  lists: exportedLists(actor).map(({ path, list }) => ({
    path,
    name: titleOf(list),
    columns: exportedColumns(list).map(([key, column]) => ({
      key,
      label: column.label!,
      values: wordsOf(list, key),
    })),
  })),
});

/** Which sources there are for this basis; null where there is no such form in force, or list. */
export const knownSources = async (db: Db, basis: PaperBasis): Promise<Known | null> => {
  if (basis.kind === "list") {
    const found = exportedList(basis.path);
    if (!found) return null;
    const keys = new Set(exportedColumns(found.list).map(([key]) => key));
    return (source) => source.from === "column" && keys.has(source.key);
  }
  const [form] = await formsInForce(db, basis.formId);
  if (!form) return null;
  const fields = new Map(fieldsOf(form).map((field) => [field.key, field]));
  return (source) => {
    if (source.from !== "answer") return false;
    const field = fields.get(source.key);
    if (!field) return false;
    return source.row === 0 || field.columns.some((column) => column.key === source.column);
  };
};

const toldOf = (list: ListDefinition, key: string, value: unknown, zone: string): Told | null => {
  const column = list.columns[key];
  if (!column || value === null || value === undefined || value === "") return null;
  if (column.codes) {
    const words = named(column.codes, value);
    const codes = (Array.isArray(value) ? value : [value]).map(String);
    return { text: Array.isArray(words) ? words.join("; ") : String(words), codes };
  }
  if (column.money && typeof value === "number") return toldCents(value);
  if (typeof value === "boolean") return toldYesNo(value);
  if (Array.isArray(value)) return { text: value.join("; "), codes: value.map(String) };
  if (typeof value === "string" && isDate(value)) return toldDay(value);
  if (typeof value === "string" && isInstant(value))
    return {
      ...toldText(formatInstant(value, zone), value),
      day: dateIn(value, zone),
    };
  return toldText(String(value));
};

/** What a row of a list says, as its export does: words for codes, and nothing that is masked there. */
export const tellerOfRow =
  (list: ListDefinition, row: Readonly<Record<string, unknown>>, zone: string): Teller =>
  (source) =>
    source.from === "text"
      ? toldText(source.text)
      : source.from === "column" && exportedColumns(list).some(([key]) => key === source.key)
        ? toldOf(list, source.key, row[source.key], zone)
        : null;
