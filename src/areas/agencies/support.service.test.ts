import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { agenciesTests, agencyOf, aSecond, as, t } from "./agencies.setup.ts";

agenciesTests();

const path = "/api/v1/support-access";
const operatorId = demoPersonId("platform@demo.levee.test");
const asked = {
  operatorId,
  reason: "The list of vendors stays empty.",
  areas: ["vendors"],
  hours: 2,
};

const entries = (orgId: string) =>
  t.database.read({ orgId, personId: null }).rows<{ action: string; note: string | null }>(sql`
    select action, content::jsonb->>'note' as note
    from audit_entry
    where org_id = ${orgId} and object_type = 'supportAccess'
    order by id
  `);

test("support reads the chosen areas until it ends, changes nothing, and each read stands in the ledger", async () => {
  const [id, admin] = await agencyOf("Gulfside", "admin@gulfside.test");
  const platform = await as("platform");
  const enter = () => platform("POST", "/api/v1/me/active-organization", { organizationId: id });
  expect((await enter()).status).toBe(404);
  const opened = await admin("POST", path, asked);
  expect(opened).toMatchObject({ status: 201, body: { open: true, reads: 0, areas: ["vendors"] } });
  expect(await admin("POST", path, asked)).toMatchObject({
    status: 409,
    body: { code: "support_open" },
  });

  const inside = (await enter()).body;
  expect(inside.org.id).toBe(id);
  expect(inside.support).toMatchObject({ areas: ["vendors"] });
  expect((await platform("GET", "/api/v1/vendors?limit=5")).status).toBe(200);
  expect((await platform("GET", "/api/v1/invoices")).status).toBe(403);
  expect((await platform("GET", "/api/v1/members")).status).toBe(403);
  expect((await platform("POST", "/api/v1/vendors", { name: "X" })).status).toBe(403);
  expect(
    await platform("POST", "/api/v1/feedback", { type: "bug", subject: "x", message: "y" }),
  ).not.toMatchObject({ status: 201 });

  expect((await entries(id)).filter(({ action }) => action === "supportAccess.read")).toMatchObject(
    [{ note: "/api/v1/vendors?limit=5" }],
  );
  const [row] = (await admin("GET", path)).body.items;
  expect(row).toMatchObject({ reads: 1, open: true });
  expect((await admin("POST", `${path}/${row.id}/actions/end`, {}, row.version)).status).toBe(200);
  expect(await admin("POST", `${path}/${row.id}/actions/end`, {}, row.version + 1)).toMatchObject({
    status: 409,
    body: { code: "support_ended" },
  });
  await aSecond();
  expect((await platform("GET", "/api/v1/vendors")).status).toBe(403);
  expect((await enter()).status).toBe(404);
  expect(
    (await platform("POST", "/api/v1/me/active-organization", { organizationId: carverCountyId }))
      .status,
  ).toBe(200);
});

test("support ends by itself at its hour, and with the operator's role", async () => {
  const [id, admin] = await agencyOf("Lakeview", "admin@lakeview.test");
  const platform = await as("platform");
  await admin("POST", path, asked);
  await platform("POST", "/api/v1/me/active-organization", { organizationId: id });
  expect((await platform("GET", "/api/v1/vendors")).status).toBe(200);
  const role = (given: string) =>
    t.database.transaction({ orgId: carverCountyId, personId: null }, (tx) =>
      tx.rows(sql`
        insert into user_role (org_id, id, person_id, role)
        values (${carverCountyId}, gen_random_uuid(), ${operatorId}, ${given})
      `),
    );
  await role("user");
  await aSecond();
  expect((await platform("GET", "/api/v1/vendors")).status).toBe(403);
  await role("platform_admin");
  await aSecond();
  expect((await platform("GET", "/api/v1/vendors")).status).toBe(200);
  await t.database.transaction({ orgId: id, personId: null }, (tx) =>
    tx.rows(sql`
      update support_access
      set opened_at = opened_at - interval '3 hours', ends_at = ends_at - interval '3 hours'
      where org_id = ${id}
    `),
  );
  await aSecond();
  expect((await platform("GET", "/api/v1/vendors")).status).toBe(403);
});

test("nobody is let in who does not run the installation, to what stays shut, for longer than eight hours", async () => {
  const [, admin] = await agencyOf("Meadow", "admin@meadow.test");
  const refused = async (change: object) =>
    (await admin("POST", path, { ...asked, ...change })).body;
  const stranger = { operatorId: demoPersonId("buyer@demo.levee.test") };
  expect((await refused(stranger)).errors[0].message).toBe(
    "Choose somebody who runs the installation.",
  );
  expect((await refused({ areas: ["banking"] })).errors[0].message).toBe(
    "Support never reads banking.",
  );
  expect((await refused({ areas: [] })).errors[0].path).toBe("areas");
  expect((await refused({ hours: 9 })).errors[0].path).toBe("hours");
  expect((await refused({ reason: "see" })).errors[0].path).toBe("reason");
  const county = await as("admin");
  expect(await county("POST", path, asked)).toMatchObject({
    status: 409,
    body: { code: "own_installation" },
  });
});
