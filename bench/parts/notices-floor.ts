// The floor of the public list: a bare Fastify program with prepared queries, as the database's
// owner, without row security or answer schemas.
import Fastify from "fastify";
import pg from "pg";
import { serveParent } from "./program.ts";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const columns = `
  s.id, s.ocid, s.number, s.kind, s.status, s.title, s.summary, o.name as agency, o.slug,
  d.name as department, s.due_at as "dueAt", s.questions_until as "questionsUntil",
  s.published_at as "publishedAt", s.updated_at as "updatedAt", s.addenda,
  o.time_zone as "timeZone", s.federal
  from solicitation s
  join organization o on o.id = s.org_id
  join department d on d.org_id = s.org_id and d.id = s.department_id
  where s.published_at is not null
    and s.status not in ('draft', 'review')
    and not s.invited_only
`;
const newestFirst = "s.due_at desc nulls first, s.id desc nulls first";
const holds = (...words: string[]) =>
  words
    .map((word) => `(s.number || ' ' || s.title || ' ' || s.summary) ilike '%${word}%'`)
    .join(" and ");
const texts: Record<string, string> = {
  open: `
    select ${columns}
      and s.status in ('published', 'questions_closed')
      and s.due_at > clock_timestamp()
    order by s.due_at, s.id
    limit 25
  `,
  closed: `
    select ${columns} and s.due_at <= clock_timestamp() order by ${newestFirst} limit 25
  `,
  search: `
    select ${columns} and ${holds("bridge", "77")} order by ${newestFirst} limit 25
  `,
  broad: `
    select ${columns} and ${holds("culvert", "bridge", "7")} order by ${newestFirst} limit 25
  `,
  commodity: `
    select ${columns} and s.status in ('published', 'questions_closed') and s.due_at > clock_timestamp() and exists (
        select 1
        from solicitation_item i
        where i.org_id = s.org_id and i.solicitation_id = s.id and i.commodity_code like '2379%'
      )
    order by s.due_at, s.id
    limit 25
  `,
};
const counted: Record<string, string> = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [
    name,
    `
      select count(*)::int as n
      from (
        select 1 ${text.slice(text.indexOf("from solicitation s"), text.indexOf("order by"))}
        limit 1001
      ) c
    `,
  ]),
);

const server = Fastify();
server.get<{ Params: { name: string } }>("/:name", async ({ params: { name } }) => {
  const [items, total] = await Promise.all([
    pool.query({ name, text: texts[name]! }),
    pool.query({ name: `${name}-count`, text: counted[name]! }),
  ]);
  return { items: items.rows, total: total.rows[0].n };
});
const address = await server.listen({ port: 0, host: "127.0.0.1" });
serveParent(Number(new URL(address).port), async () => {
  await server.close();
  await pool.end();
});
