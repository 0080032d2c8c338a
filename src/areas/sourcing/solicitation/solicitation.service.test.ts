import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { published as publicDb } from "#server/db/scopes/published.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { rehearsedByTwo } from "#server/testing/opening.ts";
import { makeBidder, solicitationOf } from "#server/testing/sourcing.ts";
import { copyOf } from "./copy.service.ts";
import { answerInvitation, listVendors, recordOutreach } from "./invitation.service.ts";
import { listOpportunities, readOpportunity } from "./opportunity.service.ts";
import { publicSolicitation } from "./public.service.ts";
import { opportunityQuery } from "./opportunity.model.ts";
import type { z } from "zod";
import {
  approveSolicitation,
  changeSolicitation,
  createSolicitation,
  endSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "./solicitation.service.ts";
import {
  people,
  agency,
  as,
  read,
  t,
  code,
  mails,
  solicitationSetUp,
} from "#server/testing/solicitations.ts";

solicitationSetUp();

const opportunityQueryOf = (query: z.input<typeof opportunityQuery>) =>
  opportunityQuery.parse(query);

test("a proposal is drafted, reviewed by somebody else, published with frozen criteria; what it lacks is said step by step", async () => {
  const { buyer, manager } = people;
  const bad = solicitationOf(agency, {
    kind: "rfp",
    criteria: [{ name: "Quality", weight: "60" }],
    dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    questionsUntil: null,
  });
  const draft = await as(buyer, (tx) => createSolicitation(tx, buyer, bad));
  expect(draft).toMatchObject({
    number: expect.stringMatching(/^RFP-2027-\d{5}$/),
    protection: "sealed",
    envelopes: 2,
    priceFormula: "proportional",
    contactName: "buyer",
  });
  const shown = await read(draft.id);
  expect(shown.checks.filter((c) => !c.ok).map((c) => c.step)).toEqual([
    "criteria",
    "criteria",
    "timeline",
    "officers",
  ]);
  await rehearsedByTwo(t.database, agency, buyer, draft.id);
  expect(shown.actions.find((a) => a.name === "submit")).toMatchObject({
    enabled: false,
    reason: "Weights add up to 60, not 100.",
  });
  expect(
    await code(as(buyer, (tx) => submitSolicitation(tx, buyer, { id: draft.id, version: null }))),
  ).toBe("rule");
  await as(buyer, (tx) =>
    changeSolicitation(tx, buyer, draft.id, solicitationOf(agency, { kind: "rfp" }), draft.version),
  );
  expect(
    await code(as(buyer, (tx) => changeSolicitation(tx, buyer, draft.id, bad, draft.version))),
  ).toBe("stale_version");
  await as(buyer, (tx) => submitSolicitation(tx, buyer, { id: draft.id, version: null }));
  expect(
    await code(as(buyer, (tx) => changeSolicitation(tx, buyer, draft.id, bad, draft.version + 2))),
  ).toBe("not_in_this_status");
  expect(
    await code(as(buyer, (tx) => approveSolicitation(tx, buyer, { id: draft.id, version: null }))),
  ).toBe("not_allowed");
  expect(
    await code(as(buyer, (tx) => publishSolicitation(tx, buyer, { id: draft.id, version: null }))),
  ).toBe("rule");
  await as(manager, (tx) => approveSolicitation(tx, manager, { id: draft.id, version: null }));
  const out = await as(buyer, (tx) =>
    publishSolicitation(tx, buyer, { id: draft.id, version: null }),
  );
  expect(out).toMatchObject({
    status: "published",
    ocid: `levee-${draft.id}`,
    criteriaDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("the buyer who prepared it cannot approve it, managers included; a clerk can do nothing with it", async () => {
  const { manager, clerk } = people;
  const draft = await as(manager, (tx) =>
    createSolicitation(tx, manager, solicitationOf(agency, { kind: "itb", questionsUntil: null })),
  );
  await rehearsedByTwo(t.database, agency, manager, draft.id);
  await as(manager, (tx) => submitSolicitation(tx, manager, { id: draft.id, version: null }));
  expect(
    await code(
      as(manager, (tx) => approveSolicitation(tx, manager, { id: draft.id, version: null })),
    ),
  ).toBe("rule");
  expect(
    await code(
      as(clerk, (tx) =>
        endSolicitation(tx, clerk, "cancel", { id: draft.id, version: null, reason: "No" }),
      ),
    ),
  ).toBe("not_allowed");
});

test("clauses are chosen by money, kind and amount from the dated rules, and federal money asks for outreach", async () => {
  const { buyer } = people;
  const clausesOf = async (over: Parameters<typeof solicitationOf>[1]) =>
    (
      await read(
        (await as(buyer, (tx) => createSolicitation(tx, buyer, solicitationOf(agency, over)))).id,
      )
    ).clauses.map((c) => c.ruleKey.slice(7));
  expect(await clausesOf({})).toEqual([]);
  const small = await clausesOf({ federal: true, estimateCents: 9_000_00 });
  expect(small).toEqual(
    expect.arrayContaining(["domesticPreference", "telecommunications", "records", "smallFirms"]),
  );
  expect(small).not.toContain("termination");
  expect(await clausesOf({ federal: true, estimateCents: 10_000_00 })).not.toContain("termination");
  expect(await clausesOf({ federal: true, estimateCents: 10_000_01 })).toContain("termination");
  const large = await clausesOf({ federal: true, construction: true, estimateCents: 400_000_00 });
  expect(large).toEqual(
    expect.arrayContaining(["remedies", "davisBacon", "workHours", "cleanAirWater", "lobbying"]),
  );
  expect(await clausesOf({ federal: true, estimateCents: null, estimateOn: null })).toContain(
    "remedies",
  );
  const draft = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { federal: true })),
  );
  expect((await read(draft.id)).actions.find((a) => a.name === "publish")?.reason).toMatch(
    /small, minority-owned/,
  );
  await as(buyer, (tx) =>
    recordOutreach(tx, buyer, draft.id, {
      step: "solicited",
      note: "Wrote to four certified firms",
      doneOn: "2026-11-20",
    }),
  );
  expect(
    (await as(buyer, (tx) => publishSolicitation(tx, buyer, { id: draft.id, version: null })))
      .status,
  ).toBe("published");
});

test("invited vendors get a letter once; a vendor reads only what is offered to it; a decline needs a reason and is evidence", async () => {
  const { buyer } = people;
  const [ada, bo] = [
    await makeBidder(t.database, agency, "Ada Salt"),
    await makeBidder(t.database, agency, "Bo Minerals"),
  ];
  const idle = await makeVendor(t.database, agency, { status: "suspended" });
  const draft = await as(buyer, (tx) =>
    createSolicitation(
      tx,
      buyer,
      solicitationOf(agency, { invitedOnly: true, minimumBids: 1, questionsUntil: null }),
    ),
  );
  expect((await read(draft.id)).actions.find((a) => a.name === "publish")?.reason).toBe(
    "Invite at least 3 vendors.",
  );
  expect(await code(as(buyer, (tx) => listVendors(tx, buyer, draft.id, [idle.id], "chosen")))).toBe(
    "cannot_invite",
  );
  const third = await makeBidder(t.database, agency, "Cy Stone");
  const fourth = await makeVendor(t.database, agency);
  expect(
    await as(buyer, (tx) =>
      listVendors(tx, buyer, draft.id, [ada.vendorId, third.vendorId, fourth.id], "chosen"),
    ),
  ).toBe(3);
  expect(
    (
      await listOpportunities(
        vendorSide(t.database, ada.actor),
        opportunityQueryOf({ show: "all", limit: 100 }),
      )
    ).items.map((i) => i.id),
  ).not.toContain(draft.id);
  await as(buyer, (tx) => publishSolicitation(tx, buyer, { id: draft.id, version: null }));
  expect((await mails("invitation")).map((m) => m.to_address)).toContain(ada.actor.email);
  expect(
    (
      await listOpportunities(
        vendorSide(t.database, ada.actor),
        opportunityQueryOf({ show: "mine" }),
      )
    ).items,
  ).toMatchObject([{ id: draft.id, invitation: "invited", registered: true }]);
  expect(
    (
      await listOpportunities(vendorSide(t.database, bo.actor), opportunityQueryOf({ show: "all" }))
    ).items.map((i) => i.id),
  ).not.toContain(draft.id);
  expect(await code(readOpportunity(vendorSide(t.database, bo.actor), draft.id))).toBe("not_found");
  expect(
    await code(
      asVendor(t.app, bo.actor, agency.orgId, (tx, vendor, who) =>
        answerInvitation(tx, who, vendor, draft.id, "intends", null),
      ),
    ),
  ).toBe("not_found");
  expect(await code(publicSolicitation(publicDb(t.database), { id: draft.id }))).toBe("not_found");
  expect(
    await code(
      asVendor(t.app, ada.actor, agency.orgId, (tx, vendor, who) =>
        answerInvitation(tx, who, vendor, draft.id, "declined", " "),
      ),
    ),
  ).toBe("reason_required");
  await asVendor(t.app, ada.actor, agency.orgId, (tx, vendor, who) =>
    answerInvitation(tx, who, vendor, draft.id, "declined", "No stock until March"),
  );
  await asVendor(t.app, third.actor, agency.orgId, (tx, vendor, who) =>
    answerInvitation(tx, who, vendor, draft.id, "intends", null),
  );
  const shown = (await read(draft.id)).invitations;
  expect(shown.find((i) => i.vendorId === ada.vendorId)).toMatchObject({
    status: "declined",
    declineReason: "No stock until March",
  });
  expect(
    shown.find((i) => i.vendorId === third.vendorId),
    "before the opening the agency does not learn who means to bid",
  ).toMatchObject({ status: "invited", answeredAt: null });
  expect(await as(buyer, (tx) => listVendors(tx, buyer, draft.id, [bo.vendorId], "outreach"))).toBe(
    1,
  );
  expect((await mails("invitation")).filter((m) => m.to_address === ada.actor.email)).toHaveLength(
    1,
  );
  expect((await readOpportunity(vendorSide(t.database, bo.actor), draft.id)).invitation).toBe(
    "invited",
  );
});

test("items take the commodity codes that the product or the agency knows, in capitals; an older draft and a copy say or lose the others", async () => {
  const { buyer, manager } = people;
  const items = (...codes: (string | null)[]) =>
    codes.map((commodityCode, at) => ({
      description: `Riprap ${at}`,
      quantity: "2",
      unit: "t",
      commodityCode,
    }));
  const refused = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { items: items("212312", "9X9", null) })),
  ).catch((error: object) => error);
  expect(refused).toMatchObject({
    code: "unknown_commodity",
    status: 422,
    errors: [
      {
        path: "items.1.commodityCode",
        message: expect.stringContaining("9X9 is no commodity code"),
      },
    ],
  });
  await as(manager, (tx) =>
    tx.rows(sql`
      insert into commodity (org_id, id, code, name, scheme)
      values (${agency.orgId}, gen_random_uuid(), '9X9', 'Rock of our own', 'own')
    `),
  );
  const draft = await as(buyer, (tx) =>
    createSolicitation(tx, buyer, solicitationOf(agency, { items: items("212312", "9x9", null) })),
  );
  expect((await read(draft.id)).items.map((i) => i.commodityCode)).toEqual(["212312", "9X9", null]);
  expect(
    await code(
      as(buyer, (tx) =>
        changeSolicitation(
          tx,
          buyer,
          draft.id,
          solicitationOf(agency, { items: items("NO-SUCH") }),
          draft.version,
        ),
      ),
    ),
  ).toBe("unknown_commodity");
  await as(buyer, (tx) =>
    tx.rows(sql`
      update solicitation_item
      set commodity_code = '8Y8'
      where org_id = ${agency.orgId} and solicitation_id = ${draft.id} and item_no = 2
    `),
  );
  expect((await read(draft.id)).checks.filter((c) => !c.ok).map((c) => c.text)).toContain(
    "Item 2 has the commodity code 8Y8, which nobody knows: choose another, or leave it out.",
  );
  const copy = await as(buyer, (tx) => copyOf(tx, buyer, draft.id, null));
  expect((await read(copy.id)).items.map((i) => i.commodityCode)).toEqual(["212312", null, null]);
});
