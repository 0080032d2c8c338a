import type { Actor } from "#kernel/access.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { isLetterNoun, mergeFields, mergeValues } from "../merge/fields.service.ts";
import { merged, plainInMarkdown, troubleOf } from "../merge/merge.model.ts";
import { letterTemplate } from "../communications.tables.ts";
import {
  templateInput,
  type PreviewAnswer,
  type TemplateInput,
  type TemplateVersion,
} from "./template.model.ts";

const namesOf = (noun: string): Set<string> => new Set(mergeFields(noun).map(({ name }) => name));

const checksOf = async (
  _db: Db,
  { noun, subject, body }: TemplateInput,
): Promise<PublishCheck[]> => {
  if (!isLetterNoun(noun))
    return [{ sentence: "Choose the kind of record again.", ok: false, path: "noun" }];
  const names = namesOf(noun);
  const wrong = [
    ...troubleOf(subject, names).map(({ sentence }) => ({ sentence, path: "subject" })),
    ...troubleOf(body, names).map(({ line, sentence }) => ({
      sentence: `Line ${line}: ${sentence}`,
      path: "body",
    })),
  ];
  return wrong.length > 0
    ? wrong.map((each) => ({ ...each, ok: false }))
    : [
        {
          sentence: "Every field is known and every condition has an end.",
          ok: true,
          path: "body",
        },
      ];
};

/** Letters, memos and mails that an agency writes often. */
export const templates = defineDefinition({
  name: "letterTemplate",
  what: "template",
  table: letterTemplate,
  body: templateInput,
  checks: checksOf,
  file: { schema: "levee.letter-template", version: 1 },
});

/** All versions, by name, newest first. */
export const listTemplates = (db: Db): Promise<TemplateVersion[]> =>
  db.rows<TemplateVersion>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, kind, noun, subject, body
    from letter_template
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** What is written of a record of this noun: templates in force. */
export const templatesFor = (db: Db, noun: string): Promise<TemplateVersion[]> =>
  db.rows<TemplateVersion>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, kind, noun, subject, body
    from letter_template
    where org_id = ${db.scope.orgId} and status = 'published' and noun = ${noun}
    order by name
    limit 200
  `);

type Text = Pick<TemplateInput, "noun" | "subject" | "body">;

/**
 * A text with the values of a record, and what is wrong with it; nothing is stored. Without a record
 * its fields stand for themselves.
 */
export const previewText = async (
  db: Db,
  actor: Actor,
  text: Text,
  objectId: string | null,
): Promise<PreviewAnswer> => {
  const names = namesOf(text.noun);
  const values =
    text.noun !== "" && objectId === null
      ? new Map([...names].map((name) => [name, `⟨${name}⟩`]))
      : await mergeValues(db, actor, text.noun, objectId);
  return {
    subject: merged(text.subject, values),
    text: merged(text.body, values, plainInMarkdown),
    trouble: [...troubleOf(text.subject, names), ...troubleOf(text.body, names)],
  };
};
