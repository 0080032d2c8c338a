import { describe, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { noScope } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { useKeyStore } from "#server/keystore.ts";
import { step } from "#server/testing/evaluation.ts";
import { useTestKeyStore } from "#server/testing/opening.ts";
import { addScenario, scenariosOf } from "../award/scenario.service.ts";
import { scenarioInput } from "../award/scenario.fields.model.ts";
import { evaluation } from "../evaluation/evaluation.tables.ts";
import { textsOf } from "../evaluation/recommendation.service.ts";
import { saveWriting } from "../evaluation/writing.service.ts";
import { readSheet } from "../evaluation/sheet.model.ts";
import { endFinalOffers } from "./ask.service.ts";
import { extendRound, openRoundAnyway } from "./round-outage.service.ts";
import { keepRounds, openDueOffers } from "./open-offers.service.ts";
import {
  setAhead,
  ask,
  bidIds,
  offer,
  ada,
  panel,
  as,
  id,
  due,
  bo,
  cy,
  open,
  minutes,
  read,
  t,
  system,
  code,
  deskOf,
  store,
  roundId,
  finalOfferSetUp,
} from "./final-offer.setup.ts";

finalOfferSetUp();

/**
 * A round that was due a moment ago, with an offer of Ada's that came in time however slow this
 * machine is.
 */
const pastRound = async () => {
  setAhead(0);
  const soon = Date.now() + 1500;
  await ask(bidIds, soon);
  await offer(ada, ["48", "60"], soon - 1000);
  await new Promise((done) => setTimeout(done, Math.max(0, soon + 50 - Date.now())));
};

describe("the opening", () => {
  test("opens all together; the ranking, the frozen sheet and the prices say which offer counts; old ways to award are stale", async () => {
    const { buyer, one, chair } = panel.people;
    const before = await as(buyer, async (tx) => {
      await tx.rows(sql`
        update evaluation
        set status = 'price_opened'
        where org_id = ${buyer.orgId} and id = ${id}
      `);
      return addScenario(tx, buyer, id, scenarioInput.parse({ name: "Lowest", kind: "lowest" }));
    });
    const instant = due();
    await ask(bidIds, instant);
    await offer(ada, ["44", "60"]);
    await offer(bo, ["", "50"], undefined, { note: "Only the south moves." });
    await offer(cy, ["1", "1"], undefined, {
      lines: [{ itemId: "018f0000-0000-7000-8000-000000000001", unitPrice: "1" }],
    });
    expect(await open(instant - minutes)).toBe(false);
    expect(await open(instant + minutes)).toBe(true);
    expect(await open(instant + minutes), "once").toBe(false);
    const { content } = await read(one);
    expect(
      content!.finalRounds[0]!.asked.map((each) => [each.vendorName, each.outcome, each.note]),
    ).toEqual([
      ["Ada Salt", "final", ""],
      ["Bo Minerals", "final", "Only the south moves."],
      ["Cy Trading", "failed", ""],
    ]);
    // Ada 1000×44 + 500×60; Bo keeps 55 in the north: 1000×55 + 500×50; Cy stands by its bid.
    expect(
      content!.bids.map((bid) => [
        bid.vendorName,
        bid.price!.totalCents,
        bid.price!.bidTotalCents,
        bid.price!.finalRound,
      ]),
    ).toEqual([
      ["Ada Salt", 74_000_00, 80_000_00, 1],
      ["Bo Minerals", 80_000_00, 81_000_00, 1],
      ["Cy Trading", 105_000_00, 105_000_00, null],
    ]);
    await step(t.database, buyer, id, "rank");
    const ranking = (await read(one)).content!.ranking!;
    expect(ranking.bids.map((bid) => [bid.vendorName, bid.priceCents, bid.finalRound])).toEqual([
      ["Ada Salt", 74_000_00, 1],
      ["Bo Minerals", 80_000_00, 1],
      ["Cy Trading", 105_000_00, null],
    ]);
    const row = await getRow(t.database.read(buyer), evaluation, id);
    const sheet = readSheet((await textsOf(t.database.read(buyer), id)).get("sheet")!.text);
    expect(sheet.bids.map((bid) => bid.offer!.kind).sort()).toEqual(["bid", "final", "final"]);
    expect(row.sheetDigest).toMatch(/^[0-9a-f]{64}$/);
    // The stored instant of the opening is the told one, half an hour ahead of the scenario's.
    expect((await scenariosOf(system(), id)).map((each) => each.stale)).toEqual([true]);
    expect(
      await code(as(buyer, (tx) => saveWriting(tx, buyer, id, { scenarioId: before.id }))),
    ).toBe("stale_scenario");
    const audited = await t.database.read(panel.people.auditor).rows<{ action: string }>(sql`
      select action
      from audit_entry
      where org_id = ${panel.agency.orgId} and object_id = ${id} and action like '%inalOffers'
    `);
    expect(audited.map((entry) => entry.action)).toEqual([
      "evaluation.askFinalOffers",
      "evaluation.openFinalOffers",
    ]);
    // A second round is pre-filled with the first one's prices and replaces them.
    await ask(bidIds.slice(0, 1), due(), chair);
    expect((await deskOf(ada)).items.map((item) => item.unitPrice)).toEqual(["44.0000", "60.0000"]);
  });

  test("that the key store cannot serve says so to everybody, once to who leads; it goes on by itself with the keys back, or the chair takes the request back", async () => {
    const { chair, one } = panel.people;
    const told = async () =>
      await t.database.read(chair).rows<{ title: string; body: string }>(sql`
        select title, body
        from notification
        where org_id = ${chair.orgId}
          and person_id = ${chair.personId}
          and title like '%do not open'
      `);
    await pastRound();
    const empty = await useTestKeyStore();
    for (const _ of [1, 2]) expect(await keepRounds(t.app)).toMatchObject({ changed: 0 });
    for (const actor of [chair, one])
      expect((await read(actor)).content!.finalRounds[0]).toMatchObject({
        openedAt: null,
        stuck: expect.stringMatching(
          /does not hold the keys of these final offers\. Bring back its backup and they open by themselves\. If there is none, the chair takes the request back/,
        ),
      });
    expect(await told()).toMatchObject([
      { body: expect.stringContaining("the chair takes the request back") },
    ]);
    await empty.close();
    useKeyStore(store.store);
    await keepRounds(t.app);
    expect((await read()).content!.finalRounds[0]).toMatchObject({
      openedAt: expect.any(String),
      stuck: null,
    });
  });

  test("runs by itself every minute, not before the key store's clock, and a round taken back is never read", async () => {
    const { chair, buyer } = panel.people;
    await pastRound();
    setAhead(-minutes);
    await openDueOffers(t.app);
    expect(
      (await read()).content!.finalRounds[0]!.stuck,
      "the key store's clock is only behind",
    ).toBeNull();
    expect((await read()).content!.finalRounds[0]!.openedAt).toBeNull();
    expect(await keepRounds(t.app), "the key store says when it is time").toMatchObject({
      changed: 0,
    });
    setAhead(0);
    expect(await keepRounds(t.app)).toMatchObject({ changed: 1 });
    expect((await read()).content!.finalRounds[0]!.asked[0]).toMatchObject({ outcome: "final" });
    await ask(bidIds);
    expect((await keepRounds(t.app)).nextMs, "rounds of other tests wait too").toBeLessThanOrEqual(
      30 * minutes,
    );
    await offer(ada, ["1", "1"]);
    await as(chair, async (tx) =>
      endFinalOffers(tx, chair, id, await roundId(), "The fuel clause changed"),
    );
    expect(await code(offer(bo, ["1", "1"]))).toBe("ended");
    await openDueOffers(t.app);
    expect(
      await system().rows<{ state: string }>(sql`
        select e.state
        from final_offer_envelope e
        join final_offer f on f.org_id = e.org_id and f.id = e.offer_id
        where f.org_id = ${panel.agency.orgId} and f.round_id = ${await roundId()}
      `),
    ).toEqual([{ state: "erased" }]);
    await step(t.database, buyer, id, "rank");
    expect(
      (await read()).content!.ranking!.bids.find((bid) => bid.vendorName === "Ada Salt")!
        .priceCents,
    ).toBe(78_000_00);
  });

  test("after an outage before the due instant a round waits for its chair, who extends it, or has it opened; those asked are told once", async () => {
    const { chair } = panel.people;
    await pastRound();
    await t.database.transaction(noScope, (tx) =>
      tx.rows(sql`
        insert into outage (id, began_at, ended_at)
        values (
          ${newId()}, clock_timestamp() - interval '20 minutes',
          clock_timestamp() - interval '5 minutes'
        )
      `),
    );
    const round = async () => (await read()).content!.finalRounds.at(-1)!;
    const letters = async () =>
      (
        await t.database
          .poolAs("levee_identity", { max: 1 })
          .query(
            "select subject from mail where kind = 'final_offer' and to_address = $1 order by created_at",
            [ada.actor.email],
          )
      ).rows.map((row) => row.subject.split(":")[0] as string);
    for (let i = 0; i < 2; i++) await keepRounds(t.app);
    expect(await round()).toMatchObject({ openedAt: null, held: true });
    expect((await round()).stuck).toContain("Nothing opens by itself");
    const reason = "The county's line was down until shortly before.";
    const soon = new Date(Date.now() + 1_500).toISOString();
    await as(chair, async (tx) =>
      extendRound(tx, chair, id, await roundId(), { dueAt: soon, reason }),
    );
    expect(await round()).toMatchObject({ held: false, stuck: null });
    await keepRounds(t.app);
    expect((await round()).openedAt).toBeNull();
    await new Promise((done) => setTimeout(done, Date.parse(soon) + 50 - Date.now()));
    await keepRounds(t.app);
    expect(await round()).toMatchObject({ openedAt: null, held: true });
    await as(chair, async (tx) => openRoundAnyway(tx, chair, id, await roundId(), { reason }));
    await keepRounds(t.app);
    expect((await round()).asked[0]).toMatchObject({ vendorName: "Ada Salt", outcome: "final" });
    expect(await letters()).toEqual([
      "Best and final offer asked for",
      "More time for your final offer",
      "Final offers are opened",
    ]);
    await t.database.transaction(noScope, (tx) => tx.rows(sql`delete from outage`));
  });
});
