import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import { defineAgent, reading, type Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { alternateRow, supplyRiskRow, type SupplyRisk } from "../supply/supply.model.ts";
import { daysAhead, dependence, eventsOf, type Event } from "./vendor-events.model.ts";
import { bySigns, saidOf, vendorCases } from "./vendor-events.evaluation.ts";

const reads = {
  risks: reading("/api/v1/supply-risks", z.object({ items: z.array(supplyRiskRow) })),
  alternates: reading(
    "/api/v1/supply-risks/{id}/alternates",
    z.object({ items: z.array(alternateRow) }),
  ),
};

const foundOf = (risk: SupplyRisk, event: Event): Found => {
  const href = `/vendor-directory/${risk.id}`;
  return {
    key: `${event.kind}:${risk.id}`,
    sameness: `${risk.insuranceEnds} ${risk.screening} ${risk.singleSource.join(" ")}`,
    subject: { id: risk.id, number: risk.name, href },
    what: event.what,
    why: event.why,
    since: null,
    dueOn: event.dueOn,
    cents: risk.shareCents,
    sources: [
      {
        kind: "record",
        label: risk.name,
        href,
        says: "Its record with certificates and screening",
      },
      {
        kind: "record",
        label: "Dependence on vendors",
        href: "/supply-chain-risk",
        says: `${formatCents(risk.shareCents)} bought within a year`,
      },
    ],
    proposal: errand({
      title: `${risk.name}: ${event.todo}`,
      detail: `${event.what} ${event.why}`,
      link: href,
    }),
  };
};

/** Says what changed about vendors, event by event; it gives no score. */
export const vendorRiskAgent = defineAgent({
  id: "vendor-risk",
  version: 1,
  name: "Vendor risk agent",
  task: "Says of each vendor what may stop it: an exclusion, insurance that ends, lateness, goods that nobody else sells, too large a share.",
  how: [
    "It reads what the supply chain screen counts of each vendor, and who else sells the same.",
    `Insurance is said ${daysAhead} days before it ends; a share from ${dependence}% of what you buy on; lateness from three orders on.`,
    "Each event stands by itself with its day. There is no score: a number hides what to do.",
  ],
  subject: { list: vendorList, permission: "vendor.read", label: "vendors" },
  reads,
  proposes: [errandEndpoint],
  evaluation: {
    cases: vendorCases,
    answer: saidOf,
    baseline: bySigns,
    beside: "whatever the supply chain screen marks of a vendor",
  },
  find: async (at) => {
    const { items } = await at.read("risks");
    const found: Found[] = [];
    for (const [place, risk] of items.entries()) {
      if (at.subjectId && at.subjectId !== risk.id) continue;
      await at.progress(place, items.length, "vendors");
      const others =
        risk.singleSource.length > 0
          ? ((await at.maybe("alternates", { params: { id: risk.id } }))?.items ?? [])
          : [];
      const events = eventsOf(risk, others, at.today);
      found.push(...events.map((event) => foundOf(risk, event)));
    }
    return found;
  },
});
