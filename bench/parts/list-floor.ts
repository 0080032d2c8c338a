// The floor of a list: a bare Fastify program with one prepared query, as the database's owner,
// without row security, roles or answer schemas.
import Fastify from "fastify";
import pg from "pg";
import { serveParent } from "./program.ts";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const text = `
  select
    o.id, o.number, o.title, o.status, o.revision, v.name as vendor, o.vendor_id as "vendorId",
    d.name as department, o.department_id as "departmentId", who.display_name as buyer, o.amount,
    o.received_amount as "receivedAmount", o.invoiced_amount as "invoicedAmount",
    o.ordered_on::text as "orderedOn", o.promised_on::text as "promisedOn", o.emergency,
    coalesce(
      o.promised_on < current_date and o.status in ('issued', 'acknowledged', 'partly_received'),
      false
    ) as late,
    o.version
  from purchase_order o
  join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
  join department d on d.org_id = o.org_id and d.id = o.department_id
  left join person who on who.id = o.buyer_id
  where o.org_id = $1 and o.status = 'issued' and (o.ordered_on, o.id) < ($2::date, $3::uuid)
  order by o.ordered_on desc, o.id desc
  limit 50
`;

const found = text.replace(
  "o.status = 'issued' and (o.ordered_on, o.id) < ($2::date, $3::uuid)",
  "o.id in (select id from record_words where org_id = $1 and kind = 'purchaseOrder' and (own || ' ' || vendor) ilike $2 and (own || ' ' || vendor) ilike $3)",
);

const server = Fastify();
server.get<{ Querystring: { org: string; a: string; b: string } }>("/found", async ({ query }) => ({
  items: (
    await pool.query({
      name: "found",
      text: found,
      values: [query.org, `%${query.a}%`, `%${query.b}%`],
    })
  ).rows,
}));
server.get<{ Querystring: { org: string; day: string; id: string } }>(
  "/orders",
  async ({ query }) => ({
    items: (await pool.query({ name: "orders", text, values: [query.org, query.day, query.id] }))
      .rows,
  }),
);
const address = await server.listen({ port: 0, host: "127.0.0.1" });
serveParent(Number(new URL(address).port), async () => {
  await server.close();
  await pool.end();
});
