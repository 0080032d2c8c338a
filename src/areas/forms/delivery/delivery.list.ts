import { deliveryStatuses } from "#kernel/delivery-states.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { fatesOf } from "#server/mail/letter-fate.ts";
import type { DeliveryDetail } from "./delivery.model.ts";
import { destinationKinds } from "./destination.labels.ts";

export const deliveryList: ListDefinition = {
  name: "form-deliveries",
  title: "answers of forms sent on",
  alias: "d",
  base: "form_delivery d",
  from: `
    form_delivery d
    join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
  `,
  columns: {
    id: { sql: "d.id", hidden: true },
    submissionId: { sql: "d.submission_id", hidden: true },
    number: { sql: "s.number", label: "Submission" },
    form: { sql: "f.name", label: "Form" },
    kind: { sql: "d.kind", label: "Delivery method", codes: destinationKinds },
    sentTo: { sql: "d.sent_to", label: "To" },
    status: { sql: "d.status", label: "Status", codes: deliveryStatuses },
    attempts: { sql: "d.attempts", label: "Tries" },
    reason: { sql: "d.reason", label: "Response" },
    createdAt: { sql: "d.created_at", label: "Queued (UTC)", sort: true },
    endedAt: { sql: "d.ended_at", label: "Ended (UTC)" },
  },
  filters: {
    status: { kind: "set", sql: "d.status", type: "text" },
    kind: { kind: "set", sql: "d.kind", type: "text" },
    submission: { kind: "set", sql: "d.submission_id", type: "uuid" },
    createdAt: { kind: "range", sql: "(d.created_at at time zone $zone)::date", type: "date" },
  },
  search: ["s.number", "f.name", "d.sent_to"],
  defaultSort: "-createdAt",
};

type Try = DeliveryDetail["tries"][number] & { mailId: string | null };

/** A delivery with every try. 404 for none. */
export const readDelivery = async (db: Db, id: string): Promise<DeliveryDetail> => {
  const orgId = db.scope.orgId;
  const [row, tries] = await Promise.all([
    db.maybe<Omit<DeliveryDetail, "tries">>(sql`
      select
        d.id, d.submission_id, s.number, f.name as form, d.kind, d.sent_to, d.status, d.attempts,
        d.reason, d.created_at, d.ended_at
      from form_delivery d
      join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
      join form_definition f on f.org_id = s.org_id and f.id = s.form_id
      where d.org_id = ${orgId} and d.id = ${id}
    `),
    db.rows<Omit<Try, "sendings">>(sql`
      select number, began_at, ended_at, person_name, outcome, mail_id
      from form_delivery_try
      where org_id = ${orgId} and delivery_id = ${id}
      order by number desc
      limit 100
    `),
  ]);
  if (!row) throw notFound("delivery");
  const letters = tries.flatMap(({ mailId }) => (mailId ? [mailId] : []));
  const fates = new Map((await fatesOf(db, letters)).map((fate) => [fate.id, fate]));
  return {
    ...row,
    tries: tries.map(({ mailId, ...each }) => ({
      ...each,
      sendings: (mailId && fates.get(mailId)?.attempts) || null,
    })),
  };
};
