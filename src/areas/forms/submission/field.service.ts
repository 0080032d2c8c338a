import { z } from "zod";
import { attachPhotos, fieldKind, type PacketItem } from "#areas/field/field.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { fieldsOf, takesFiles, type Asked } from "../form/form.labels.ts";
import { timesFor } from "../filling/sheet.service.ts";
import { newSubmission } from "./submission.model.ts";
import { beginSubmission } from "./submission.service.ts";

const captured = z.strictObject({
  formId: newSubmission.shape.formId,
  answers: newSubmission.shape.answers,
});

type Form = Asked & { id: string; version: number; name: string; about: string };

/**
 * The forms of staff that can be filled in without a line: those that ask for no file, since files of
 * forms are looked at and made bare while they are answered.
 */
const formsFor = async (db: Db): Promise<PacketItem[]> => {
  const rows = await db.rows<Form>(sql`
    select id, version, name, about, pages
    from form_definition
    where org_id = ${db.scope.orgId} and status = 'published' and audience = 'staff'
    order by name, id
    limit 100
  `);
  return Promise.all(
    rows
      .filter((form) => !fieldsOf(form).some(takesFiles))
      .map(async ({ id, version, ...form }) => ({
        ...{ id, version, title: form.name, dueAt: null, latitude: null, longitude: null },
        data: { ...form, times: await timesFor(db, form) },
      })),
  );
};

/** A form of staff, filled in where there is no line, by the version that the packet held. */
export const capturedForms = fieldKind({
  kind: "staff_form",
  permission: "form.fill",
  payload: captured,
  packet: (db) => formsFor(db),
  apply: async (tx, actor, { values, photos }) => {
    const filler = {
      ...{ audience: "staff" as const, name: actor.name, email: null },
      ...{ personId: actor.personId, vendorId: null },
    };
    const { id, number } = await beginSubmission(tx, actor, filler, {
      ...values,
      ...{ submit: true, earlier: true },
    });
    const record = { type: "formSubmission", id, number };
    await attachPhotos(tx, actor, record, photos);
    return record;
  },
});
