import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitmentList } from "#areas/budget/line/line.service.ts";
import { entryList } from "#areas/governance/audit/audit.service.ts";
import { approvalList } from "#areas/workflow/approval/approval.list.ts";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeBudget, makeMembers } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { explainList, listAll, runList } from "./list-page.ts";
import type { ListDefinition } from "./list.ts";

let t: TestDatabase;
let owner: pg.Client;
let mine: Actor;
let theirs: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const adminOfOne = async (): Promise<Actor> => {
    const agency = await makeAgency(t.database);
    return (await makeMembers(t.database, agency, { admin: { role: "admin" } })).admin;
  };
  mine = await adminOfOne();
  theirs = await adminOfOne();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const ids = async (list: ListDefinition, q: string) =>
  (await listAll(t.database.read(mine), mine, list, { q }, 100_000)).map((row) => row["id"]);

describe("a whole number among rows without words", () => {
  const numbered: [string, ListDefinition, string][] = [
    ["audit_entry", entryList, "object_number"],
    ["commitment_entry", commitmentList, "document_number"],
    ["approval_request", approvalList, "document_number"],
  ];
  beforeAll(async () => {
    const budget = await makeBudget(
      t.database,
      {
        orgId: mine.orgId!,
        departmentId: mine.departmentIds[0]!,
        fiscalYearId: (
          await owner.query("select id from fiscal_year where org_id = $1", [mine.orgId])
        ).rows[0].id,
        year: 2027,
      },
      100,
    );
    const numbers = [
      ["PO-2027-00012", 7],
      ["PO-2027-000123", 2],
      ["PO-2027-00013", 1],
    ] as const;
    for (const orgId of [mine.orgId, theirs.orgId])
      for (const [number, times] of numbers) {
        await owner.query(
          `
            insert into audit_entry (
              org_id, id, action, object_type, object_id, object_number, content_digest, mac
            )
            select
              $1, gen_random_uuid(),
              (array['purchaseOrder.issue', 'orderChangeRequest.ask'])[1 + n % 2], 'purchaseOrder',
              gen_random_uuid(), $2, 'x', 'x'
            from generate_series(1, $3::int) n
          `,
          [orgId, number, times],
        );
        if (orgId === theirs.orgId) continue;
        await owner.query(
          `
            insert into commitment_entry (
              org_id, id, budget_line_id, kind, document_type, document_id, document_number,
              posted_on, note
            )
            select
              $1, gen_random_uuid(), $4::uuid, 'encumber', 'purchaseOrder', gen_random_uuid(), $2,
              '2026-11-01', 'issue'
            from generate_series(1, $3::int) n
          `,
          [orgId, number, times, budget.lineId],
        );
        const policyId = (
          await owner.query(
            `
              insert into approval_policy (
                org_id, id, definition_id, version_no, name, document_type, steps
              )
              values ($1, gen_random_uuid(), gen_random_uuid(), 1, 'P', 'purchaseOrder', '[]')
              returning id
            `,
            [orgId],
          )
        ).rows[0].id;
        await owner.query(
          `
            insert into approval_request (
              org_id, id, document_type, document_id, document_number, title, amount, policy_id,
              status
            )
            select
              $1, gen_random_uuid(), 'purchaseOrder', gen_random_uuid(), $2, 'Stone, issue ' || n,
              100, $4, 'approved'
            from generate_series(1, $3::int) n
          `,
          [orgId, number, times, policyId],
        );
      }
  });

  test.each(numbered)(
    "%s: every row of exactly this number, and the answer says so",
    async (_table, list) => {
      const read = t.database.read(mine);
      const ask = (q: string) => runList<{ id: string }>(read, mine, list, { q });
      expect(await ask("po-2027-00012")).toMatchObject({ total: 7, number: "PO-2027-00012" });
      expect((await ask("PO-2027-00012")).items).toHaveLength(7);
      expect((await ask("issue PO-2027-00012")).items.length).toBeGreaterThan(0);
      expect((await ask("nobody PO-2027-00012")).items).toEqual([]);
    },
  );

  test.each(numbered)(
    "%s: what is nobody's whole number is searched in every row, as before",
    async (_table, list) => {
      const read = t.database.read(mine);
      for (const [q, total] of [
        ["PO-2027-0001", 10],
        ["00012", 9],
        ["2027-00012", 9],
        ["PO-2027-99999", 0],
      ] as const) {
        const found = await runList(read, mine, list, { q });
        expect(found, q).toMatchObject({ total });
        expect(found).not.toHaveProperty("number");
      }
    },
  );

  test.each(numbered)(
    "%s: among many it is looked up in its index, through row security",
    async (table, list, column) => {
      await owner.query(
        `create temporary table one as select * from ${table} where org_id = $1 limit 1`,
        [mine.orgId],
      );
      await owner.query(`update one set ${column} = 'MANY-0'`);
      const others = (
        await owner.query(
          `
            select attname
            from pg_attribute
            where attrelid = 'one'::regclass and attnum > 0 and attname not in ('id', $1)
          `,
          [column],
        )
      ).rows
        .map((r) => r.attname)
        .join(", ");
      await owner.query(`
        insert into ${table} (id, ${column}, ${others})
        select gen_random_uuid(), 'MANY-' || n, ${others}
        from generate_series(1, 30000) n, one
      `);
      await owner.query(`drop table one`);
      await owner.query(`vacuum analyze ${table}`);
      expect(await explainList(t.database.read(mine), mine, list, { q: "MANY-12345" })).toContain(
        `Bitmap Index Scan on ${table}_number`,
      );
      expect(await ids(list, "many-12345")).toHaveLength(1);
    },
  );
});
