import { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { dayField } from "#kernel/time-fields.ts";
import { note } from "#server/change.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, "A percentage with at most three decimals.")
  .refine((text) => Number(text) <= 100, "Enter a percentage from 0 to 100.");
const toleranceInput = z.object({
  effectiveFrom: z.iso.date("Enter the day it begins."),
  pricePercent: percent,
  priceCents: z.number().int().min(0).max(1_000_000_00),
  quantityPercent: percent.default("0"),
});
const toleranceRow = z
  .object({
    id: z.string(),
    effectiveFrom: dayField,
    pricePercent: z.string(),
    priceCents: z.number(),
    quantityPercent: z.string(),
  })
  .meta({ id: "MatchTolerance" });

const path = "/api/v1/match-tolerances";
const columns = sql`id, effective_from, price_percent, price_cents, quantity_percent`;

/**
 * The agency's match tolerances by the day they begin; an invoice is matched by the one that holds
 * when it is received.
 */
export const toleranceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "invoice.read",
    summary: "Match tolerances, newest first",
    response: z.object({ items: z.array(toleranceRow) }),
    handler: async ({ actor, db }) => ({
      items: await db.rows<z.input<typeof toleranceRow>>(sql`
        select ${columns}
        from match_tolerance
        where org_id = ${actor.orgId}
        order by effective_from desc
        limit 100
      `),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "organization.edit",
    summary:
      "Set the tolerance that holds from a day; one that was set for that very day is replaced",
    body: toleranceInput,
    response: toleranceRow,
    handler: async ({ actor, tx, body }) => {
      const before = await tx.maybe<z.input<typeof toleranceRow>>(sql`
        select ${columns}
        from match_tolerance
        where org_id = ${actor.orgId} and effective_from = ${body.effectiveFrom}
        for update
      `);
      const row = await tx.one<z.input<typeof toleranceRow>>(sql`
        insert into match_tolerance (
          org_id, id, effective_from, price_percent, price_cents, quantity_percent, created_by
        )
        values (
          ${actor.orgId}, ${newId()}, ${body.effectiveFrom}, ${body.pricePercent},
          ${body.priceCents}, ${body.quantityPercent}, ${actor.personId}
        )
        on conflict (org_id, effective_from)
        do update set
          price_percent = excluded.price_percent, price_cents = excluded.price_cents,
          quantity_percent = excluded.quantity_percent, created_by = excluded.created_by
        returning ${columns}
      `);
      note(tx, actor, "matchTolerance", row.id, {
        number: row.effectiveFrom,
        action: "set",
        before,
        after: row,
        event: null,
      });
      return row;
    },
  }),
];
