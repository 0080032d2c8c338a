import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offeredActions, refusal } from "#kernel/lifecycle.ts";
import { deadlineAfter } from "./deadline.model.ts";
import { icsOf, rssOf } from "./feed.model.ts";
import type { Notice } from "./notice.model.ts";
import { readiness, type Demands, type Head, type Parts } from "./readiness.model.ts";
import { solicitationCycle, type SolicitationFacts } from "./solicitation.lifecycle.model.ts";
import { itemsFromTable } from "./table.model.ts";

const now = new Date("2026-11-20T12:00:00Z");
const day = 86_400_000;
const at = (days: number, ms = 0) => new Date(now.getTime() + days * day + ms).toISOString();
const head: Head = {
  kind: "rfp",
  description: "Salt for the roads of the county.",
  summary: "",
  dueAt: at(30),
  questionsUntil: at(20),
  prebidAt: null,
  minimumBids: 2,
  invitedOnly: false,
  envelopes: 2,
  priceFormula: "proportional",
  awardBy: "whole",
  estimateCents: 100_00,
  estimateOn: "2026-11-01",
  federal: false,
  construction: false,
  bidBondPercent: null,
  performanceBondPercent: null,
  paymentBondPercent: null,
};
const parts: Parts = {
  items: 2,
  requirements: 1,
  lots: 0,
  emptyLots: 0,
  looseItems: 2,
  criteria: 2,
  weights: "100.00",
  priceWeight: "40.00",
  invited: 0,
  outreach: 0,
  clauses: 0,
};
const demands: Demands = {
  simplified: { cents: 350_000_00, rule: { citation: "2 CFR 200.1" } },
  quotes: 3,
  sealedBids: 2,
  notice: { rfi: 3, rfq: 1, itb: 14, rfp: 21 },
};
const faults = (h: Partial<Head> = {}, p: Partial<Parts> = {}) =>
  readiness({ ...head, ...h }, { ...parts, ...p }, demands, now)
    .filter((c) => !c.ok)
    .map((c) => c.text);

describe("what stands against a publication", () => {
  test("nothing, for a proposal that has everything", () => expect(faults()).toEqual([]));
  test("the notice is counted to the millisecond", () => {
    expect(faults({ dueAt: at(21), questionsUntil: null })).toEqual([]);
    expect(faults({ dueAt: at(21, -1), questionsUntil: null })).toEqual([
      "Give at least 21 days between publication and the deadline.",
    ]);
  });
  test("weights that do not add up, a missing price, two envelopes with nothing but price", () => {
    expect(faults({}, { weights: "99.99" })).toEqual(["Weights add up to 99.99, not 100."]);
    expect(faults({}, { priceWeight: "0" })).toEqual([
      "Give the price a weight, or choose another way to count it.",
    ]);
    expect(faults({}, { priceWeight: "100" })).toEqual([
      "Two envelopes need something to score besides price.",
    ]);
    expect(faults({ priceFormula: "qualifications", envelopes: 1 }, { priceWeight: "40" })).toEqual(
      ["With qualifications only, no weight may be on price."],
    );
  });
  test("lots without items, items without a lot, questions after the deadline, a formal one for invited vendors alone", () => {
    expect(faults({}, { lots: 2, emptyLots: 1, looseItems: 1 })).toEqual([
      "A lot has no item: add one or remove the lot.",
      "An item is in no lot.",
    ]);
    expect(faults({ questionsUntil: at(30) })).toEqual([
      "Questions must end after today and before bids are due.",
    ]);
    expect(faults({ invitedOnly: true })).toEqual([
      "A formal solicitation is publicly advertised: it cannot be for invited vendors alone.",
    ]);
  });
  test("federal construction above the threshold asks for bonds, outreach and clauses; at the threshold it does not ask for bonds", () => {
    const wanted = faults(
      {
        kind: "itb",
        priceFormula: "lowest",
        envelopes: 1,
        federal: true,
        construction: true,
        estimateCents: 350_000_01,
      },
      { criteria: 0 },
    );
    expect(wanted.map((text) => text.split(" ")[0])).toEqual(["Record", "Choose", "Federally"]);
    expect(
      faults(
        {
          kind: "itb",
          priceFormula: "lowest",
          envelopes: 1,
          federal: true,
          construction: true,
          estimateCents: 350_000_00,
        },
        { criteria: 0, outreach: 1, clauses: 9 },
      ),
    ).toEqual([]);
  });
  test("a request for information needs a question and nothing of a purchase", () => {
    expect(
      faults(
        {
          kind: "rfi",
          estimateCents: null,
          estimateOn: null,
          envelopes: 1,
          dueAt: at(3),
          questionsUntil: null,
        },
        { items: 0, criteria: 0, requirements: 0 },
      ),
    ).toEqual(["Ask at least one question."]);
  });
});

describe("rows of a spreadsheet", () => {
  test("without headings, with tabs or commas and quotes", () => {
    expect(
      itemsFromTable('Riprap\t640\tt\t212312\n"Gravel, washed",1200.5,t\n').items,
    ).toMatchObject([
      { description: "Riprap", quantity: "640", unit: "t", commodityCode: "212312", lotNo: null },
      { description: "Gravel, washed", quantity: "1200.5", unit: "t", commodityCode: null },
    ]);
  });
  test("with headings in any order and lots; rows that cannot be read are named", () => {
    const { items, faults: bad } = itemsFromTable(
      "Unit,Qty,Description,Lot\neach,4,Pump,1\neach,none,Hose,1\neach,2,,2\neach,3,Generator,Lot 2",
    );
    expect(items.map((i) => [i.lotNo, i.description, i.quantity])).toEqual([
      [1, "Pump", "4"],
      [2, "Generator", "3"],
    ]);
    expect(bad).toEqual([
      { row: 3, text: '"none" is no quantity' },
      { row: 4, text: "no description" },
    ]);
  });
  test("whatever is pasted gives items that the server takes, or a fault; never a throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const { items } = itemsFromTable(text);
        return items.every(
          (i) =>
            i.description.length > 0 &&
            i.description.length <= 500 &&
            /^\d{1,12}(\.\d{1,4})?$/.test(i.quantity) &&
            Number(i.quantity) > 0 &&
            i.unit.length <= 20,
        );
      }),
    );
  });
});

test("an addendum never brings a deadline nearer, and a material one leaves the days that the rule asks", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.integer({ min: -20, max: 90 })),
      fc.boolean(),
      fc.integer({ min: 0, max: 14 }),
      (due, wanted, material, notice) => {
        const after = new Date(
          deadlineAfter(at(due), wanted === null ? null : at(wanted), material, notice, now),
        ).getTime();
        return (
          after >= new Date(at(due)).getTime() &&
          (wanted === null || after >= new Date(at(wanted)).getTime()) &&
          (!material || after >= now.getTime() + notice * day)
        );
      },
    ),
  );
  expect(deadlineAfter(at(10), null, true, 5, now)).toBe(at(10));
  expect(deadlineAfter(at(4), null, true, 5, now)).toBe(at(5));
  expect(deadlineAfter(at(4), null, false, 5, now)).toBe(at(4));
});

const notice: Notice = {
  id: "01930000-0000-7000-8000-000000000001",
  ocid: "levee-1",
  number: "RFQ-2027-00001",
  kind: "rfq",
  status: "published",
  title: 'Salt & <sand>; "treated"',
  summary: "Two yards, 南 and Süd",
  agency: "Carver County",
  slug: "carver",
  department: "Roads",
  dueAt: at(3),
  questionsUntil: at(2),
  publishedAt: at(-1),
  updatedAt: at(0),
  addenda: 0,
  timeZone: "America/Chicago",
  federal: false,
};

test("the feed escapes what people wrote", () => {
  const rss = rssOf([notice], "https://levee.test", "/feed");
  expect(rss).toContain(
    "<title>RFQ-2027-00001: Salt &amp; &lt;sand&gt;; &quot;treated&quot;</title>",
  );
  expect(rss).toContain(
    "<link>https://levee.test/public-opportunities?agency=carver&amp;number=RFQ-2027-00001</link>",
  );
});

test("the calendar keeps to RFC 5545: lines of 75 octets, escaped commas and semicolons, instants in UTC", () => {
  const ics = icsOf(
    [
      {
        ...notice,
        prebidAt: at(1),
        prebidPlace: "Hall 2, Main Street; north door",
        prebidMandatory: true,
      },
    ],
    "https://levee.test",
  );
  const lines = ics.split("\r\n");
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const whole = ics.replaceAll("\r\n ", "");
  expect(whole).toContain("LOCATION:Hall 2\\, Main Street\\; north door");
  expect(whole).toContain("DTSTART:20261123T120000Z");
  expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(whole).toContain('SUMMARY:RFQ-2027-00001 due: Salt & <sand>\\; "treated"');
});

describe("steps are offered to the kinds that take them", () => {
  const asker = {
    personId: "p",
    kind: "member",
    permissions: new Set([
      "solicitation.edit",
      "solicitation.end",
      "solicitation.publish",
      "award.approve",
    ]),
  };
  const facts = (
    kind: SolicitationFacts["kind"],
    status: SolicitationFacts["status"],
  ): SolicitationFacts => ({
    kind,
    status,
    buyerId: "b",
    approvedAt: null,
    missing: [],
    protection: "held",
  });
  const names = (kind: SolicitationFacts["kind"], status: SolicitationFacts["status"]) =>
    offeredActions(solicitationCycle, facts(kind, status), asker).map((action) => action.name);
  test("a review ends requests for information alone; they are not awarded", () => {
    expect([names("rfq", "opened"), names("rfi", "opened")]).toEqual([
      ["cancel", "noAward"],
      ["review", "cancel"],
    ]);
    expect(refusal(solicitationCycle, "review", facts("rfq", "opened"), asker)).toEqual({
      kind: "rule",
      reason: "Only a request for information ends with a review.",
    });
  });
  test("quotations are published without a review, proposals are sent to one first", () => {
    expect([names("rfq", "draft"), names("rfp", "draft")]).toEqual([
      ["publish", "cancel"],
      ["submit", "publish", "cancel"],
    ]);
  });
});
