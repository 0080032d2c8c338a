// The floor: what a bare Fastify and pg program takes for the same documents. One transaction and
// one hash-chained audit row a step, the checks that
// keep the figures right (status, budget, quantities), every statement prepared; no roles, no row
// security, no approvals, no history.
// FLOOR_PIPELINED=on sends statements without waiting for the one before, which pg does only where
// it is told to.
import { createHash } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { newId } from "#kernel/ids.ts";
import { serveParent } from "./program.ts";

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 16,
  pipeline: process.env.FLOOR_PIPELINED === "on",
} as pg.PoolConfig);
type Run = (name: string, text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * One transaction, at its end one audit row on the chain; the chain's head is locked as late as it
 * can be.
 */
const step = async <T>(action: string, work: (run: Run) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const run: Run = (name, text, values = []) => client.query({ name, text, values });
  try {
    const begun = run("begin", "begin");
    const answer = await work(run);
    await begun;
    const content = JSON.stringify({ action, answer, at: Date.now() });
    const { rows } = await run("head", "select head from floor_chain for update");
    const head = createHash("sha256").update(rows[0].head).update(content).digest("base64");
    await Promise.all([
      run("audit", "insert into floor_audit (id, prev, hash, content) values ($1, $2, $3, $4)", [
        newId(),
        rows[0].head,
        head,
        content,
      ]),
      run("chain", "update floor_chain set head = $1", [head]),
      run("commit", "commit"),
    ]);
    return answer;
  } catch (error) {
    await run("rollback", "rollback");
    throw error;
  } finally {
    client.release();
  }
};

const one = (result: pg.QueryResult, what: string) => {
  if (result.rowCount !== 1) throw Object.assign(new Error(what), { statusCode: 409 });
  return result.rows[0];
};
const numberOf = async (run: Run, kind: string) =>
  `${kind}-2027-${String(
    one(
      await run(
        "number",
        `update floor_counter set last = last + 1 where kind = $1 returning last`,
        [kind],
      ),
      "no counter",
    ).last,
  ).padStart(5, "0")}`;
const status = (run: Run, table: string, id: string, from: string, to: string) =>
  run(
    `${table} ${from} ${to}`,
    `
      update floor_${table}
      set status = '${to}', version = version + 1
      where id = $1 and status = '${from}'
      returning *
    `,
    [id],
  ).then((r) => one(r, `not ${from}`));

type Line = {
  id: string;
  description: string;
  quantity: number;
  price: number;
  account: number;
  orderLine?: string;
};
const cents = (lines: readonly Line[]) => lines.reduce((n, l) => n + l.quantity * l.price, 0);
const store = (run: Run, table: string, document: string, lines: readonly Line[]) =>
  run(
    `${table} lines`,
    `
      insert into floor_${table}_line (
        id, document, line_no, description, quantity, price, account, order_line
      )
      select t.*, x.*
      from
        (
          select
            unnest($1::uuid[]), $2::uuid, unnest($3::int[]), unnest($4::text[]),
            unnest($5::numeric[]), unnest($6::bigint[]), unnest($7::int[])
        ) t(id, document, line_no, description, quantity, price, account),
        lateral (select ($8::uuid[])[t.line_no]) x
    `,
    [
      lines.map((l) => l.id),
      document,
      lines.map((_, i) => i + 1),
      lines.map((l) => l.description),
      lines.map((l) => l.quantity),
      lines.map((l) => l.price),
      lines.map((l) => l.account),
      lines.map((l) => l.orderLine ?? null),
    ],
  );
const byAccount = (
  lines: readonly { account: number; quantity: number | string; price: number | string }[],
) => {
  const sums = new Map<number, number>();
  for (const l of lines)
    sums.set(l.account, (sums.get(l.account) ?? 0) + Number(l.quantity) * Number(l.price));
  return [...sums].sort(([a], [b]) => a - b);
};
/** Moves committed or spent cents of the accounts, never beyond what the budget holds. */
const move = async (
  run: Run,
  lines: Parameters<typeof byAccount>[0],
  committed: 0 | 1 | -1,
  spent: 0 | 1,
) => {
  for (const [account, amount] of byAccount(lines))
    one(
      await run(
        "budget",
        `
          update floor_budget
          set committed = committed + $2, spent = spent + $3
          where account = $1 and budget >= committed + $2 + spent + $3
          returning account
        `,
        [account, committed * amount, spent * amount],
      ),
      "over budget",
    );
};

const server = Fastify();
server.post<{ Body: { title: string; lines: Line[] } }>("/requisitions", ({ body }) =>
  step("requisition.create", async (run) => {
    const id = newId();
    const lines = body.lines.map((l) => ({ ...l, id: newId() }));
    const number = await numberOf(run, "REQ");
    const row = run(
      "requisition",
      `
        insert into floor_requisition (id, number, title, status, amount)
        values ($1, $2, $3, 'draft', $4)
        returning *
      `,
      [id, number, body.title, cents(lines)],
    );
    await store(run, "requisition", id, lines);
    return { ...(await row).rows[0], lines };
  }),
);
server.post<{ Params: { id: string } }>("/requisitions/:id/approve", ({ params }) =>
  step("requisition.approve", async (run) => {
    const { rows } = await run(
      "requisition of",
      "select account, quantity, price from floor_requisition_line where document = $1",
      [params.id],
    );
    await move(run, rows, 1, 0);
    return status(run, "requisition", params.id, "draft", "approved");
  }),
);
server.post<{ Body: { requisition: string; vendor: number } }>("/orders", ({ body }) =>
  step("order.create", async (run) => {
    const id = newId();
    const [ordered, found] = await Promise.all([
      status(run, "requisition", body.requisition, "approved", "ordered"),
      run(
        "lines to order",
        `
          select description, quantity, price, account
          from floor_requisition_line
          where document = $1
          order by line_no
        `,
        [body.requisition],
      ),
    ]);
    const lines: Line[] = found.rows.map((l) => ({
      ...l,
      id: newId(),
      quantity: Number(l.quantity),
      price: Number(l.price),
    }));
    const number = await numberOf(run, "PO");
    const row = run(
      "order",
      `
        insert into floor_order (id, number, title, status, amount, vendor)
        values ($1, $2, $3, 'draft', $4, $5)
        returning *
      `,
      [id, number, ordered.title, cents(lines), body.vendor],
    );
    await store(run, "order", id, lines);
    return { ...(await row).rows[0], lines };
  }),
);
server.post<{ Params: { id: string }; Body: { lines: { orderLine: string; quantity: number }[] } }>(
  "/orders/:id/receive",
  ({ params, body }) =>
    step("receipt.post", async (run) => {
      const id = newId();
      const number = await numberOf(run, "RCV");
      const ids = body.lines.map((l) => l.orderLine);
      const quantities = body.lines.map((l) => l.quantity);
      const [, , moved, order] = await Promise.all([
        run("receipt", "insert into floor_receipt (id, number, document) values ($1, $2, $3)", [
          id,
          number,
          params.id,
        ]),
        run(
          "receipt lines",
          `
            insert into floor_receipt_line (id, receipt, order_line, quantity)
            select unnest($1::uuid[]), $2::uuid, unnest($3::uuid[]), unnest($4::numeric[])
          `,
          [ids.map(() => newId()), id, ids, quantities],
        ),
        run(
          "receive",
          `
            update floor_order_line l
            set received = received + t.quantity
            from unnest($1::uuid[], $2::numeric[]) t(id, quantity)
            where l.id = t.id and l.document = $3 and l.received + t.quantity <= l.quantity
          `,
          [ids, quantities, params.id],
        ),
        status(run, "order", params.id, "draft", "received"),
      ]);
      if (moved.rowCount !== ids.length)
        throw Object.assign(new Error("too much received"), { statusCode: 409 });
      return order;
    }),
);
server.post<{ Body: { order: string; vendorNumber: string; lines: Line[] } }>(
  "/invoices",
  ({ body }) =>
    step("invoice.create", async (run) => {
      const id = newId();
      const lines = body.lines.map((l) => ({ ...l, id: newId() }));
      const { rows: ordered } = await run(
        "to match",
        "select id, quantity, price, received, invoiced, account from floor_order_line where document = $1",
        [body.order],
      );
      const agrees = lines.every((l) =>
        ordered.some(
          (o) =>
            o.id === l.orderLine &&
            Number(o.price) === l.price &&
            Number(o.invoiced) + l.quantity <= Number(o.received),
        ),
      );
      const number = await numberOf(run, "INV");
      const row = run(
        "invoice",
        `
          insert into floor_invoice (id, number, title, status, amount, document)
          values ($1, $2, $3, $4, $5, $6)
          returning *
        `,
        [id, number, body.vendorNumber, agrees ? "matched" : "exception", cents(lines), body.order],
      );
      await store(
        run,
        "invoice",
        id,
        lines.map((l) => ({ ...l, account: ordered.find((o) => o.id === l.orderLine)!.account })),
      );
      return { ...(await row).rows[0], lines };
    }),
);
server.post<{ Params: { id: string } }>("/invoices/:id/approve", ({ params }) =>
  step("invoice.approve", async (run) => {
    const { rows } = await run(
      "invoice of",
      "select account, quantity, price from floor_invoice_line where document = $1",
      [params.id],
    );
    const [posted] = await Promise.all([
      status(run, "invoice", params.id, "matched", "posted"),
      run(
        "invoiced",
        `
          update floor_order_line o
          set invoiced = invoiced + l.quantity
          from floor_invoice_line l
          where l.document = $1 and o.id = l.order_line
        `,
        [params.id],
      ),
    ]);
    await move(run, rows, -1, 1);
    return posted;
  }),
);

const address = await server.listen({ port: 0, host: "127.0.0.1" });
serveParent(Number(new URL(address).port), async () => {
  await server.close();
  await pool.end();
});
