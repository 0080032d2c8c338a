// What the public and vendors read of one solicitation among thousands is found by its key.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { published } from "#server/db/scopes/published.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { makeAgency, makeBudget } from "#server/testing/agency.ts";
import { makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { expectFew, kept } from "#server/testing/rows-read.ts";
import "#areas/sourcing/sourcing.server.ts";
import { readOpportunity } from "./opportunity.service.ts";
import { publicDocument, publicSolicitation } from "./public.service.ts";

const ROWS = 1_500;
const few = 200;
const id = (kind: string, n: number) =>
  `01930000-0000-7${kind}-8000-${n.toString(16).padStart(12, "0")}`;
const of = (kind: string) => `('01930000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const each = `from generate_series(1, ${ROWS}) n`;
const parts = [
  `
    insert into solicitation (
      org_id, id, number, kind, title, department_id, fiscal_year_id, protection, status,
      published_at, due_at
    )
    select
      $1, ${of("201")}, 'ITB-' || n, 'itb', 'Stone ' || n, $2,
      (select id from fiscal_year where org_id = $1 limit 1), 'sealed', 'published', now(),
      now() + interval '9 days' ${each}
  `,
  `
    insert into solicitation_lot (org_id, id, solicitation_id, lot_no, title)
    select $1, ${of("202")}, ${of("201")}, 1, 'North' ${each}
  `,
  `
    insert into solicitation_item (
      org_id, id, solicitation_id, lot_id, item_no, description, quantity, unit
    )
    select $1, ${of("203")}, ${of("201")}, ${of("202")}, 1, 'Stone', 5, 'ton' ${each}
  `,
  `
    insert into solicitation_criterion (
      org_id, id, solicitation_id, position, name, kind, weight, max_score
    )
    select $1, ${of("204")}, ${of("201")}, 1, 'Price', 'price', 100, 5 ${each}
  `,
  `
    insert into solicitation_requirement (org_id, id, solicitation_id, position, kind, label)
    select $1, ${of("205")}, ${of("201")}, 1, 'text', 'Licence' ${each}
  `,
  `
    insert into stored_file (org_id, id, name, media_type, size, sha256)
    select $1, ${of("206")}, 'plan.pdf', 'application/pdf', 10, lpad(to_hex(n), 64, '0') ${each}
  `,
  `
    insert into solicitation_document (org_id, id, solicitation_id, position, file_id, title)
    select $1, ${of("207")}, ${of("201")}, 1, ${of("206")}, 'Plan' ${each}
  `,
  `
    insert into solicitation_addendum (
      org_id, id, solicitation_id, addendum_no, title, text, material, due_before, due_after
    )
    select $1, ${of("208")}, ${of("201")}, 1, 'Note', 'Read it', false, now(), now() ${each}
  `,
];

let t: TestDatabase;
let owner: pg.Client;
let vendor: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  vendor = await makeCompany(t, "Northline Aggregates");
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (let n = 0; n < 2; n++) {
    const agency = await makeAgency(t.database);
    await makeBudget(t.database, agency, 100);
    await owner.query(
      `update organization set settings = settings || '{"publish": {}}' where id = $1`,
      [agency.orgId],
    );
    for (const text of parts)
      await owner.query(
        text,
        text.includes("$2") ? [agency.orgId, agency.departmentId] : [agency.orgId],
      );
  }
  await owner.query("analyze");
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const whole = { lots: 1, items: 1, criteria: 1, requirements: 1, documents: 1, addendaList: 1 };
const sizes = (found: object) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      name in whole ? [[name, (value as unknown[]).length]] : [],
    ),
  );

test("one published solicitation with its parts, and one of its documents", async () => {
  const anybody = published(t.database);
  const { db, statements } = kept(anybody);
  const found = await publicSolicitation(db, { id: id("201", ROWS / 2) });
  expect(sizes(found)).toEqual(whole);
  expect(await publicDocument(db, found.id, found.documents[0]!.id)).toMatchObject({
    name: "plan.pdf",
  });
  expect(statements.length).toBeGreaterThan(8);
  await expectFew(anybody, statements, few);
});

test("one offered to a vendor", async () => {
  const side = vendorSide(t.database, vendor);
  const { db, statements } = kept(side);
  expect(sizes(await readOpportunity(db, id("201", ROWS / 2)))).toEqual(whole);
  await expectFew(side, statements, few);
});
